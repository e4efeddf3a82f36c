//! The protocol of one WebSocket connection: handles each message of the client, and sends the frames that it causes.

mod watches;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::extract::ws::close_code;
use faraday_play::{Action, Latency, MoveRequest, RequestId, Timestamp};
use faraday_store::{GameId, GameStatus, PersonId, Session};
use faraday_wire::live::{ByeReason, Frame, Identity, Message, OwnGame, PROTOCOLS};
use governor::DefaultDirectRateLimiter;

use super::reading::{MessageError, player_action, read};
use crate::client::Client;
use crate::connections::Priority;
use crate::games::{self, Event, PlayerRequest, Reply, SubscriptionKind};
use crate::hub::{Outgoing, OutgoingQueue};
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::rate_limits::LiveLimits;
use crate::shapes::{self, denied, failed};
use watches::{SendGame, Watch};

/// The maximum number of games that a connection may watch.
const MAX_WATCHES: usize = 32;

/// The longest delay, in milliseconds, before a client reconnects after a `bye`.
pub const MAX_RECONNECT_MS: u64 = 3000;

/// The protocol state of one WebSocket connection: its session, its watched games, and its rate limits.
pub struct Conversation {
    play: Play,
    session: Option<Session>,
    queue: OutgoingQueue,
    watches: HashMap<GameId, Watch>,
    /// The person's running games, each with a flag that is set once presence has no effect on the game: it has ended,
    /// or has no clock.
    running: HashMap<GameId, Arc<AtomicBool>>,
    limiters: Limiters,
    /// The protocol version of the client, once it has sent `hello`.
    protocol: Option<u32>,
    /// The time of the last comparison of the client's log entries with the journal.
    resynced: Option<Instant>,
}

/// The rate limits of a connection.
pub struct Limiters {
    /// For the messages on this connection.
    pub own: DefaultDirectRateLimiter,
    /// For the messages on all connections of the person.
    pub shared: Option<Arc<DefaultDirectRateLimiter>>,
    /// For the client's actions within an hour.
    pub hourly: LiveLimits,
    pub client: Client,
}

/// The next step of a connection after a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextStep {
    GoOn,
    /// The connection is closed with a code and a sentence.
    Close(u16, &'static str),
    /// The client is sent a `bye` with the reason.
    Bye(ByeReason),
}

/// A request with its id.
struct CheckedRequest {
    id: String,
    game: GameId,
    who: PersonId,
    request: RequestId,
}

/// A refused request, and the reason.
struct RefusedRequest {
    id: String,
    problem: Problem,
}

impl Conversation {
    /// Creates a conversation before its first message.
    pub fn new(play: Play, session: Option<Session>, queue: OutgoingQueue, limiters: Limiters) -> Conversation {
        let (watches, running) = (HashMap::new(), HashMap::new());
        Conversation { play, session, queue, watches, running, limiters, protocol: None, resynced: None }
    }

    /// Returns true once the client has sent `hello`.
    pub const fn has_said_hello(&self) -> bool {
        self.protocol.is_some()
    }

    /// Returns the priority of the connection, by which the limiter chooses which one to close when permits are short.
    pub fn priority(&self) -> Priority {
        match &self.session {
            None => Priority::Anonymous,
            Some(_) if self.watches.values().any(Watch::is_on_screen) => Priority::Subscribed,
            Some(_) => Priority::Unsubscribed,
        }
    }

    /// Handles a message of the client.
    pub fn handle(&mut self, text: &str) -> NextStep {
        let arrived = self.play.now();
        let Limiters { own, shared, .. } = &self.limiters;
        if own.check().is_err() || shared.as_ref().is_some_and(|shared| shared.check().is_err()) {
            return NextStep::Bye(ByeReason::Limit);
        }
        let message = match read(text) {
            Ok(message) => message,
            Err(MessageError::NotJson) => return NextStep::Close(close_code::UNSUPPORTED, "this is not a JSON object"),
            Err(MessageError::Refused(id, problem)) => {
                self.queue.send(Frame::Refused { id, game: None, problem: problem.into_shape() });
                return NextStep::GoOn;
            }
        };
        match message {
            Message::Hello { protocol } if !PROTOCOLS.contains(&protocol) => return NextStep::Bye(ByeReason::Protocol),
            Message::Hello { .. } if self.has_said_hello() => {}
            Message::Hello { protocol } => self.welcome(protocol),
            _ if !self.has_said_hello() => {
                return NextStep::Close(close_code::POLICY, "the first message must be `hello`");
            }
            Message::Watch { game, seen } => self.watch(&game, seen, SubscriptionKind::Watch),
            Message::Preview { game, seen } => self.watch(&game, seen, SubscriptionKind::Preview),
            Message::Unwatch { game } => self.unwatch(&game),
            Message::Ping { n, seen } => self.ping(n, &seen),
            Message::Move { id, game, seen, ply, uci, draw } => {
                let latency = Latency { delay: Duration::ZERO, lag: self.queue.lag() };
                let action = Action::Move(MoveRequest { uci, ply, seen, draw, latency });
                self.request(id, &game, games::PlayerAction::Action(action), arrived);
            }
            Message::Act { id, game, seen: _, action, to } => {
                self.request(id, &game, player_action(action, to), arrived);
            }
            Message::Rematch { id, game, rated } => self.rematch(id, &game, rated),
        }
        NextStep::GoOn
    }

    /// Returns true unless the client's version of the protocol does not have the frame, or it comes before the welcome.
    pub fn takes(&self, outgoing: &Outgoing) -> bool {
        let is_new = match outgoing {
            Outgoing::Frame(frame) => matches!(**frame, Frame::Notice { .. }),
            Outgoing::GameMessage(message) => matches!(message.event, Event::Rated(_)),
            Outgoing::Game(_) => false,
        };
        !is_new || self.protocol.is_some_and(|protocol| protocol > 1)
    }

    /// Notes outgoing items. Must be called in the order in which they are sent.
    pub fn note_outgoing(&mut self, outgoing: &Outgoing) {
        match outgoing {
            Outgoing::GameMessage(message) => match &message.event {
                Event::Act(game, act) => self.note_sent(*game, act.seq),
                Event::Here(..) | Event::Rematch(..) | Event::Rated(_) | Event::Broken(_) => {}
            },
            Outgoing::Game(frames) => frames.iter().for_each(|paged| self.note_frame(&paged.frame)),
            Outgoing::Frame(frame) => self.note_frame(frame),
        }
    }

    fn note_frame(&mut self, frame: &Frame) {
        match frame {
            Frame::Game { game, .. } => {
                if let Ok(id) = GameId::parse(&game.game) {
                    self.note_sent(id, game.seq);
                }
            }
            Frame::Welcome { games, .. } => self.add_running(games.iter().map(|own| own.game.as_str())),
            Frame::Started { game, .. } => self.add_running([game.as_str()]),
            _ => {}
        }
    }

    fn note_sent(&mut self, game: GameId, seq: u64) {
        if let Some(watch) = self.watches.get_mut(&game) {
            watch.sent = Some(seq);
        }
    }

    /// Adds running games of the person: an open page of the web app counts as presence in them (T.5).
    fn add_running<'a>(&mut self, games: impl IntoIterator<Item = &'a str>) {
        self.running.retain(|_, is_over| !is_over.load(Relaxed));
        for game in games.into_iter().filter_map(|game| GameId::parse(game).ok()) {
            if self.running.len() < MAX_WATCHES {
                self.running.entry(game).or_default();
            }
        }
        self.note_presence();
    }

    /// Notes the person's presence in the running games that the connection does not watch.
    pub fn note_presence(&mut self) {
        let Some(who) = self.session.as_ref().map(|session| session.who) else { return };
        self.running.retain(|_, is_over| !is_over.load(Relaxed));
        for (game, is_over) in self.running.iter().filter(|(game, _)| !self.watches.contains_key(game)) {
            self.play.games.note_present_unless(*game, who, is_over);
        }
    }

    /// Ends the conversation and its subscriptions.
    pub fn end(&mut self) {
        for (game, watch) in self.watches.drain() {
            self.play.games.unsubscribe(game, watch.subscriber);
        }
    }

    fn welcome(&mut self, protocol: u32) {
        self.protocol = Some(protocol);
        let (play, queue, session) = (self.play.clone(), self.queue.clone(), self.session.clone());
        tokio::spawn(async move {
            let games = match &session {
                Some(session) => own_games(&play, session.who).await,
                None => Vec::new(),
            };
            let identity = session.map(|session| {
                let identity = shapes::you(&session);
                Identity {
                    person: identity.person.filter(|_| protocol > 1),
                    role: identity.role.filter(|_| protocol > 1),
                    ..identity
                }
            });
            queue.send(Frame::Welcome { protocol, identity, now: play.now().as_millis(), games });
        });
    }

    fn request(&mut self, id: String, game: &str, action: games::PlayerAction, arrived: Timestamp) {
        let CheckedRequest { id, game, who, request } = match self.check_request(id, game) {
            Ok(checked) => checked,
            Err(refused) => return self.refuse(refused),
        };
        let Limiters { hourly, client, .. } = &self.limiters;
        if let Err(problem) = hourly.acts.0.admit(*client) {
            return self.refuse(RefusedRequest { id, problem });
        }
        let queue = self.queue.clone();
        let reply: Reply = Box::new(move |answer| {
            queue.send(match answer {
                Ok(seq) => Frame::Ack { id, seq: Some(seq) },
                Err(denial) => Frame::Refused { id: Some(id), game: None, problem: denied(denial).into_shape() },
            });
        });
        let watch = self.watches.get(&game).filter(|watch| !watch.has_failed.load(Relaxed));
        let subscription = watch.map(|watch| self.subscription(game, watch, watch.sent, SendGame::IfChanged));
        self.play.games.request(game, PlayerRequest { who, id: Some(request), action, arrived, reply, subscription });
    }

    fn rematch(&mut self, id: String, game: &str, rated: Option<bool>) {
        let CheckedRequest { id, game, who, .. } = match self.check_request(id, game) {
            Ok(checked) => checked,
            Err(refused) => return self.refuse(refused),
        };
        let Limiters { hourly, client, .. } = &self.limiters;
        if let Err(problem) = hourly.challenges.0.admit(*client) {
            return self.refuse(RefusedRequest { id, problem });
        }
        let (play, queue) = (self.play.clone(), self.queue.clone());
        tokio::spawn(async move {
            queue.send(match play.rematch(game, who, rated).await {
                Ok(_) => Frame::Ack { id, seq: None },
                Err(problem) => Frame::Refused { id: Some(id), game: None, problem: problem.into_shape() },
            });
        });
    }

    /// Checks the parts of every request: its id, the session, and the game.
    fn check_request(&self, id: String, game: &str) -> Result<CheckedRequest, RefusedRequest> {
        let refused = |id, problem| Err(RefusedRequest { id, problem });
        let request = match RequestId::parse(&id) {
            Ok(request) => request,
            Err(error) => return refused(id, Problem::new(Kind::BadRequest, error.to_string()).at("id")),
        };
        let Some(session) = &self.session else {
            return refused(
                id,
                Problem::new(Kind::NoSession, "this connection has no session: it can only watch games"),
            );
        };
        match GameId::parse(game) {
            Ok(game) => Ok(CheckedRequest { id, game, who: session.who, request }),
            Err(_) => refused(id, failed(&games::Failure::NotFound)),
        }
    }

    fn refuse(&self, RefusedRequest { id, problem }: RefusedRequest) {
        self.queue.send(Frame::Refused { id: Some(id), game: None, problem: problem.into_shape() });
    }
}

/// Returns a person's running games.
async fn own_games(play: &Play, who: PersonId) -> Vec<OwnGame> {
    let stored = match play.store().games_of(who, GameStatus::Running, MAX_WATCHES as u64, None).await {
        Ok(stored) => stored,
        Err(error) => {
            tracing::warn!("the games of a player cannot be read: {error}");
            return Vec::new();
        }
    };
    let mut games = Vec::new();
    for stored in stored {
        let Some(side) = stored.side_of(who) else { continue };
        let Some(summary) = play.games.summary(&stored).await else { continue };
        games.push(OwnGame {
            game: stored.id.to_string(),
            side: side.into(),
            your_turn: summary.turn == side && summary.deadline.is_some(),
            deadline: summary.deadline.map(Timestamp::as_millis),
        });
    }
    games
}

#[cfg(test)]
mod tests;
