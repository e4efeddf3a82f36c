//! A site to ask, in the process or over a socket.

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

/// More than a connection takes on while nobody reads at its other end.
pub static LARGE: [u8; 16 << 20] = [b'.'; 16 << 20];

/// A page of a few files. That forms differ in content shows which one was sent.
pub const SITE: Site = Site(&[
    File { path: "/assets/large-1a2b.bin", tag: "4", plain: &LARGE, brotli: None, gzip: None },
    File { path: "/assets/engine-1a2b.wasm", tag: "3", plain: b"plain wasm", brotli: Some(b"br wasm"), gzip: None },
    File { path: "/index.html", tag: "1", plain: b"plain page", brotli: Some(b"br page"), gzip: Some(b"gz page") },
    File { path: "/serviceWorker.js", tag: "2", plain: b"plain worker", brotli: None, gzip: None },
]);

/// What came back.
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

    /// The problem told, which is told as a problem must be.
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

/// A site in this process, which is asked without a socket.
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

/// A site in this process.
pub async fn app() -> TestApp {
    app_as(Config::default(), SITE).await
}

/// A site in this process as a host has set it up.
pub async fn app_as(config: Config, site: Site) -> TestApp {
    let (server, folder) = open(config, site).await;
    TestApp { server, _folder: folder }
}

/// Opens a site on any port, with a database in a folder of its own.
async fn open(config: Config, site: Site) -> (Server, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let database = Location::file(folder.path().join("games.db"));
    let config = Config { listen: "127.0.0.1:0".to_owned(), database, ..config };
    (Server::open(&config, site).await.unwrap(), folder)
}

/// Asks a site.
pub async fn ask(app: &App, mut request: Request<Body>) -> Answer {
    request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
    let response = app.router(Hosts::Any).oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, 1 << 24).await.unwrap().to_vec();
    Answer { status: head.status, headers: head.headers, body }
}

/// Gets an address with some headers.
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

/// A site that listens, until it is told to end.
pub struct Listening {
    pub address: SocketAddr,
    pub metrics: Option<SocketAddr>,
    end: oneshot::Sender<()>,
    runs: JoinHandle<()>,
    _folder: TempDir,
}

/// Listens with limits.
pub async fn listen(limits: Limits) -> Listening {
    listen_as(Config { limits, ..Config::default() }).await
}

/// Listens as a host has set it up, on any port.
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

    /// Tells the site to end, and waits until it has.
    pub async fn end(self) {
        self.end.send(()).unwrap();
        soon(self.runs).await.unwrap();
    }
}

/// What must happen without a long wait.
pub async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.expect("it happens within twenty seconds")
}
