//! A mail server on the loopback address, with a certificate of its own certificate authority.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use faraday_server::{Config, MailSettings};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::certificates::certified;

/// The credentials `faraday` and `p@ss`, as AUTH PLAIN sends them.
const CREDENTIALS: &str = "AGZhcmFkYXkAcEBzcw==";

/// The encryption that the server offers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Offers {
    Tls,
    StartTls,
    Nothing,
}

/// A mail server that keeps what it receives.
pub struct SmtpServer {
    port: u16,
    offers: Offers,
    state: Arc<State>,
    authority: PathBuf,
    _folder: TempDir,
}

#[derive(Default)]
struct State {
    mails: Mutex<Vec<Mail>>,
    /// The answers to the next recipients, in place of acceptance.
    answers: Mutex<VecDeque<&'static str>>,
    recipients: Mutex<Vec<String>>,
    commands: Mutex<Vec<String>>,
}

/// An email that the server has accepted.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub head: String,
    /// The parts, decoded.
    pub body: String,
}

impl Mail {
    /// Returns the value of a header.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let prefix = format!("{name}: ");
        let line = self.head.lines().find_map(|line| line.strip_prefix(&prefix));
        line.unwrap_or_else(|| panic!("no {name}: {self:?}"))
    }

    /// Returns the part of a link after its first characters.
    #[track_caller]
    pub fn token(&self, link: &str) -> String {
        let (_, rest) = self.body.split_once(link).unwrap_or_else(|| panic!("no {link}: {self:?}"));
        rest.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '.').collect()
    }

    fn parse(to: String, text: &str) -> Mail {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        Mail { to, head: head.to_owned(), body: from_quoted_printable(body) }
    }
}

fn from_quoted_printable(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut bytes = text.as_bytes().iter();
    let mut decoded = Vec::new();
    while let Some(&byte) = bytes.next() {
        let rest = bytes.as_slice();
        let code = rest.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match code.filter(|_| byte == b'=') {
            Some(code) => {
                decoded.push(code);
                bytes.nth(1);
            }
            None => decoded.push(byte),
        }
    }
    String::from_utf8(decoded).unwrap()
}

impl SmtpServer {
    pub async fn start(offers: Offers) -> SmtpServer {
        SmtpServer::start_as(offers, "localhost").await
    }

    /// Starts a server whose certificate is for this name.
    pub async fn start_as(offers: Offers, name: &str) -> SmtpServer {
        let folder = tempfile::tempdir().unwrap();
        let authority = folder.path().join("authority.pem");
        let (tls, pem) = certified(name);
        std::fs::write(&authority, pem).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State::default());
        let kept = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, state) = (tls.clone(), Arc::clone(&kept));
                // The server continues after a client that does not trust the certificate or disconnects.
                tokio::spawn(async move {
                    if offers == Offers::Tls {
                        converse(&mut BufReader::new(tls.accept(stream).await.ok()?), &state, offers).await;
                    } else {
                        let mut stream = BufReader::new(stream);
                        if converse(&mut stream, &state, offers).await == Some(Next::StartTls) {
                            let stream = tls.accept(stream.into_inner()).await.ok()?;
                            converse(&mut BufReader::new(stream), &state, Offers::Tls).await;
                        }
                    }
                    Some(())
                });
            }
        });
        SmtpServer { port, offers, state, authority, _folder: folder }
    }

    /// Returns a configuration of a site that sends its emails here.
    pub fn config(&self) -> Config {
        let port = self.port;
        let url = match self.offers {
            Offers::Tls => format!("smtps://faraday:p%40ss@localhost:{port}"),
            Offers::StartTls => format!("smtp://faraday:p%40ss@localhost:{port}"),
            Offers::Nothing => format!("smtp://localhost:{port}?tls=none"),
        };
        self.config_for(&url)
    }

    /// Returns a configuration of a site that trusts the authority of this server.
    pub fn config_for(&self, url: &str) -> Config {
        let (server, sender) = (url.parse().unwrap(), "chess@club.example".parse().unwrap());
        Config {
            mail: Some(MailSettings { server, sender }),
            certificates: Some(self.authority.clone()),
            public_url: Some("https://club.example".parse().unwrap()),
            ..Config::default()
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets the answers to the next recipients. The server does not answer at all to an empty one.
    pub fn answer(&self, answers: impl IntoIterator<Item = &'static str>) {
        self.state.answers.lock().unwrap().extend(answers);
    }

    /// Returns all emails so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.state.mails.lock().unwrap().clone()
    }

    /// Returns all recipients so far, accepted or not.
    pub fn recipients(&self) -> Vec<String> {
        self.state.recipients.lock().unwrap().clone()
    }

    /// Returns true if a client has sent this command.
    pub fn has_received(&self, command: &str) -> bool {
        self.state.commands.lock().unwrap().iter().any(|line| line.starts_with(command))
    }

    /// Waits for a number of emails.
    pub async fn wait_for(&self, count: usize) -> Vec<Mail> {
        until(async || self.mails().len() >= count).await;
        self.mails()
    }
}

/// Waits until a condition holds. A mail server that hangs is given up after ten seconds.
pub async fn until(holds: impl AsyncFn() -> bool) {
    let waits = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waits).await.expect("it happens within a minute");
}

#[derive(PartialEq, Eq)]
enum Next {
    StartTls,
}

/// Talks to a client until it leaves or wants TLS.
async fn converse<S>(stream: &mut BufReader<S>, state: &State, offers: Offers) -> Option<Next>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let is_encrypted = offers == Offers::Tls;
    let was_greeted = is_encrypted && state.commands.lock().unwrap().last().is_some_and(|last| last == "STARTTLS");
    if !was_greeted {
        say(stream, "220 localhost ESMTP").await?;
    }
    let mut recipient = String::new();
    let mut may_send = offers == Offers::Nothing;
    loop {
        let line = read_line(stream).await?;
        state.commands.lock().unwrap().push(line.clone());
        let (command, rest) = line.split_once([' ', ':']).unwrap_or((&line, ""));
        match command {
            "EHLO" if is_encrypted => say(stream, "250-localhost\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN").await?,
            "EHLO" if offers == Offers::StartTls => say(stream, "250-localhost\r\n250 STARTTLS").await?,
            "EHLO" => say(stream, "250-localhost\r\n250 8BITMIME").await?,
            "STARTTLS" => {
                say(stream, "220 go ahead").await?;
                return Some(Next::StartTls);
            }
            "AUTH" if is_encrypted && rest == format!("PLAIN {CREDENTIALS}") => {
                may_send = true;
                say(stream, "235 welcome").await?;
            }
            "AUTH" => say(stream, "535 5.7.8 wrong password of faraday").await?,
            "MAIL" if may_send => say(stream, "250 ok").await?,
            "MAIL" => say(stream, "530 5.7.0 authenticate first").await?,
            "RCPT" => {
                recipient = rest.trim_start_matches("TO:<").trim_end_matches('>').to_owned();
                state.recipients.lock().unwrap().push(recipient.clone());
                let answer = state.answers.lock().unwrap().pop_front();
                match answer {
                    Some("") => std::future::pending().await,
                    Some(answer) => say(stream, answer).await?,
                    None => say(stream, "250 ok").await?,
                }
            }
            "DATA" => {
                say(stream, "354 go on").await?;
                let mut text = String::new();
                loop {
                    let line = read_line(stream).await?;
                    if line == "." {
                        break;
                    }
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push_str("\r\n");
                }
                state.mails.lock().unwrap().push(Mail::parse(recipient.clone(), &text));
                say(stream, "250 queued").await?;
            }
            "QUIT" => {
                say(stream, "221 bye").await?;
                return None;
            }
            _ => say(stream, "502 unknown").await?,
        }
    }
}

async fn read_line<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> Option<String> {
    let mut line = String::new();
    let length = stream.read_line(&mut line).await.ok()?;
    (length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
}

async fn say<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufReader<S>, text: &str) -> Option<()> {
    stream.get_mut().write_all(format!("{text}\r\n").as_bytes()).await.ok()?;
    stream.get_mut().flush().await.ok()
}
