//! A client that opens as many connections as it can does not lock out another one.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use faraday_server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{Listening, listen};

/// The maximum time that a visitor may have to wait.
const CEILING: Duration = Duration::from_secs(5);

const READER: &[u8] = b"GET /assets/large-1a2b.bin HTTP/1.1\r\nhost: localhost\r\n\r\n";
const BODY: &[u8] = b"POST /api/v1/moves HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
    content-length: 60000\r\n\r\n{";

/// Opens connections from one address, sends bytes on each, and reads no response.
async fn crowd(site: &Listening, count: usize, says: &[u8]) -> Vec<TcpStream> {
    let mut streams = Vec::with_capacity(count);
    for _ in 0..count {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(site.address).await.unwrap();
        // The server may have refused this client already.
        let _ = stream.write_all(says).await;
        streams.push(stream);
    }
    streams
}

/// Returns the time that a visitor from another address waits for a response.
async fn visit(site: &Listening, path: &str) -> Duration {
    let start = Instant::now();
    let socket = TcpSocket::new_v4().unwrap();
    // On Linux all of 127/8 is this machine; elsewhere the visitor has the address of the crowd.
    if cfg!(target_os = "linux") {
        socket.bind((IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2)), 0).into()).unwrap();
    }
    let mut stream = socket.connect(site.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = String::new();
    tokio::time::timeout(CEILING, stream.read_to_string(&mut heard)).await.expect(path).unwrap();
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{path}: {heard}");
    start.elapsed()
}

/// Checks that a visitor is served in time while the crowd is connected.
async fn is_served_beside(site: Listening, what: &str, crowd: Vec<TcpStream>) {
    for path in ["/", "/api/v1/health"] {
        let waited = visit(&site, path).await;
        eprintln!("beside {} {what}: {path} in {waited:?}", crowd.len());
        assert!(waited < CEILING, "{path} took {waited:?} beside {what}");
    }
    drop(crowd);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stalled_readers_keep_nobody_out() {
    let site = listen(Limits::default()).await;
    let crowd = crowd(&site, 1024, READER).await;
    is_served_beside(site, "stalled readers", crowd).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_keep_nobody_out() {
    let site = listen(Limits::default()).await;
    let crowd = crowd(&site, 2000, b"").await;
    is_served_beside(site, "idle connections", crowd).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_never_come_keep_nobody_out() {
    let site = listen(Limits::default()).await;
    let crowd = crowd(&site, 256, BODY).await;
    is_served_beside(site, "bodies that never come", crowd).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_site_makes_room_for_a_visitor() {
    let site = listen(Limits { connections: 40, connections_per_client: 40, ..Limits::default() }).await;
    let crowd = crowd(&site, 60, b"GET / HTTP/1.1\r\n").await;
    is_served_beside(site, "half heads on a full site", crowd).await;
}
