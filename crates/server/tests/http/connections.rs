//! Connections: slow ones, long ones, and many of them.

use std::time::Duration;

use faraday_server::{Config, Limits, ServeError, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Listening, SITE, listen, soon};

/// Sends bytes, and reads what comes until the site closes the connection.
async fn say(site: &Listening, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut heard = Vec::new();
    // A site that refuses to read on may close the connection before it has read everything.
    let _ = soon(stream.read_to_end(&mut heard)).await;
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test]
async fn who_is_slow_to_ask_is_not_waited_for() {
    let site = listen(Limits { head_time: Duration::from_millis(200), ..Limits::default() }).await;
    let heard = say(&site, b"GET / HTTP/1.1\r\nhost: x\r\n").await;
    assert!(!heard.contains("200 OK"), "{heard}");
    let idle = say(&site, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200 OK") && idle.ends_with("plain page"), "{idle}");
    site.end().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let site = listen(Limits { request_time: Duration::from_millis(200), ..Limits::default() }).await;
    let head =
        "POST /api/v1/moves HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    let heard = say(&site, head.as_bytes()).await;
    assert!(heard.starts_with("HTTP/1.1 408") && heard.contains("\"kind\":\"timeout\""), "{heard}");
    site.end().await;
}

#[tokio::test]
async fn headers_that_are_too_long_are_refused() {
    let site = listen(Limits { head_bytes: 8 * 1024, ..Limits::default() }).await;
    let heard = say(&site, format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", "x".repeat(20_000)).as_bytes()).await;
    assert!(heard.starts_with("HTTP/1.1 431") || heard.is_empty(), "{heard}");
    let heard = say(&site, b"no http at all\r\n\r\n").await;
    assert!(heard.starts_with("HTTP/1.1 400"), "{heard}");
    site.end().await;
}

#[tokio::test]
async fn connections_past_the_limit_wait_for_their_turn() {
    let site = listen(Limits { connections: 1, ..Limits::default() }).await;
    let first = TcpStream::connect(site.address).await.unwrap();
    let mut second = TcpStream::connect(site.address).await.unwrap();
    second.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut heard = String::new();
    let early = tokio::time::timeout(Duration::from_millis(200), second.read_to_string(&mut heard)).await;
    assert!(early.is_err(), "{heard}");
    drop(first);
    soon(second.read_to_string(&mut heard)).await.unwrap();
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{heard}");
    site.end().await;
}

#[tokio::test]
async fn a_connection_that_idles_does_not_hold_up_the_end() {
    let site = listen(Limits::default()).await;
    let client = reqwest::Client::new();
    assert_eq!(client.get(site.url("/")).send().await.unwrap().status(), 200);
    site.end().await;
}

#[tokio::test]
async fn an_address_that_is_taken_is_said_to_be() {
    let site = listen(Limits::default()).await;
    let bind = async |listen: String| Server::bind(&Config { listen, ..Config::default() }, SITE).await.err();
    let taken = bind(site.address.to_string()).await.unwrap();
    assert!(matches!(taken, ServeError::Taken { .. }) && taken.to_string().contains(&site.address.to_string()));
    for wrong in ["", "here", "127.0.0.1:99999", "127.0.0.1"] {
        assert!(matches!(bind(wrong.to_owned()).await, Some(ServeError::Listen { .. })), "{wrong}");
    }
    site.end().await;
}
