//! An act with the consequences that are stored with it, and the result of appending it to a journal.

use faraday_play::{Act, Summary, Timestamp};
use faraday_rules::Color;

use crate::{AppendId, GameId, Job};

/// An act with its consequences, such as a summary, a result, and jobs. All are stored together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Entry {
    pub game: GameId,
    /// The act. Its number is one more than that of the last act in the journal, so the caller must
    /// have read all of it.
    pub act: Act,
    /// Generated for this act and reused when the append is retried.
    pub append_id: AppendId,
    /// The summary of the game after this act. `None` leaves it unchanged, or clears it if the game ends.
    pub summary: Option<Summary>,
    /// The time by which a node must check the game again. Stored only together with a summary.
    pub wake_at: Option<Timestamp>,
    /// The result, if this act ends the game.
    pub ended: Option<Ended>,
    pub jobs: Vec<Job>,
}

/// The result of a game, stored with the act that ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Ended {
    /// `None` for draws and for games without a result.
    pub winner: Option<Color>,
    /// The reason as programs read it.
    pub reason: String,
    pub plies: u64,
}

/// The result of an append: written, or lost to another act with the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppendResult {
    /// The act is in the journal, from this or an earlier try, and is durable.
    Written,
    /// Another act has its number: read the new acts and decide again.
    Conflict,
}
