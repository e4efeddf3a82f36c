//! A test client that plays on a server over HTTP and on a WebSocket.

use std::collections::VecDeque;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode};
use faraday_server::{Config, Limits, Location, Server, Site};
use faraday_wire::live::{Frame, Message};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message as Packet, protocol::CloseFrame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{SITE, soon};

/// A server with a database file of its own.
pub struct TestServer {
    pub folder: TempDir,
    pub address: String,
    end: Option<oneshot::Sender<()>>,
    runs: JoinHandle<()>,
}

impl TestServer {
    pub async fn open() -> TestServer {
        TestServer::open_in(tempfile::tempdir().unwrap()).await
    }

    pub async fn open_in(folder: TempDir) -> TestServer {
        let location = Location::file(folder.path().join("games.db"));
        TestServer::open_on(folder, location, Limits::default()).await
    }

    /// Starts one of several nodes that share a database and have no bus.
    pub async fn join(location: &Location) -> TestServer {
        TestServer::open_on(tempfile::tempdir().unwrap(), location.clone(), Limits::default()).await
    }

    pub async fn open_on(folder: TempDir, location: Location, limits: Limits) -> TestServer {
        TestServer::open_site(folder, location, limits, SITE).await
    }

    pub async fn open_site(folder: TempDir, location: Location, limits: Limits, site: Site) -> TestServer {
        let config = Config { database: location, limits, ..Config::default() };
        TestServer::start(folder, config, site).await
    }

    /// Starts a server with a configuration, on the database in a folder.
    pub async fn open_as(folder: TempDir, config: Config) -> TestServer {
        let database = Location::file(folder.path().join("games.db"));
        TestServer::start(folder, Config { database, ..config }, SITE).await
    }

    async fn start(folder: TempDir, config: Config, site: Site) -> TestServer {
        let config = Config { listen: "127.0.0.1:0".to_owned(), ..config };
        let server = Server::open(&config, site).await.unwrap();
        let (end, ended) = oneshot::channel();
        let address = server.address().to_string();
        let runs = tokio::spawn(server.run(async { drop(ended.await) }));
        TestServer { folder, address, end: Some(end), runs }
    }

    /// Shuts the server down and deletes its database.
    pub async fn end(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        soon(self.runs).await.unwrap();
    }

    /// Shuts the server down and returns the folder of its database.
    pub async fn close(mut self) -> TempDir {
        self.end.take().unwrap().send(()).unwrap();
        soon(self.runs).await.unwrap();
        self.folder
    }

    /// Restarts the server on another port.
    pub async fn reopen(self) -> TestServer {
        self.reopen_after(Duration::ZERO).await
    }

    /// Restarts the server on another port after a downtime.
    pub async fn reopen_after(mut self, away: Duration) -> TestServer {
        self.end.take().unwrap().send(()).unwrap();
        soon(self.runs).await.unwrap();
        tokio::time::sleep(away).await;
        TestServer::open_in(self.folder).await
    }

    /// Restarts the server with other limits.
    pub async fn reopen_with(mut self, limits: Limits) -> TestServer {
        self.end.take().unwrap().send(()).unwrap();
        soon(self.runs).await.unwrap();
        let location = Location::file(self.folder.path().join("games.db"));
        TestServer::open_on(self.folder, location, limits).await
    }

    /// Stops the heartbeats of the node, as if its process had been killed.
    pub fn kill(&self) {
        self.runs.abort();
    }

    pub async fn guest(&self, name: &str) -> Guest {
        let nobody = Guest { token: String::new() };
        let (status, session) = nobody.post(self, "session/guest", &json!({ "name": name })).await;
        assert_eq!(status, StatusCode::CREATED, "{session}");
        Guest { token: session["token"].as_str().unwrap().to_owned() }
    }

    /// Begins a game between two guests; the maker of the challenge plays White.
    pub async fn game(&self, challenge: Value) -> (String, Guest, Guest) {
        let (white, black) = (self.guest("White").await, self.guest("Black").await);
        let (status, made) = white.post(self, "challenges", &challenge).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
        let (status, begun) = black.post(self, &accept, &Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{begun}");
        assert_eq!(begun["side"], "black");
        (begun["game"].as_str().unwrap().to_owned(), white, black)
    }
}

/// A person with a session.
#[derive(Clone)]
pub struct Guest {
    pub token: String,
}

impl Guest {
    pub async fn post(&self, server: &TestServer, path: &str, body: &Value) -> (StatusCode, Value) {
        self.send(server, reqwest::Method::POST, path, body).await
    }

    pub async fn get(&self, server: &TestServer, path: &str) -> (StatusCode, Value) {
        self.send(server, reqwest::Method::GET, path, &Value::Null).await
    }

    pub async fn send(
        &self,
        server: &TestServer,
        method: reqwest::Method,
        path: &str,
        body: &Value,
    ) -> (StatusCode, Value) {
        let url = format!("http://{}/api/v1/{path}", server.address);
        let mut request = reqwest::Client::new().request(method, url);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if !body.is_null() {
            request = request.json(body);
        }
        let answer = soon(request.send()).await.unwrap();
        let status = StatusCode::from_u16(answer.status().as_u16()).unwrap();
        let text = soon(answer.text()).await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub async fn play(&self, server: &TestServer, game: &str, ply: usize, uci: &str) -> (StatusCode, Value) {
        self.post(server, &format!("games/{game}/moves"), &json!({ "uci": uci, "ply": ply })).await
    }

    /// Opens a connection and sends `hello`.
    pub async fn connect(&self, server: &TestServer) -> Socket {
        self.connect_to(&server.address).await
    }

    pub async fn connect_to(&self, address: &str) -> Socket {
        self.connect_by(address, 1).await
    }

    /// Opens a connection, and sends `hello` with a version of the protocol.
    pub async fn connect_by(&self, address: &str, protocol: u32) -> Socket {
        let mut socket = Socket::try_connect_to(address, &self.token).await.unwrap();
        socket.send(&Message::Hello { protocol }).await;
        let welcome = socket.frame().await;
        assert!(matches!(&welcome, Frame::Welcome { .. }), "{welcome:?}");
        socket
    }
}

/// A WebSocket connection of a client.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    kept: VecDeque<Frame>,
}

impl Socket {
    pub async fn connect(server: &TestServer, token: &str) -> Socket {
        Socket::try_connect(server, token).await.unwrap()
    }

    pub async fn try_connect(
        server: &TestServer,
        token: &str,
    ) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        Socket::try_connect_to(&server.address, token).await
    }

    async fn try_connect_to(address: &str, token: &str) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let mut request = format!("ws://{address}/api/v1/live").into_client_request().unwrap();
        // A program sends its token, and a browser sends its origin.
        let (name, value) = match token {
            "" => ("origin", format!("http://{address}")),
            token => ("authorization", format!("Bearer {token}")),
        };
        request.headers_mut().insert(name, HeaderValue::from_str(&value).unwrap());
        let (stream, _) = soon(connect_async(request)).await?;
        Ok(Socket { stream, kept: VecDeque::new() })
    }

    pub async fn send(&mut self, message: &Message) {
        self.send_packet(Packet::text(serde_json::to_string(message).unwrap())).await;
    }

    /// Like [`Socket::send`], for a connection that may be closed.
    pub async fn try_send(&mut self, message: &Message) -> Result<(), tokio_tungstenite::tungstenite::Error> {
        self.try_send_packet(Packet::text(serde_json::to_string(message).unwrap())).await
    }

    pub async fn send_packet(&mut self, packet: Packet) {
        self.try_send_packet(packet).await.unwrap();
    }

    /// Like [`Socket::send`], for a connection that may be closed.
    pub async fn try_send_packet(&mut self, packet: Packet) -> Result<(), tokio_tungstenite::tungstenite::Error> {
        soon(self.stream.send(packet)).await
    }

    /// Returns the next frame.
    pub async fn frame(&mut self) -> Frame {
        if let Some(frame) = self.kept.pop_front() {
            return frame;
        }
        loop {
            match soon(self.stream.next()).await.unwrap().unwrap() {
                Packet::Text(text) => {
                    return serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                }
                Packet::Ping(_) | Packet::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Returns the text of the next frame.
    pub async fn text(&mut self) -> String {
        loop {
            if let Packet::Text(text) = self.stream.next().await.unwrap().unwrap() {
                return text.to_string();
            }
        }
    }

    /// Returns the next frame that is not about presence or notices.
    pub async fn next_event(&mut self) -> Frame {
        loop {
            let frame = self.frame().await;
            if !matches!(frame, Frame::Here { .. } | Frame::Notice { .. }) {
                return frame;
            }
        }
    }

    /// Returns the close frame of the connection.
    pub async fn closed(mut self) -> Option<CloseFrame> {
        loop {
            match soon(self.stream.next()).await {
                Some(Ok(Packet::Close(frame))) => return frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}
