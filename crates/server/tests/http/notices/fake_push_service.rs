//! A fake push service on the loopback address, with TLS by a certificate authority of the tests.

use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::HeaderMap;
use base64ct::{Base64UrlUnpadded, Encoding};
use faraday_server::Config;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use web_push_native::p256::SecretKey;
use web_push_native::{Auth, decrypt};

use crate::certificates::certified;
use crate::client::TestServer;
use crate::support::soon;

/// A request to the fake push service.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// A push service. The start of the path determines its answer.
pub struct FakePushService {
    pub host: String,
    authority: PathBuf,
    _folder: TempDir,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
}

impl FakePushService {
    pub async fn start() -> FakePushService {
        let folder = tempfile::tempdir().unwrap();
        let authority = folder.path().join("authority.pem");
        let (acceptor, pem) = certified("127.0.0.1");
        fs::write(&authority, pem).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let deliveries: Arc<Mutex<Vec<Delivery>>> = Arc::default();
        let kept = Arc::clone(&deliveries);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (acceptor, kept) = (acceptor.clone(), Arc::clone(&kept));
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else { return };
                    let service = service_fn(move |request| answer(request, Arc::clone(&kept)));
                    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
                });
            }
        });
        FakePushService { host, authority, _folder: folder, deliveries }
    }

    /// Starts a server that sends to this service and trusts its authority.
    pub async fn server(&self) -> TestServer {
        self.server_in(tempfile::tempdir().unwrap()).await
    }

    /// Starts such a server with the database in a folder.
    pub async fn server_in(&self, folder: TempDir) -> TestServer {
        let (push_host, certificates) = (Some(self.host.parse().unwrap()), Some(self.authority.clone()));
        TestServer::open_as(folder, Config { push_host, certificates, ..Config::default() }).await
    }

    /// Returns an endpoint whose path begins with a word.
    pub fn endpoint(&self, path: &str) -> String {
        format!("https://{}/{path}", self.host)
    }

    pub fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap().clone()
    }

    /// Waits for a number of deliveries.
    pub async fn delivered(&self, count: usize) -> Vec<Delivery> {
        let wait = async {
            while self.deliveries().len() < count {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        };
        soon(wait).await;
        self.deliveries()
    }
}

async fn answer(
    request: Request<Incoming>,
    kept: Arc<Mutex<Vec<Delivery>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    let path = head.uri.path().to_owned();
    kept.lock().unwrap().push(Delivery { path: path.clone(), headers: head.headers, body });
    let answer = Response::builder();
    let answer = match path.split('/').nth(1) {
        Some("gone") => answer.status(410),
        Some("busy") => answer.status(429).header("retry-after", "3600"),
        Some("moved") => answer.status(302).header("location", "/ok/elsewhere"),
        Some("hangs") => std::future::pending().await,
        _ => answer.status(201),
    };
    // More than the server reads.
    Ok(answer.body(Full::from(vec![b'x'; 100_000])).unwrap())
}

/// A browser with the keys of a subscription.
pub struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub fn new() -> Browser {
        Browser { secret: SecretKey::from_slice(&[7; 32]).unwrap(), auth: [9; 16] }
    }

    /// Returns the subscription as the browser writes it.
    pub fn subscription(&self, endpoint: &str) -> Value {
        use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
        let public = self.secret.public_key().to_encoded_point(false);
        let encoded = Base64UrlUnpadded::encode_string;
        let keys = json!({ "p256dh": encoded(public.as_bytes()), "auth": encoded(&self.auth) });
        json!({ "endpoint": endpoint, "expirationTime": null, "keys": keys })
    }

    /// Decrypts a message (RFC 8291).
    pub fn read(&self, delivery: &Delivery) -> Value {
        let auth = Auth::from(self.auth);
        serde_json::from_slice(&decrypt(delivery.body.clone(), &self.secret, &auth).unwrap()).unwrap()
    }
}
