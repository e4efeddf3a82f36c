//! Tests of `serve --test-mail`, which sends a test email.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread::{self, JoinHandle};

use crate::program::{Run, faraday};

/// Starts a mail server for one message that gives an answer to the recipient. The thread returns what it received.
fn mail_server(answer: &'static str) -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let serves = move || {
        let (stream, _) = listener.accept().unwrap();
        let mut writer = stream.try_clone().unwrap();
        let mut answers = |text: &str| writer.write_all(format!("{text}\r\n").as_bytes()).is_ok();
        answers("220 mail.example ESMTP");
        let (mut received, mut is_message) = (String::new(), false);
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let reply = match (is_message, line.split(' ').next().unwrap_or_default()) {
                (true, ".") => "250 2.0.0 queued",
                (true, _) => "",
                (false, "RCPT") => answer,
                (false, "DATA") => "354 go ahead",
                (false, "QUIT") => "221 bye",
                (false, _) => "250 ok",
            };
            is_message = if is_message { line != "." } else { line == "DATA" };
            received.extend([line.as_ref(), "\n"]);
            if !reply.is_empty() && !answers(reply) {
                break;
            }
        }
        received
    };
    (port, thread::spawn(serves))
}

fn test_mail(port: u16, more: &[&str]) -> Run {
    let url = format!("smtp://localhost:{port}?tls=none");
    let site = ["--mail", &url, "--mail-from", "chess@club.example", "--public-url", "https://chess.example"];
    faraday(&[&["serve", "--test-mail", "ada@example.org"][..], &site, more].concat())
}

#[test]
fn a_test_email_is_sent_and_the_answer_is_printed_in_one_sentence() {
    let (port, server) = mail_server("250 2.1.5 ok");
    let run = test_mail(port, &[]);
    assert_eq!(run.stdout, "localhost has accepted the email to ada@example.org\n", "{run}");
    assert_eq!((run.status, &run.stderr[..]), (Some(0), ""), "{run}");
    let received = server.join().unwrap();
    assert!(received.contains("RCPT TO:<ada@example.org>"), "{received}");
    assert!(received.contains("Subject: Test email from https://chess.example"), "{received}");
}

#[test]
fn a_refused_test_email_is_a_negative_answer_with_the_words_of_the_mail_server() {
    let (port, server) = mail_server("550 5.7.1 relaying denied");
    let run = test_mail(port, &[]);
    let sentence = "localhost has not accepted the email to ada@example.org: the server answered 550";
    assert_eq!(run.stdout, format!("{sentence} (5.7.1 relaying denied)\n"), "{run}");
    assert_eq!((run.status, &run.stderr[..]), (Some(1), ""), "{run}");
    assert!(!server.join().unwrap().contains("DATA"));
}

#[test]
fn a_mail_server_that_is_down_and_a_wrong_address_are_reported() {
    let run = test_mail(1, &[]);
    let sentence = "localhost has not accepted the email to ada@example.org: the connection to the mail server failed";
    assert!(run.stdout.starts_with(sentence) && run.status == Some(1), "{run}");
    let run = faraday(&["serve", "--test-mail", "ada", "--mail", "smtp://localhost?tls=none"]);
    assert!(run.stderr.contains("expected an address such as ada@example.org"), "{run}");
    let run = faraday(&["serve", "--test-mail", "ada@example.org"]);
    assert!(run.status == Some(2) && run.stderr.contains("--mail"), "{run}");
}
