//! Connections: accepted, served with limits, and drained when the site is told to end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::{Request, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::app::{App, Connected};
use crate::config::Config;
use crate::measure;
use crate::site::Site;

/// Why the site cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken.
    #[error("cannot listen on {address}: something else listens there; `--listen 127.0.0.1:0` takes a free port")]
    Taken {
        /// The address.
        address: String,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on `{address}`: {error}")]
    Listen {
        /// The address.
        address: String,
        /// Why not.
        error: io::Error,
    },
    /// The system gives no threads, signals or sockets.
    #[error("cannot serve: {0}")]
    System(#[from] io::Error),
}

/// A site that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

/// How long to wait before accepting again when the system has no more files to open.
const BREATH: Duration = Duration::from_millis(50);

/// Serves the site until the process is told to end by SIGINT or SIGTERM, and does not wait for anybody when it is told
/// again. Says where once it listens.
pub fn serve(config: &Config, listens: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(config, Site::embedded()).await?;
        if !server.app.site().is_built() {
            tracing::warn!("this binary was built without the page: `make run` builds both; the HTTP API works");
        }
        let (mut once, mut again) = signals()?;
        listens(server.address());
        tokio::select! {
            () = server.run(async { drop(once.wait_for(|count| *count >= 1).await) }) => {}
            _ = again.wait_for(|count| *count >= 2) => {}
        }
        Ok(())
    });
    runtime.shutdown_timeout(BREATH);
    served
}

/// How often the process has been told to end.
fn signals() -> io::Result<(watch::Receiver<u32>, watch::Receiver<u32>)> {
    let (count, counted) = watch::channel(0);
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        loop {
            #[cfg(unix)]
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            #[cfg(not(unix))]
            drop(tokio::signal::ctrl_c().await);
            count.send_modify(|count| *count += 1);
        }
    });
    Ok((counted.clone(), counted))
}

impl Server {
    /// Listens. Requests wait until the site runs.
    pub async fn bind(config: &Config, site: Site) -> Result<Server, ServeError> {
        let address = config.listen.clone();
        let listener = TcpListener::bind(&address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken { address },
            _ => ServeError::Listen { address, error },
        })?;
        Ok(Server { address: listener.local_addr()?, listener, app: App::new(config, site) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until told to end; then ends analyses and gives requests that are being answered some time.
    pub async fn run(self, end: impl IntoFuture<Output = ()>) {
        let open = GracefulShutdown::new();
        tokio::select! {
            () = self.accept(&open) => {}
            () = measure::upkeep() => {}
            () = end.into_future() => {}
        }
        let Server { listener, app, .. } = self;
        drop(listener);
        app.close();
        tracing::info!("ending: waiting for {} connections", open.count());
        if timeout(app.limits().drain_time, open.shutdown()).await.is_err() {
            tracing::warn!("some requests took too long to end");
        }
    }

    async fn accept(&self, open: &GracefulShutdown) {
        let places = Arc::new(Semaphore::new(self.app.limits().connections));
        loop {
            let place = Arc::clone(&places).acquire_owned().await.expect("nobody closes the semaphore");
            match self.listener.accept().await {
                Ok((stream, address)) => self.greet(stream, address, place, open),
                Err(error) => {
                    tracing::warn!("a connection was not accepted: {error}");
                    sleep(BREATH).await;
                }
            }
        }
    }

    /// Serves a connection on a task of its own.
    fn greet(&self, stream: TcpStream, address: SocketAddr, place: OwnedSemaphorePermit, open: &GracefulShutdown) {
        // A line of an analysis is short and must not wait for a second one to fill a packet.
        let _ = stream.set_nodelay(true);
        let limits = self.app.limits();
        let router = self.app.router();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Connected(address));
            router.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_buf_size(limits.head_bytes)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("the connection of {address} broke off: {error}");
            }
            drop(place);
        });
    }
}
