//! Subscribers of a game on this node, and the messages they are sent.

use std::sync::Arc;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;
use faraday_play::{Act, Timestamp};
use faraday_store::{GameId, PersonId};

use super::Rematch;
use crate::bus::Presence;

/// A subscriber of a game.
pub struct Subscriber {
    /// Tells it from others.
    pub id: u64,
    /// Who it is, if it has a session.
    pub who: Option<PersonId>,
    /// Since when it listens.
    pub since: Timestamp,
    /// The last act that it has.
    pub seen: Option<u64>,
    /// Where it is told.
    pub queue: Box<dyn MessageQueue>,
}

/// The queue of a subscriber.
pub trait MessageQueue: Send {
    /// Tells it, unless it does not keep up or is gone.
    fn tell(&self, news: &Arc<GameMessage>);
    /// The way there and back, in milliseconds, as the server has measured it.
    fn ping_ms(&self) -> Option<u32>;
    /// Whether it takes what it is told and answers when it is asked.
    fn keeps_up(&self) -> bool;
    /// Whether anybody reads at its other end.
    fn is_open(&self) -> bool;
}

/// What happens in a game, written out once for all who listen.
pub struct GameMessage {
    /// What.
    pub event: Event,
    /// How it is written, once somebody has done so.
    pub text: OnceLock<Utf8Bytes>,
}

/// The most acts that are sent at once.
pub const PAGE: usize = 1000;

/// Acts of a game, written once for all who are sent them.
pub struct Page {
    /// The acts.
    pub acts: Vec<Arc<Act>>,
    /// How each is written, once somebody has done so.
    pub texts: OnceLock<Vec<String>>,
}

/// What happens in a game.
pub enum Event {
    /// An act was committed.
    Act(GameId, Arc<Act>),
    /// Somebody has come or gone.
    Here(GameId, Presence),
    /// A rematch was offered, its offer has ended, or it has begun.
    Rematch(GameId, Rematch),
    /// The game cannot be followed any more: it is to be watched again.
    Broken(GameId),
}

impl GameMessage {
    /// The message of an event.
    pub fn of(event: Event) -> Arc<GameMessage> {
        Arc::new(GameMessage { event, text: OnceLock::new() })
    }
}
