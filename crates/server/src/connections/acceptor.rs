//! The listening socket: accepts connections that the limiter admits, and serves each on a task of its own.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use super::limiter::{ConnectionLimiter, EnterError};
use super::serve::serve;
use super::stream::Stream;
use crate::client::Client;
use crate::rate_limited_log::RateLimitedLog;
use crate::setting::HeadSize;

/// The accept backlog. Beyond it the system refuses connections.
const BACKLOG: u32 = 4096;

/// The delay before the next accept after a failure, such as too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A listening socket and the limiter of its connections.
pub struct Acceptor {
    listener: TcpListener,
    address: SocketAddr,
    limiter: Arc<ConnectionLimiter>,
    head_size: HeadSize,
}

impl Acceptor {
    /// Listens. Connections wait until [`Acceptor::open`] accepts them.
    pub fn listen(address: &str, limiter: Arc<ConnectionLimiter>, head_size: HeadSize) -> io::Result<Acceptor> {
        let listener = listen(address)?;
        Ok(Acceptor { address: listener.local_addr()?, listener, limiter, head_size })
    }

    /// Returns the listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the limiter of the connections.
    pub fn limiter(&self) -> &Arc<ConnectionLimiter> {
        &self.limiter
    }

    /// Accepts connections and serves each on a task of its own.
    pub async fn open(&self, router: Router) {
        static UNACCEPTED: RateLimitedLog = RateLimitedLog::new();
        loop {
            match self.listener.accept().await {
                Ok((socket, address)) => {
                    self.accept(socket, address, &router);
                    // A connection that does not close must not keep others waiting for long.
                    drop(timeout(RETRY_DELAY, self.limiter.displaced_closed()).await);
                }
                Err(error) => {
                    if let Some(times) = UNACCEPTED.times() {
                        tracing::warn!("a connection was not accepted, {times} times so far: {error}");
                    }
                    sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    fn accept(&self, socket: TcpStream, address: SocketAddr, router: &Router) {
        let permit = match self.limiter.enter(Client::at(address.ip())) {
            Ok(permit) => permit,
            Err(refused) => return self.log_refusal(refused, address),
        };
        // An event of an analysis is small and must not wait for another one to fill a packet.
        let _ = socket.set_nodelay(true);
        set_send_timeout(&socket, self.limiter.limits().write_time);
        tokio::spawn(serve(Stream::new(socket, permit), address, router.clone(), self.head_size));
    }

    fn log_refusal(&self, refused: EnterError, address: SocketAddr) {
        static FULL: RateLimitedLog = RateLimitedLog::new();
        static CLIENT: RateLimitedLog = RateLimitedLog::new();
        let (log, why) = match refused {
            EnterError::Full => (&FULL, "all are being answered"),
            EnterError::Client => (&CLIENT, "the client has all of its share in use"),
            EnterError::Closed | EnterError::Sockets => return,
        };
        if let Some(times) = log.times() {
            let count = self.limiter.count();
            tracing::warn!("{times} connections refused, the last from {address}: {count} are open, and {why}");
        }
    }
}

/// Makes the system close a connection whose sent data is not acknowledged for this time.
#[cfg(target_os = "linux")]
fn set_send_timeout(socket: &TcpStream, time: Duration) {
    let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    // If this fails, the sweep still closes a connection that stalls.
    let _ = rustix::net::sockopt::set_tcp_user_timeout(socket, millis);
}

#[cfg(not(target_os = "linux"))]
fn set_send_timeout(_: &TcpStream, _: Duration) {}

/// Listens on the first address of a name that allows it.
fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failure = io::Error::new(io::ErrorKind::InvalidInput, "it stands for no address");
    // The name is resolved on this thread: there may be no runtime with others.
    for address in addresses(address)? {
        match listen_on(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Resolves an address and port, a host name and port, or a port of the loopback address only.
pub fn addresses(text: &str) -> io::Result<Vec<SocketAddr>> {
    let port = |text: &str| text.parse::<u16>().ok();
    if let Some(port) = port(text) {
        return Ok(vec![(Ipv4Addr::LOCALHOST, port).into()]);
    }
    // Other programs read this form as all addresses of the machine; here it would be resolved as an empty host name.
    if text.strip_prefix(':').and_then(port).is_some() {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    Ok(text.to_socket_addrs()?.collect())
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restarted server must be able to bind while old connections are in TIME_WAIT.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
