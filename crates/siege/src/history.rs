//! The messages that one client sent and received in one game, in order.
//!
//! This module does not depend on sockets: a history is data for the checker.

use faraday_wire::live::{GameAction, PlayedAct, SharedGame};
use faraday_wire::{Color, ProblemKind};

/// The messages that one client sent and received in one game, in order.
#[derive(Clone, Debug)]
pub struct History {
    /// The client's name in reports: `white`, `black`, `spectator 2`.
    pub observer: String,
    /// The side that the client plays. `None` for a spectator.
    pub side: Option<Color>,
    pub entries: Vec<Entry>,
}

/// A message that a client sent or received, or an event on its connection.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A request was sent, possibly again.
    Sent { id: String, request: Request },
    /// A request was acknowledged.
    Acked {
        id: String,
        /// The act that the request resulted in.
        seq: Option<u64>,
        transport: Transport,
    },
    /// A request was refused permanently.
    Refused { id: String, kind: ProblemKind },
    /// An act arrived on its own.
    ActReceived(PlayedAct),
    /// The game arrived with the acts after `seen`.
    Resumed {
        /// The act that the client named as seen, or 0 for none.
        seen: u64,
        /// The number of the last act, as the server reported it.
        head: u64,
        acts: Vec<PlayedAct>,
    },
    /// The connection was lost or abandoned.
    Disconnected,
    /// The server sent a malformed frame.
    Unreadable(String),
    /// The game neither continued nor ended within the client's timeout.
    Stuck(String),
}

/// A request of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    Move {
        ply: usize,
        uci: String,
        /// True if it carries a draw offer.
        draw: bool,
    },
    Act {
        wanted: GameAction,
        /// The offer that it answers.
        to: Option<u64>,
    },
}

/// The transport by which a request was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transport {
    /// The socket that also receives the game. The acknowledgment follows the act there.
    Socket,
    Http,
}

impl History {
    /// Creates an empty history.
    pub fn new(observer: impl Into<String>, side: Option<Color>) -> History {
        History { observer: observer.into(), side, entries: Vec::new() }
    }

    /// Adds an entry at the end.
    pub fn note(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Adds a `game` frame.
    pub fn resume(&mut self, seen: u64, game: &SharedGame) {
        self.note(Entry::Resumed { seen, head: game.seq, acts: game.acts.clone() });
    }
}
