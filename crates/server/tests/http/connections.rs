//! Tests of connections over real sockets: timeouts, limits, refused hosts, and a separate address for metrics.

use std::time::Duration;

use faraday_server::{Config, HeadSize, Limits, ServeError, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{Listening, SITE, listen, listen_as, soon};

const SHORT: Duration = Duration::from_millis(100);

/// Sends bytes, and reads the response until the server closes the connection.
async fn say(site: &Listening, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut heard = Vec::new();
    // A server that stops reading may reset the connection before everything is read.
    let _ = soon(stream.read_to_end(&mut heard)).await;
    String::from_utf8_lossy(&heard).into_owned()
}

/// Checks a problem that was sent although no request was read.
#[track_caller]
fn is_problem(heard: &str, status: u16, kind: &str) {
    assert!(heard.starts_with(&format!("HTTP/1.1 {status} ")), "{heard}");
    assert!(heard.contains("content-type: application/problem+json\r\n"), "{heard}");
    assert!(heard.contains("x-content-type-options: nosniff\r\n"), "{heard}");
    assert!(heard.contains(&format!("\"kind\":\"{kind}\"")), "{heard}");
}

#[tokio::test]
async fn who_is_slow_to_ask_is_told_so_and_who_idles_is_not_waited_for() {
    let site = listen(Limits { head_time: SHORT, ..Limits::default() }).await;
    is_problem(&say(&site, b"GET / HTTP/1.1\r\nhost: localhost\r\n").await, 408, "timeout");
    site.end().await;
    let site = listen(Limits { idle_time: SHORT, ..Limits::default() }).await;
    let idle = say(&site, b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200 OK") && idle.ends_with("plain page"), "{idle}");
    assert_eq!(say(&site, b"").await, "");
    site.end().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let site = listen(Limits { body_time: SHORT, ..Limits::default() }).await;
    let head = "POST /api/v1/moves HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    is_problem(&say(&site, head.as_bytes()).await, 408, "timeout");
    site.end().await;
}

#[tokio::test]
async fn a_body_that_is_said_to_be_too_long_is_refused_at_once() {
    let site = listen(Limits::default()).await;
    for expect in ["", "expect: 100-continue\r\n"] {
        let head = format!(
            "POST /api/v1/moves HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{expect}\
             content-length: 10000000\r\n\r\n"
        );
        let heard = say(&site, head.as_bytes()).await;
        is_problem(&heard, 413, "body-too-large");
        assert!(!heard.contains("100 Continue"), "{heard}");
    }
    site.end().await;
}

#[tokio::test]
async fn an_unreadable_request_is_refused_with_a_problem() {
    let site = listen(Limits { head_size: HeadSize::new(8 * 1024).unwrap(), ..Limits::default() }).await;
    let heard = say(&site, format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", "x".repeat(20_000)).as_bytes()).await;
    if !heard.is_empty() {
        is_problem(&heard, 431, "head-too-large");
    }
    let many = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "a: b\r\n".repeat(200));
    is_problem(&say(&site, many.as_bytes()).await, 431, "head-too-large");
    is_problem(&say(&site, b"no http at all\r\n\r\n").await, 400, "bad-request");
    site.end().await;
}

#[tokio::test]
async fn who_takes_nothing_of_an_answer_is_not_waited_for() {
    let site = listen(Limits { write_time: SHORT, ..Limits::default() }).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(site.address).await.unwrap();
    let asks = b"GET /assets/large-1a2b.bin HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(asks).await.unwrap();
    let counts = site.url("/api/v1/metrics");
    soon(async {
        while !reqwest::get(&counts).await.unwrap().text().await.unwrap().contains("{reason=\"stalled\"}") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    let mut heard = Vec::new();
    // The response is cut off in the middle.
    let _ = soon(stream.read_to_end(&mut heard)).await;
    assert!(heard.starts_with(b"HTTP/1.1 200 OK") && heard.len() < crate::support::LARGE.len(), "{}", heard.len());
    site.end().await;
}

#[tokio::test]
async fn past_the_limit_who_has_been_waited_for_longest_makes_way() {
    let site = listen(Limits { connections: 1, ..Limits::default() }).await;
    let mut first = TcpStream::connect(site.address).await.unwrap();
    let heard = say(&site, b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{heard}");
    assert_eq!(soon(first.read(&mut [0])).await.unwrap_or(0), 0);
    site.end().await;
}

#[tokio::test]
async fn a_connection_that_idles_or_has_not_asked_yet_does_not_hold_up_the_end() {
    let site = listen(Limits { drain_time: Duration::from_secs(3600), ..Limits::default() }).await;
    let client = reqwest::Client::new();
    assert_eq!(client.get(site.url("/")).send().await.unwrap().status(), 200);
    let mut half = TcpStream::connect(site.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    assert_eq!(client.get(site.url("/")).send().await.unwrap().status(), 200);
    site.end().await;
}

#[tokio::test]
async fn an_address_that_is_taken_is_said_to_be() {
    let site = listen(Limits::default()).await;
    let open = async |listen: String| {
        let config = Config { listen, ..Config::default() };
        Server::open(&config, SITE).await.err()
    };
    let taken = open(site.address.to_string()).await.unwrap();
    assert!(matches!(taken, ServeError::Taken { .. }) && taken.to_string().contains(&site.address.to_string()));
    for wrong in ["", "here", "127.0.0.1:99999", "127.0.0.1", "99999", ":80"] {
        assert!(matches!(open(wrong.to_owned()).await, Some(ServeError::Address { .. })), "{wrong}");
    }
    // An address for documentation (RFC 5737), which no machine has.
    let elsewhere = open("192.0.2.1:80".to_owned()).await.unwrap();
    assert!(matches!(&elsewhere, ServeError::Listen { error, .. } if !error.contains("os error")), "{elsewhere}");
    site.end().await;
}

#[tokio::test]
async fn a_local_site_is_not_to_be_had_under_a_name_of_somebody_else() {
    let site = listen(Limits::default()).await;
    for (hosts, status, kind) in [
        ("host: evil.example\r\n", 421, "unknown-host"),
        ("", 400, "bad-request"),
        ("host: localhost\r\nhost: localhost\r\n", 400, "bad-request"),
        ("host: a b\r\n", 400, "bad-request"),
    ] {
        let heard = say(&site, format!("GET / HTTP/1.1\r\n{hosts}connection: close\r\n\r\n").as_bytes()).await;
        is_problem(&heard, status, kind);
    }
    site.end().await;
    let site = listen_as(Config { hosts: vec!["chess.example".to_owned()], ..Config::default() }).await;
    let heard = say(&site, b"GET / HTTP/1.1\r\nhost: Chess.Example:80\r\nconnection: close\r\n\r\n").await;
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{heard}");
    site.end().await;
}

#[tokio::test]
async fn counts_that_have_an_address_of_their_own_are_told_there_alone() {
    let site = listen_as(Config { metrics_listen: Some("127.0.0.1:0".to_owned()), ..Config::default() }).await;
    let ask = async |url: String| {
        let answer = reqwest::get(url).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(ask(site.url("/api/v1/metrics")).await.0, 404);
    let apart = site.metrics.unwrap();
    let (status, counts) = ask(format!("http://{apart}/metrics")).await;
    for name in ["faraday_connections ", "faraday_connections_refused_total{reason=\"client\"}"] {
        assert!(status == 200 && counts.contains(name), "{counts}");
    }
    assert_eq!(ask(format!("http://{apart}/")).await.0, 404);
    site.end().await;
}
