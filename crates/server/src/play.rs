//! Online play: the entry point that joins the store, the open games, and the connected people.

mod account_texts;
mod annulments;
mod cached;
mod challenges;
mod digests;
mod direct_challenges;
mod email_job;
mod erasures;
mod house;
mod house_games;
mod house_search;
mod house_turn;
mod job;
mod job_loop;
mod jobs;
mod leave;
mod lobby;
mod lobby_refusals;
mod new_game;
mod notice_job;
mod notice_message;
mod notice_texts;
mod notices;
mod planned_replies;
mod presence;
mod public_games;
mod push_job;
mod quota;
mod request_key;
mod seeks;
mod settlement;

use std::io;
use std::sync::Arc;

use faraday_play::Timestamp;
use faraday_store::{GameId, Lobby, Location, NodeId, OpenError, Options, PersonId, Store, StoreError};
use rand::RngExt;
use rand::distr::Alphanumeric;
use thiserror::Error;
use tokio::time::{Instant, timeout_at};

use crate::bus::{Bus, BusError, BusMessage, BusReceiver};
use crate::config::Config;
use crate::deliveries::Deliveries;
use crate::endgames::Endgames;
use crate::games::{Games, Node, RematchChange};
use crate::hub::Hub;
use crate::mail::{MailError, MailKey, Mailer};
use crate::public_url::PublicUrl;
use crate::push::PushSender;
use crate::rate_limits::{AcceptLimit, SeekLimit};

pub use annulments::parse_reason;
use cached::Cached;
pub use challenges::no_challenge;
pub use direct_challenges::for_another;
use house::House;
pub use house_games::house_levels;
pub use lobby_refusals::seconds_until;
use public_games::Listed;
pub use push_job::TEST;
use quota::Quotas;
use request_key::RequestKey;
pub use seeks::no_seek;

/// Online play: the store, the open games, and the connected people.
#[derive(Clone)]
pub struct Play {
    pub games: Arc<Games>,
    pub hub: Arc<Hub>,
    /// The public URL of the server, if the operator has set it.
    pub public: Option<Arc<PublicUrl>>,
    /// The sender of emails, if the operator has named a mail server.
    pub mailer: Option<Arc<Mailer>>,
    /// The key of links in emails. It is known without a mail server, so that links in earlier emails remain valid.
    pub mail_key: MailKey,
    /// The sender of push messages, if this site can send any.
    pub push: Option<Arc<PushSender>>,
    /// The emails that this server has sent.
    pub emails: Arc<Deliveries>,
    /// The push messages that this server has sent.
    pub pushes: Arc<Deliveries>,
    house: Arc<House>,
    lobby: Arc<Cached<Lobby>>,
    quotas: Arc<Quotas>,
    request_key: Arc<RequestKey>,
    accepts: AcceptLimit,
    seek_changes: SeekLimit,
    public_games: Arc<Cached<Vec<Listed>>>,
}

/// The reasons why online play cannot start.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Debug, Error)]
pub enum PlayError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The system provides no threads.
    #[error("the house cannot play: {0}")]
    House(io::Error),
    /// A database file is for one process only.
    #[error("`--bus` joins nodes that share a database: `--database` must be `postgres://…`")]
    BusWithFile,
}

impl Play {
    /// Opens the store and joins other nodes, if there are any. Also returns the receiver of their messages.
    pub async fn open(config: &Config, endgames: Endgames) -> Result<(Play, BusReceiver), PlayError> {
        let location = &config.database;
        let is_alone = matches!(location, Location::Sqlite(_));
        if is_alone && config.bus.is_some() {
            return Err(PlayError::BusWithFile);
        }
        let store = Store::open(location, &Options::default()).await?;
        let secret = store.mail_key().await?;
        let mail_key = MailKey::new(&secret);
        let house = Arc::new(House::start(&secret, config.limits.analyses).map_err(PlayError::House)?);
        let mailer = |settings| {
            Mailer::new(settings, config.certificates.as_deref(), config.public_url.as_ref(), mail_key.clone())
        };
        let mailer = config.mail.as_ref().map(mailer).transpose()?.map(Arc::new);
        let node = if is_alone { NodeId::parse("node") } else { NodeId::parse(&random_token()) };
        let node = Node::start(store.clone(), node.expect("a name of letters"), is_alone).await?;
        let (bus, messages) = match &config.bus {
            Some(url) => {
                let clock = Arc::clone(&node);
                Bus::join(url, &store.bus_key().await?, move || clock.now()).await?
            }
            None => Bus::within(),
        };
        let games = Games::new(node, bus.clone(), endgames, config.limits.open_games);
        let hub = Hub::new(bus, &config.limits);
        let public = config.public_url.clone().map(Arc::new);
        let quotas = Arc::new(Quotas::new(&config.limits, location));
        let (push_host, certificates) = (config.push_host.clone(), config.certificates.clone());
        let push = PushSender::open(games.node().store(), public.as_deref(), push_host, certificates).await?;
        let push = push.map(Arc::new);
        let play = Play {
            games,
            hub,
            public,
            mailer,
            mail_key,
            push,
            emails: Arc::default(),
            pushes: Arc::default(),
            house,
            lobby: Arc::default(),
            quotas,
            request_key: Arc::new(RequestKey::new(&secret)),
            accepts: AcceptLimit::default(),
            seek_changes: SeekLimit::default(),
            public_games: Arc::default(),
        };
        Ok((play, messages))
    }

    /// Returns the store of games and people.
    pub fn store(&self) -> &Store {
        self.games.node().store()
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.games.node().now()
    }

    /// Closes the connections of a person whose session has ended or changed, on every node. The person may have
    /// another name or an account by now, which the open games show.
    pub fn session_changed(&self, who: PersonId) {
        self.hub.session_changed(who);
        self.games.person_changed(who);
    }

    /// Like [`Play::session_changed`], but on this node only.
    fn session_changed_local(&self, who: PersonId) {
        self.hub.session_changed_local(who);
        self.games.person_changed(who);
    }

    /// Runs the background work of online play, until the future is dropped.
    pub async fn run(&self, mut messages: BusReceiver) {
        let receive = async {
            while let Some(message) = messages.recv().await {
                match message {
                    BusMessage::Person { who, message } => {
                        if let Some((game, rematch)) = RematchChange::of(&message) {
                            self.games.note_rematch(game, rematch);
                        }
                        self.hub.send_local(who, &message);
                    }
                    BusMessage::Session { who } => self.session_changed_local(who),
                    message => self.games.handle_message(message),
                }
            }
            std::future::pending::<()>().await;
        };
        let node = self.games.node();
        let heartbeat = node.run_heartbeat(|| self.games.close_all());
        tokio::join!(
            heartbeat,
            self.games.sweep(),
            jobs::run_all(self),
            digests::run(self),
            presence::run(self),
            erasures::run(self),
            seeks::run(self),
            receive
        );
    }

    /// Closes all connections, because the server is shutting down.
    pub fn disconnect(&self) {
        self.games.end();
        self.hub.close();
    }

    /// Closes the games and the store. If the database does not respond in time, logs that the last entries of
    /// some games are undecided.
    pub async fn close(&self, ends: Instant) {
        self.games.close_all();
        if timeout_at(ends, self.store().close()).await.is_err() {
            let games: Vec<String> = self.store().pending_games().iter().map(GameId::to_string).collect();
            tracing::warn!(
                "the database did not answer in time: the last acts of {} games are undecided: {}",
                games.len(),
                games.join(", ")
            );
        }
    }
}

/// Returns 32 random letters and digits: 190 bits.
pub fn random_token() -> String {
    let mut lot = rand::rng();
    (0..32).map(|_| char::from(lot.sample(Alphanumeric))).collect()
}
