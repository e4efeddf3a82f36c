//! The server process: binds its addresses, serves connections, and drains on shutdown.

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use faraday_store::{Location, Role, StoreError, TokenHash};
use faraday_wire::live::SignUpMode;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::app::{App, Parts};
use crate::backups::{self, Backups};
use crate::bus::BusReceiver;
use crate::config::{Config, Peer, cores};
use crate::connections::{Acceptor, ConnectionLimiter, ConnectionLimits, addresses, room_for};
use crate::endgames::Endgames;
use crate::hosts::Hosts;
use crate::metrics;
use crate::people::{BreachedPasswords, BreachedPasswordsError, PasswordHasher};
use crate::play::{Play, PlayError, random_token};
use crate::site_settings::SiteSettingsCache;
use crate::static_files::Site;

/// The reasons why a server cannot run.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen on {address}: the port is in use; `--listen 127.0.0.1:0` picks a free one")]
    Taken { address: String },
    /// The server and its metrics have the same address.
    #[error("`--metrics-listen` is the address of the site, {address}: give the metrics a port of their own")]
    Shared { address: String },
    /// The address is invalid.
    #[error(
        "cannot listen on `{address}`: write an address and a port up to 65535, such as 127.0.0.1:8080, or only a port"
    )]
    Address { address: String },
    #[error("cannot listen on `{address}`: {error}")]
    Listen {
        address: String,
        /// The error of the system.
        error: String,
    },
    /// The file of stolen passwords cannot be used.
    #[error(transparent)]
    Breached(#[from] BreachedPasswordsError),
    /// A copy of the file would not be one of a database on another machine.
    #[error("`--backup` copies SQLite files: back up PostgreSQL with its own program, such as `{0}`")]
    BackupOfPostgres(String),
    /// Online play cannot start.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The system provides no threads, signals, or sockets.
    #[error("cannot serve: {0}")]
    System(#[from] io::Error),
}

/// A server that listens already, but does not accept requests until [`Server::run`].
pub struct Server {
    app: App,
    site: (Acceptor, Router),
    metrics: Option<(Acceptor, Router)>,
    drain_time: Duration,
    bus_messages: BusReceiver,
}

/// The state of the first admin of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FirstAdmin {
    /// There is an admin.
    Exists,
    /// There is no admin.
    Missing,
    /// There is no admin. The holder of the link with this token can become one within a day.
    Invited(String),
}

/// The time within which the first admin must redeem the link.
const INVITATION: Duration = Duration::from_secs(24 * 3600);

/// The time that threads get to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(50);

/// The time for log entries that wait for the database, if requests have used up the drain time.
const LAST_WRITES: Duration = Duration::from_secs(1);

/// Runs the server until the process gets SIGINT or SIGTERM. A second signal ends it without waiting. Calls `listens`
/// with the address once the server listens, and with the state of its first admin.
pub fn serve(config: &Config, listens: impl FnOnce(SocketAddr, FirstAdmin)) -> Result<(), ServeError> {
    let runtime = runtime(config.limits.request_threads)?;
    let served = runtime.block_on(async {
        let server = Server::open(config, Site::embedded()).await?;
        if !server.app.site().is_built() {
            tracing::warn!("this binary was built without the web app: `make run` builds both; the HTTP API works");
        }
        let first_admin = server.first_admin(config.invites_admin).await.map_err(PlayError::from)?;
        let (mut once, mut again) = signals()?;
        listens(server.address(), first_admin);
        tokio::select! {
            () = server.run(async { drop(once.wait_for(|count| *count >= 1).await) }) => {}
            _ = again.wait_for(|count| *count >= 2) => {}
        }
        Ok(())
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    served
}

/// Returns a runtime for connections: with threads of its own, or on this thread if the system provides no more.
fn runtime(threads: usize) -> io::Result<Runtime> {
    // Tokio panics if it cannot start its threads, so the same number of threads is tried first.
    let tried: Vec<_> = (0..threads).map(|_| std::thread::Builder::new().spawn(std::thread::park)).collect();
    let can_start = tried.iter().all(Result::is_ok);
    for thread in tried.into_iter().flatten() {
        thread.thread().unpark();
        // A thread that only parks does not panic.
        let _ = thread.join();
    }
    if can_start {
        return Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    }
    tracing::warn!("the system allows fewer than {threads} threads for connections: one thread serves all of them");
    Builder::new_current_thread().enable_all().build()
}

/// Returns two receivers of the number of shutdown signals so far.
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

/// The maximum number of connections to the metrics address.
const METRICS_CONNECTIONS: usize = 64;

/// The listening sockets of a server.
struct Acceptors {
    site: Acceptor,
    metrics: Option<Acceptor>,
}

impl Acceptors {
    fn listen(config: &Config, open_tables: usize) -> Result<Acceptors, ServeError> {
        let limits = &config.limits;
        let most = room_for(limits.connections, open_tables);
        let acceptor = |address: &str, most: usize| {
            let limiter = ConnectionLimiter::new(ConnectionLimits::of(limits, config.peer, most));
            Acceptor::listen(address, limiter, limits.head_size).map_err(|error| match error.kind() {
                io::ErrorKind::AddrInUse => ServeError::Taken { address: address.to_owned() },
                io::ErrorKind::InvalidInput => ServeError::Address { address: address.to_owned() },
                _ => ServeError::Listen { address: address.to_owned(), error: system_message(&error) },
            })
        };
        let site = acceptor(&config.listen, most)?;
        let apart = |address: &str| {
            acceptor(address, METRICS_CONNECTIONS).map_err(|error| match error {
                ServeError::Taken { address } if is_taken_by(site.address(), &address) => {
                    ServeError::Shared { address }
                }
                error => error,
            })
        };
        let metrics = config.metrics_listen.as_deref().map(apart).transpose()?;
        Ok(Acceptors { site, metrics })
    }
}

impl Server {
    /// Listens and opens the store. Requests wait until [`Server::run`] accepts them.
    pub async fn open(config: &Config, page: Site) -> Result<Server, ServeError> {
        metrics::begin();
        let backups = backups(config)?;
        let endgames = Endgames::open(&config.tables);
        let breached = config.breached.as_deref().map(BreachedPasswords::open).transpose()?;
        let hasher = PasswordHasher::start(cores(), breached.unwrap_or_default())?;
        // A server that cannot listen must not create a database.
        let Acceptors { site, metrics } = Acceptors::listen(config, endgames.files())?;
        let (play, bus_messages) = Play::open(config, endgames.clone()).await?;
        let site_settings = SiteSettingsCache::new(config.sign_up, usual_sign_up_mode(config.peer, site.address()));
        let app = App::new(config, page, Parts { endgames, play, hasher, site_settings, backups })?;
        let router = app.router(Hosts::of(config, site.address()));
        let metrics = metrics.map(|acceptor| (acceptor, app.metrics_router()));
        Ok(Server { app, site: (site, router), metrics, drain_time: config.limits.drain_time, bus_messages })
    }

    /// Returns the state that all requests share.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.site.0.address()
    }

    /// Returns the address of the metrics, if it is a separate one.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(acceptor, _)| acceptor.address())
    }

    /// Returns the state of the first admin. If there is none and `invites` is set, adds an invitation, which replaces
    /// that of an earlier start.
    async fn first_admin(&self, invites: bool) -> Result<FirstAdmin, StoreError> {
        let (store, now) = (self.app.play().store(), self.app.play().now());
        if store.has_admin().await? {
            return Ok(FirstAdmin::Exists);
        }
        if !invites {
            return Ok(FirstAdmin::Missing);
        }
        let token = random_token();
        store.invite(None, Role::Admin, &TokenHash::of(&token), [now, now.after(INVITATION)]).await?;
        Ok(FirstAdmin::Invited(token))
    }

    /// Serves until `end` completes. Then it ends analyses, and gives pending requests some time.
    pub async fn run(self, end: impl IntoFuture<Output = ()>) {
        let Server { app, site: (acceptor, router), metrics, drain_time, bus_messages } = self;
        let limiter = Arc::clone(acceptor.limiter());
        tokio::select! {
            () = acceptor.open(router) => {}
            () = limiter.sweep() => {}
            () = serve_metrics(metrics) => {}
            () = metrics::upkeep() => {}
            () = app.play().run(bus_messages) => {}
            () = app.run_backups() => {}
            () = end.into_future() => {}
        }
        drop(acceptor);
        app.close();
        app.play().disconnect();
        limiter.close();
        tracing::info!("shutting down: waiting for {} connections", limiter.count());
        let ends = Instant::now() + drain_time;
        let is_empty = tokio::select! {
            emptied = timeout_at(ends, limiter.emptied()) => emptied.is_ok(),
            () = limiter.sweep() => false,
        };
        if !is_empty {
            tracing::warn!("some requests took too long to finish");
            limiter.cut();
        }
        app.play().close(ends.max(Instant::now() + LAST_WRITES)).await;
    }
}

/// Returns the backups of the database, if the operator wants them.
fn backups(config: &Config) -> Result<Option<Arc<Backups>>, ServeError> {
    let Some(folder) = &config.backup else { return Ok(None) };
    match &config.database {
        Location::Sqlite(file) => Ok(Some(Arc::new(Backups::new(file, folder, config.backup_keep)))),
        Location::Postgres(_) => {
            Err(ServeError::BackupOfPostgres(backups::command(&config.database).unwrap_or_default()))
        }
    }
}

/// Returns the default sign-up mode. Anyone who can reach a server on a loopback address uses the same computer, unless a
/// proxy passes requests on.
fn usual_sign_up_mode(peer: Peer, address: SocketAddr) -> SignUpMode {
    match peer {
        Peer::Client if address.ip().to_canonical().is_loopback() => SignUpMode::Open,
        Peer::Client | Peer::Proxies(_) => SignUpMode::Invited,
    }
}

/// Returns true if the server itself occupies an address.
fn is_taken_by(site: SocketAddr, address: &str) -> bool {
    let meets = |other: SocketAddr| {
        let is_every = site.ip().is_unspecified() || other.ip().is_unspecified();
        other.port() == site.port() && (is_every || other.ip() == site.ip())
    };
    addresses(address).is_ok_and(|addresses| addresses.into_iter().any(meets))
}

/// Returns the error text of the system, without its code and the name of the failed lookup.
fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason);
    text.strip_prefix("failed to lookup address information: ").unwrap_or(text).to_owned()
}

/// Serves the metrics at their own address, until the future is dropped.
async fn serve_metrics(metrics: Option<(Acceptor, Router)>) {
    let Some((acceptor, router)) = metrics else { return pending().await };
    let limiter = Arc::clone(acceptor.limiter());
    tokio::select! {
        () = acceptor.open(router) => {}
        () = limiter.sweep() => {}
    }
}
