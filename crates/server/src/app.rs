//! The state shared by all requests, from which handlers extract the parts that they need.

use std::io;
use std::sync::Arc;

use axum::extract::FromRef;
use faraday_store::Location;

use crate::analysis::Queue;
use crate::backups::Backups;
use crate::client::{ClientLimiter, SocketLimiter};
use crate::config::{Config, Limits};
use crate::endgames::Endgames;
use crate::lan_addresses::LanAddresses;
use crate::people::{Authenticator, PasswordHasher};
use crate::play::Play;
use crate::rate_limits::{
    ActLimit, AttemptLimit, ChallengeLimit, ClientRateLimit, ExportLimit, GuessLimit, GuestLimit, LiveLimits,
    MailLimit, Quantity, SignUpLimit,
};
use crate::request_workers::RequestWorkers;
use crate::site_settings::SiteSettingsCache;
use crate::static_files::Site;

/// The state that all requests share. A handler extracts the part that it needs.
#[derive(Clone, FromRef)]
pub struct App {
    limits: Arc<Limits>,
    site: Site,
    clients: Arc<ClientLimiter>,
    sockets: SocketLimiter,
    workers: RequestWorkers,
    queue: Arc<Queue>,
    metrics: MetricsAudience,
    endgames: Endgames,
    play: Play,
    guests: GuestLimit,
    attempts: AttemptLimit,
    challenges: ChallengeLimit,
    acts: ActLimit,
    mails: MailLimit,
    lan_addresses: LanAddresses,
    site_settings: SiteSettingsCache,
    sign_ups: SignUpLimit,
    hasher: PasswordHasher,
    authenticator: Authenticator,
    exports: ExportLimit,
    backups: Option<Arc<Backups>>,
    database: Location,
}

/// The endings of the sentences that refuse a client over its limit.
const REQUESTS: &str = "requests under way; wait until one is answered";
const SOCKETS: &str = "WebSockets open; close one";

/// The quantities that are limited per client and hour, or per day for sign-ups.
const GUESTS: Quantity = Quantity { name: "guests", option: "--guests-per-client" };
const CHALLENGES: Quantity = Quantity { name: "challenges", option: "--challenges-per-client" };
const ACTS: Quantity = Quantity { name: "moves", option: "--acts-per-client" };
const MAILS: Quantity = Quantity { name: "emails", option: "--emails-per-client" };
const SIGN_UPS: Quantity = Quantity { name: "sign-ups", option: "--sign-ups-per-client" };
const PUZZLES: Quantity = Quantity { name: "puzzle attempts", option: "--puzzles-per-client" };

/// The clients to which the metrics are served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricsAudience {
    /// Everyone who can reach the server.
    Public,
    /// Everyone who can reach the separate metrics address.
    MetricsAddress,
}

/// The parts of the state that are opened before it.
pub struct Parts {
    pub endgames: Endgames,
    pub play: Play,
    pub hasher: PasswordHasher,
    pub site_settings: SiteSettingsCache,
    pub backups: Option<Arc<Backups>>,
}

impl FromRef<App> for LiveLimits {
    fn from_ref(app: &App) -> LiveLimits {
        LiveLimits { challenges: app.challenges.clone(), acts: app.acts.clone() }
    }
}

impl App {
    /// Creates the state of a server, and starts all of its worker threads.
    pub fn new(config: &Config, site: Site, parts: Parts) -> io::Result<App> {
        let limits = Arc::new(config.limits.clone());
        let Parts { endgames, play, hasher, site_settings, backups } = parts;
        let authenticator = Authenticator { hasher: hasher.clone(), guesses: GuessLimit::default() };
        Ok(App {
            queue: Queue::new(&limits)?,
            workers: RequestWorkers::start(&limits)?,
            clients: Arc::new(ClientLimiter::new(config.peer, limits.requests_per_client, REQUESTS)),
            sockets: SocketLimiter(Arc::new(ClientLimiter::new(config.peer, limits.sockets_per_client, SOCKETS))),
            metrics: if config.metrics_listen.is_some() {
                MetricsAudience::MetricsAddress
            } else {
                MetricsAudience::Public
            },
            endgames,
            play,
            guests: GuestLimit(ClientRateLimit::hourly(limits.guests_per_client, GUESTS)),
            lan_addresses: LanAddresses::of(config),
            challenges: ChallengeLimit(ClientRateLimit::hourly(limits.challenges_per_client, CHALLENGES)),
            acts: ActLimit(ClientRateLimit::hourly(limits.acts_per_client, ACTS)),
            site_settings,
            sign_ups: SignUpLimit(ClientRateLimit::daily(limits.sign_ups_per_client, SIGN_UPS)),
            hasher,
            authenticator,
            exports: ExportLimit::default(),
            backups,
            database: config.database.clone(),
            mails: MailLimit::new(limits.emails_per_client, MAILS),
            attempts: AttemptLimit::new(limits.puzzles_per_client, PUZZLES),
            site: config.public_url.as_ref().map_or(site, |origin| site.found_at(&origin.to_string())),
            limits,
        })
    }

    /// Returns the state of online play.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the files of the web app.
    pub fn site(&self) -> Site {
        self.site
    }

    /// Makes backups until the future is dropped.
    pub async fn run_backups(&self) {
        match &self.backups {
            Some(backups) => backups.run().await,
            None => std::future::pending().await,
        }
    }

    /// Starts no more analyses, and ends the running ones.
    pub fn close(&self) {
        self.queue.close();
    }
}
