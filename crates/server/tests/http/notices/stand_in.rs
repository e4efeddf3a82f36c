//! A stand-in for a push service on the loopback address, with TLS by a certificate authority of the tests.

use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::HeaderMap;
use base64ct::{Base64UrlUnpadded, Encoding};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use web_push_native::p256::SecretKey;
use web_push_native::{Auth, decrypt};

use crate::support::soon;

/// The environment variable with the folder of the certificates.
pub const CERTIFICATES: &str = "FARADAY_TEST_CERTIFICATES";

/// Writes a certificate authority and a certificate for the loopback address to a folder.
pub fn write_certificates(folder: &Path) {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_certificate = authority.self_signed(&authority_key).unwrap();
    let key = KeyPair::generate().unwrap();
    let issuer = Issuer::from_params(&authority, &authority_key);
    let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    fs::write(folder.join("authority.pem"), authority_certificate.pem()).unwrap();
    fs::write(folder.join("certificate.der"), certificate.der()).unwrap();
    fs::write(folder.join("key.der"), key.serialize_der()).unwrap();
}

/// A request to the stand-in.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// A push service. The start of the path determines its answer.
pub struct StandIn {
    pub host: String,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
}

impl StandIn {
    pub async fn start() -> StandIn {
        let folder = std::env::var(CERTIFICATES).expect("another test sets the folder");
        let read = |name| fs::read(Path::new(&folder).join(name)).unwrap();
        let key = PrivateKeyDer::try_from(read("key.der")).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![read("certificate.der").into()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
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
        StandIn { host, deliveries }
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
