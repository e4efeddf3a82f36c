//! One HTTPS request on a connection of its own. It goes to the address that was checked, so that a host whose name
//! resolves to another address a moment later cannot redirect it into the operator's network.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use faraday_wire::live::DeliveryFailureKind;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::handshake;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::endpoint::Endpoint;
use crate::certificate_authorities;
use crate::delivery_failure::DeliveryFailure;

/// The maximum number of bytes read of an answer's body.
const MAX_BODY: usize = 4096;

/// The TLS settings of all connections, read before the first one.
pub(super) struct Connector {
    /// A PEM file of certificate authorities in place of the system's.
    certificates: Option<PathBuf>,
    tls: OnceCell<TlsConnector>,
}

impl Connector {
    pub(super) fn new(certificates: Option<PathBuf>) -> Connector {
        Connector { certificates, tls: OnceCell::new() }
    }

    /// Sends a request. Returns the answer with the start of its body, or the reason of a failure.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        request: Request<Vec<u8>>,
    ) -> Result<Response<String>, DeliveryFailure> {
        let (host, _) = endpoint.host();
        let unreachable = |error: &dyn ToString| {
            DeliveryFailure::new(
                DeliveryFailureKind::Unreachable,
                format!("`{host}` cannot be reached: {}", error.to_string()),
            )
        };
        let tls = self.tls.get_or_try_init(|| connector(self.certificates.clone())).await?;
        let stream = TcpStream::connect(address(endpoint).await?).await.map_err(|error| unreachable(&error))?;
        let name = ServerName::try_from(host.to_owned()).map_err(|error| unreachable(&error))?;
        let stream = tls.connect(name, stream).await.map_err(|error| unreachable(&error))?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|error| unreachable(&error))?;
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let exchange = async {
            let (head, body) = sender.send_request(request).await.map_err(|error| unreachable(&error))?.into_parts();
            Ok(Response::from_parts(head, start_of(body).await))
        };
        tokio::select! {
            answer = exchange => answer,
            // It ends early only if it fails. Then the exchange ends, too.
            () = async { drop(connection.await); std::future::pending().await } => unreachable!("it stays pending"),
        }
    }
}

/// Returns the first address of a host that the server may connect to.
async fn address(endpoint: &Endpoint) -> Result<SocketAddr, DeliveryFailure> {
    let (host, port) = endpoint.host();
    let mut found = lookup_host((host, port)).await.map_err(|_| {
        DeliveryFailure::new(DeliveryFailureKind::Unreachable, format!("the host `{host}` cannot be found"))
    })?;
    let admitted = found.find(|address| endpoint.admits(address.ip()));
    admitted.ok_or_else(|| {
        DeliveryFailure::new(DeliveryFailureKind::Invalid, format!("the host `{host}` has no public address"))
    })
}

/// Reads the start of a body as text.
async fn start_of(mut body: Incoming) -> String {
    let mut read = Vec::new();
    while read.len() < MAX_BODY
        && let Some(Ok(frame)) = body.frame().await
    {
        if let Some(data) = frame.data_ref() {
            read.extend_from_slice(&data[..data.len().min(MAX_BODY - read.len())]);
        }
    }
    String::from_utf8_lossy(&read).into_owned()
}

async fn connector(certificates: Option<PathBuf>) -> Result<TlsConnector, DeliveryFailure> {
    let misconfigured = |reason: String| DeliveryFailure::new(DeliveryFailureKind::Misconfigured, reason);
    let read = spawn_blocking(move || certificate_authorities::load(certificates.as_deref()));
    let mut roots = RootCertStore::empty();
    let read = read.await.map_err(|error| error.to_string()).flatten();
    roots.add_parsable_certificates(read.map_err(misconfigured)?);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| misconfigured(error.to_string()))?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}
