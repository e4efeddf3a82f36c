//! What is put into a journal, and what becomes of it.

use faraday_play::{Act, Summary, Timestamp};
use faraday_rules::Color;

use crate::{GameId, Mark};

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
    /// How the game ends with it, if it does.
    pub ended: Option<Ended>,
    /// The replies that are due once it is kept.
    pub dues: Vec<NewDue>,
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

/// A reply to be played if a player has planned one, once for its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDue {
    /// The key, which is noted once.
    pub key: String,
    /// Not earlier than this.
    pub not_before: Timestamp,
}

/// What became of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is in the journal, now or since an earlier try, and stays.
    Written,
    /// Another has its number: read on, and decide again.
    Lost,
}
