//! Puzzles: positions in which one move wins, and no other.
//!
//! A puzzle begins with the mistake that the other side makes, which the player is shown; then solver and opponent take
//! turns, and the solver has the last move. At each of the solver's turns a long search has found one winning move, or
//! the line has ended before it.

mod causes;
mod file;
mod judge;
mod line;
mod mine;
mod rating;
mod themes;

use serde::{Deserialize, Serialize};

pub use causes::{CAUSE_NODES, causes};
pub use file::{PuzzleError, PuzzleFileError, read, read_untagged, write};
pub use judge::{Judge, Judges, Look};
pub use line::{Checked, Proof, VERIFYING_NODES, check, prove};
pub use mine::{Kept, Miner, Recipe, Scored, Tally};
pub use rating::{EASIEST, HARDEST};
pub use themes::facts;

/// The solver has no more moves than these.
pub const MOST_MOVES: usize = 6;

/// A position, what led to it, and the moves that solve it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// What it is called in links: letters and digits that follow from its position.
    pub id: String,
    /// The position before the opponent's mistake.
    pub fen: String,
    /// The mistake, then the solver's and the opponent's moves in turn, in UCI. The last is the solver's.
    pub moves: Vec<String>,
    /// How hard it is: see `rating.rs`.
    pub rating: u16,
    /// What can be shown about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// What of those rests on a rule of the game's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Owed>,
    /// Where the position was found.
    pub source: String,
    /// Positions that the search visited at each of the solver's turns.
    pub nodes: u64,
}

/// A theme of a game's own: one of the solver's moves, and a cause without which it would not win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owed {
    /// Which of the solver's moves, from 1.
    pub turn: usize,
    /// `<rule>.<name>`, as the themes have it.
    pub theme: String,
    /// The cause's squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
}

impl Puzzle {
    /// How many moves the solver has to find.
    pub fn turns(&self) -> usize {
        self.moves.len() / 2
    }
}
