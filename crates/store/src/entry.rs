//! What is put into a journal, and what becomes of it.

use faraday_play::{Act, Summary, Timestamp};
use faraday_rules::Color;

use crate::{GameId, Job, Mark};

/// An act to be kept, with what follows from it: either all of it is kept, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The game.
    pub game: GameId,
    /// The act. Its number is the next of the game, which is known only to whoever has read the journal to its end.
    pub act: Act,
    /// Drawn for this act, and kept when it is tried again.
    pub mark: Mark,
    /// The summary of the game from then on. `None` leaves it unchanged, or clears it if the game ends.
    pub summary: Option<Summary>,
    /// The time by which somebody must look at the game next. Only stored with a summary.
    pub wake_at: Option<Timestamp>,
    /// How the game ends with it, if it does.
    pub ended: Option<Ended>,
    /// The jobs that follow from it.
    pub jobs: Vec<Job>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who won, if anybody did.
    pub winner: Option<Color>,
    /// Why, as programs read it.
    pub reason: String,
    /// How many moves were made.
    pub plies: u64,
}

/// What became of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is in the journal, now or since an earlier try, and stays.
    Written,
    /// Another has its number: read on, and decide again.
    Lost,
}
