//! A push service on the loopback address, with TLS by a certificate authority of its own. It decrypts what it gets.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};
use base64ct::{Base64UrlUnpadded, Encoding};
use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use crate::checker::Delivery;
use crate::site::wall_clock;

/// The secret of every subscription.
const AUTH: [u8; 16] = [9; 16];

/// A running push service.
pub struct PushService {
    /// Its host and port.
    pub host: String,
    /// The file with the certificate of its authority.
    pub authority: PathBuf,
    pub subscription: Subscription,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    task: JoinHandle<()>,
}

/// The parts that the subscriptions of all devices have in common.
pub struct Subscription {
    /// The start of the endpoint. The id of the device follows.
    pub base: String,
    pub p256dh: String,
    pub auth: String,
}

/// The content of a message.
#[derive(Deserialize)]
struct Payload {
    key: String,
    game: Option<String>,
    seq: Option<u64>,
    at: u64,
}

impl PushService {
    /// Starts a service that keeps its certificate in a folder.
    pub async fn start(folder: &Path) -> anyhow::Result<PushService> {
        let (acceptor, pem) = certified("127.0.0.1")?;
        let authority = folder.join("authority.pem");
        std::fs::write(&authority, pem).with_context(|| authority.display().to_string())?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let host = listener.local_addr()?.to_string();
        let secret = SecretKey::from_slice(&[7; 32]).map_err(|error| anyhow!("{error}"))?;
        let p256dh = Base64UrlUnpadded::encode_string(secret.public_key().to_encoded_point(false).as_bytes());
        let auth = Base64UrlUnpadded::encode_string(&AUTH);
        let subscription = Subscription { base: format!("https://{host}/device"), p256dh, auth };
        let deliveries: Arc<Mutex<Vec<Delivery>>> = Arc::default();
        let task = tokio::spawn(serve(listener, acceptor, secret, Arc::clone(&deliveries)));
        Ok(PushService { host, authority, subscription, deliveries, task })
    }

    /// Returns all messages so far, in order of their arrival.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, acceptor: TlsAcceptor, secret: SecretKey, kept: Arc<Mutex<Vec<Delivery>>>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        tokio::spawn(connection(stream, acceptor.clone(), secret.clone(), Arc::clone(&kept)));
    }
}

/// Serves a connection, which ends with an error if the node is killed.
async fn connection(stream: TcpStream, acceptor: TlsAcceptor, secret: SecretKey, kept: Arc<Mutex<Vec<Delivery>>>) {
    let Ok(stream) = acceptor.accept(stream).await else { return };
    let service = service_fn(move |request| answer(request, secret.clone(), Arc::clone(&kept)));
    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
}

async fn answer(
    request: Request<Incoming>,
    secret: SecretKey,
    kept: Arc<Mutex<Vec<Delivery>>>,
) -> Result<Response<Empty<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let answered = |status| {
        let mut response = Response::new(Empty::new());
        *response.status_mut() = status;
        Ok(response)
    };
    // A node that is killed while it sends has sent nothing.
    let Ok(body) = body.collect().await else { return answered(StatusCode::BAD_REQUEST) };
    let device = head.uri.path().rsplit('/').next().unwrap_or_default().to_owned();
    let text = decrypt(body.to_bytes().to_vec(), &secret, &Auth::from(AUTH)).unwrap_or_default();
    let Ok(Payload { key, game, seq, at }) = serde_json::from_slice(&text) else {
        return answered(StatusCode::BAD_REQUEST);
    };
    let delivery = Delivery { device, arrived: wall_clock(), key, game, seq, at };
    kept.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
    answered(StatusCode::CREATED)
}

/// Returns TLS with a certificate for a host, and the certificate of its authority.
fn certified(host: &str) -> anyhow::Result<(TlsAcceptor, String)> {
    let authority_key = KeyPair::generate()?;
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "Siege authority");
    let pem = authority.self_signed(&authority_key)?.pem();
    let key = KeyPair::generate()?;
    let leaf = CertificateParams::new([host.to_owned()])?.signed_by(&key, &Issuer::new(authority, authority_key))?;
    let chain = vec![CertificateDer::from(leaf.der().to_vec())];
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config.with_no_client_auth().with_single_cert(chain, key)?;
    Ok((TlsAcceptor::from(Arc::new(config)), pem))
}
