//! Subscribers of a game: the connections on this node that receive its messages.

use std::sync::Arc;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;
use faraday_play::{Act, Timestamp};
use faraday_store::{GameId, PersonId};
use faraday_wire::live::GameRating;

use super::Rematch;
use crate::bus::Presence;

/// The purpose of a subscription.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubscriptionKind {
    /// The game is on screen: a person without a seat counts as a spectator.
    Watch,
    /// The game is a small board in a list: only the seats of players count.
    Preview,
}

/// A subscriber of a game: a connection of a player or spectator.
pub struct Subscriber {
    /// The id, unique on this node.
    pub id: u64,
    /// The person, if the connection has a session.
    pub who: Option<PersonId>,
    pub kind: SubscriptionKind,
    /// The start of the subscription.
    pub since: Timestamp,
    /// The number of the last log entry that the subscriber has.
    pub seen: Option<u64>,
    pub queue: Box<dyn MessageQueue>,
}

/// The outgoing queue of a subscriber, as the game's task uses it.
pub trait MessageQueue: Send {
    /// Queues a message, unless the subscriber is too slow or gone.
    fn send(&self, message: &Arc<GameMessage>);
    /// Returns the round-trip time in milliseconds, as the server has measured it.
    fn ping_ms(&self) -> Option<u32>;
    /// Returns true if the subscriber reads its messages and answers pings.
    fn keeps_up(&self) -> bool;
    /// Returns true if the connection is open.
    fn is_open(&self) -> bool;
}

/// A message about a game, serialized once for all subscribers.
pub struct GameMessage {
    pub event: Event,
    /// The JSON text, once a subscriber has needed it.
    pub text: OnceLock<Utf8Bytes>,
}

/// The maximum number of log entries in one message.
pub const PAGE: usize = 1000;

/// Log entries of a game, serialized once for all subscribers who get them.
pub struct Page {
    pub acts: Vec<Arc<Act>>,
    /// The JSON text of each entry, once a subscriber has needed them.
    pub texts: OnceLock<Vec<String>>,
}

/// An event that is sent to the subscribers of a game.
pub enum Event {
    /// A log entry was committed.
    Act(GameId, Arc<Act>),
    /// The presence has changed.
    Here(GameId, Presence),
    /// The rematch has changed.
    Rematch(GameId, Rematch),
    /// The rated game was settled. Clients need protocol 2.
    Rated(Box<GameRating>),
    /// The task of the game has ended, so subscriptions have to be renewed.
    Broken(GameId),
}

impl GameMessage {
    /// Creates the message of an event.
    pub fn of(event: Event) -> Arc<GameMessage> {
        Arc::new(GameMessage { event, text: OnceLock::new() })
    }
}
