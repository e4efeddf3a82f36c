//! Puzzles: positions with exactly one winning move.
//!
//! A puzzle begins with a mistake of the other side, which is shown to the player. Then solver and opponent alternate,
//! and the solver makes the last move. At each of the solver's turns, a long search has found a single winning move;
//! the line ends before the first turn at which it has not.

mod causes;
mod file;
mod miner;
mod proof;
mod rating;
mod searcher;
mod themes;

use serde::{Deserialize, Serialize};

pub use causes::{CAUSE_NODES, causes};
pub use file::{PuzzleError, PuzzleFileError, read, read_untagged, write};
pub use miner::{Miner, MiningSettings, MiningStatistics, PuzzleSet, ScoredGame};
pub use proof::{CheckResult, Proof, VERIFYING_NODES, check, prove};
pub use rating::{EASIEST, HARDEST};
pub use searcher::{PuzzleSearch, PuzzleSearcher, PuzzleSearchers};
pub use themes::facts;

/// The maximum number of moves of the solver.
pub const MOST_MOVES: usize = 6;

/// A line of a puzzle file: a position, the mistake that led to it, and the moves that solve it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Puzzle {
    /// The id in links: letters and digits derived from the position.
    pub id: String,
    /// The position before the opponent's mistake.
    pub fen: String,
    /// The mistake, then the solver's and the opponent's moves in turn, in UCI. The last is the solver's.
    pub moves: Vec<String>,
    /// The initial rating, by the effort of the engine.
    pub rating: u16,
    /// The themes: facts, and the themes of the causes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// The themes that depend on a rule of the variant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<PuzzleCause>,
    /// The origin of the position, such as `datagen GAME`.
    pub source: String,
    /// The number of nodes of the search at each of the solver's turns.
    pub nodes: u64,
}

/// A theme of a variant: a rule without which one of the solver's moves would not win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleCause {
    /// The number of the solver's move, from 1.
    pub turn: usize,
    /// The theme: `<rule>.<name>`.
    pub theme: String,
    /// The squares involved, beyond those of the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
}

impl Puzzle {
    /// Returns the number of moves that the solver has to find.
    pub fn turns(&self) -> usize {
        self.moves.len() / 2
    }
}
