//! Test servers, in the process or over a socket.

use std::net::SocketAddr;
use std::ops::Deref;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use faraday_server::{App, Config, File, Hosts, Limits, Location, Server, Site};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// More bytes than a connection buffers while its client does not read.
pub static LARGE: [u8; 16 << 20] = [b'.'; 16 << 20];

/// A web app of a few files. The content differs by encoding, to show which one was sent.
pub const SITE: Site = Site(&[
    File { path: "/assets/large-1a2b.bin", tag: "4", plain: &LARGE, brotli: None, gzip: None },
    File { path: "/assets/engine-1a2b.wasm", tag: "3", plain: b"plain wasm", brotli: Some(b"br wasm"), gzip: None },
    File { path: "/index.html", tag: "1", plain: b"plain page", brotli: Some(b"br page"), gzip: Some(b"gz page") },
    File { path: "/serviceWorker.js", tag: "2", plain: b"plain worker", brotli: None, gzip: None },
]);

/// A response with its whole body.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the problem in the response, and checks its form.
    #[track_caller]
    pub fn problem(&self) -> Value {
        let problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        assert_eq!(problem["status"], self.status.as_u16(), "{self:?}");
        assert_eq!(problem["type"], format!("/api/v1/problems#{}", problem["kind"].as_str().unwrap()));
        assert!(!problem["detail"].as_str().unwrap().is_empty(), "{self:?}");
        problem
    }
}

/// A server in this process, which is called without a socket.
pub struct TestApp {
    server: Server,
    _folder: TempDir,
}

impl Deref for TestApp {
    type Target = App;

    fn deref(&self) -> &App {
        self.server.app()
    }
}

/// Starts a server in this process.
pub async fn app() -> TestApp {
    app_as(Config::default(), SITE).await
}

/// Starts a server in this process with a configuration.
pub async fn app_as(config: Config, site: Site) -> TestApp {
    let (server, folder) = open(config, site).await;
    TestApp { server, _folder: folder }
}

/// Opens a server on any port, with a database in a folder of its own.
async fn open(config: Config, site: Site) -> (Server, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let database = Location::file(folder.path().join("games.db"));
    let config = Config { listen: "127.0.0.1:0".to_owned(), database, ..config };
    (Server::open(&config, site).await.unwrap(), folder)
}

/// Sends a request to a server.
pub async fn ask(app: &App, mut request: Request<Body>) -> Answer {
    request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
    let response = app.router(Hosts::Any).oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, 1 << 24).await.unwrap().to_vec();
    Answer { status: head.status, headers: head.headers, body }
}

/// Sends a GET request with headers.
pub async fn get(app: &App, address: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().uri(address);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    ask(app, request.body(Body::empty()).unwrap()).await
}

/// Sends JSON to an address.
pub async fn post(app: &App, address: &str, json: &Value) -> Answer {
    let request = Request::builder().method(Method::POST).uri(address).header("content-type", "application/json");
    ask(app, request.body(Body::from(json.to_string())).unwrap()).await
}

/// A server that listens, until it is shut down.
pub struct Listening {
    pub address: SocketAddr,
    pub metrics: Option<SocketAddr>,
    end: oneshot::Sender<()>,
    runs: JoinHandle<()>,
    _folder: TempDir,
}

/// Starts a server with these limits.
pub async fn listen(limits: Limits) -> Listening {
    listen_as(Config { limits, ..Config::default() }).await
}

/// Starts a server with a configuration, on any port.
pub async fn listen_as(config: Config) -> Listening {
    let (server, folder) = open(config, SITE).await;
    let (end, told) = oneshot::channel();
    let (address, metrics) = (server.address(), server.metrics_address());
    let runs = tokio::spawn(server.run(async { drop(told.await) }));
    Listening { address, metrics, end, runs, _folder: folder }
}

impl Listening {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Shuts the server down and waits for it.
    pub async fn end(self) {
        self.end.send(()).unwrap();
        soon(self.runs).await.unwrap();
    }
}

/// Waits for a future that must complete without a long delay.
pub async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.expect("it happens within twenty seconds")
}
