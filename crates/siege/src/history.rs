//! What one client has said and been told in one game, in order.
//!
//! Knows nothing of sockets: a history is data that the checker reads.

use faraday_wire::live::{PlayedAct, SharedGame, Wanted};
use faraday_wire::{Color, ProblemKind};

/// What one client has said and been told in one game, in order.
#[derive(Clone, Debug)]
pub struct History {
    /// What the client is called in reports: `white`, `black`, `watcher 2`.
    pub observer: String,
    /// The side that it plays; none for a spectator.
    pub side: Option<Color>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// Something that a client said or was told.
#[derive(Clone, Debug)]
pub enum Entry {
    /// It sent a request, perhaps not for the first time.
    Sent {
        /// The name of the request.
        id: String,
        /// What it asks for.
        request: Request,
    },
    /// A request was acknowledged.
    Acked {
        /// The name of the request.
        id: String,
        /// The act that answers it.
        seq: Option<u64>,
        /// How it was sent.
        way: Way,
    },
    /// A request was refused for good.
    Refused {
        /// The name of the request.
        id: String,
        /// The kind of the problem.
        kind: ProblemKind,
    },
    /// An act came by itself.
    Told(PlayedAct),
    /// The game came, with the acts after the one that was named as seen.
    Resumed {
        /// What the client had named; 0 for nothing.
        seen: u64,
        /// The number of the last act, by its own word.
        head: u64,
        /// The acts.
        acts: Vec<PlayedAct>,
    },
    /// The connection was lost or given up.
    Cut,
    /// The server said something that cannot be read.
    Unreadable(String),
    /// The game did not go on, or did not end, for so long that the client gave up.
    Stuck(String),
}

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A move.
    Move {
        /// Its number in the game.
        ply: usize,
        /// The move.
        uci: String,
        /// Whether it comes with the offer of a draw.
        draw: bool,
    },
    /// Anything else.
    Act {
        /// What.
        wanted: Wanted,
        /// The offer that it answers.
        to: Option<u64>,
    },
}

/// How a request was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// On the socket that is told of the game, where the acknowledgement follows the act.
    Socket,
    /// By HTTP.
    Http,
}

impl History {
    /// Nothing has happened yet.
    pub fn new(observer: impl Into<String>, side: Option<Color>) -> History {
        History { observer: observer.into(), side, entries: Vec::new() }
    }

    /// Notes something.
    pub fn note(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Notes a `game` frame.
    pub fn resume(&mut self, seen: u64, game: &SharedGame) {
        self.note(Entry::Resumed { seen, head: game.seq, acts: game.acts.clone() });
    }
}
