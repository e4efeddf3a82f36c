//! A review of a game: what every move gave away, where the game turned, and why.
//!
//! Each position is searched once, and a move is worth what the position after it is. Where the move that was played
//! looks better than the best one, it is searched alone, and what that finds counts for the position. The moves that gave
//! most away get a second, longer look. A forced move is never at fault, nor is the one that the engine would have played.

#[cfg(feature = "brains")]
mod cause;
#[cfg(feature = "brains")]
mod find;
#[cfg(feature = "brains")]
mod follow;
#[cfg(feature = "brains")]
mod reason;
#[cfg(feature = "brains")]
mod run;

use faraday_engine::Score;
use faraday_rules::{Color, EndReason, Move, Piece, RuleId, Square};
use faraday_variants::AnyGame;

use crate::Verdict;

#[cfg(feature = "brains")]
pub use run::review;
#[cfg(feature = "brains")]
use run::score_of;

/// What a search found in a position, or what the end of the game makes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The best move and what is expected to follow; empty where the game is over.
    pub line: Vec<Move>,
    /// The last depth that was finished; 0 where nothing had to be searched.
    pub depth: u32,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The move.
    pub mv: Move,
    /// Whose it is.
    pub color: Color,
    /// What share of the point it gives away, from 0 to 1.
    pub loss: f64,
    /// How badly it fails; none if it does not.
    pub verdict: Option<Verdict>,
    /// Whether there was no other.
    pub is_forced: bool,
}

/// What a review is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Looking<'a> {
    /// It has looked at a position of the game.
    At {
        /// The ply, from 0: the start.
        ply: usize,
        /// What it found. A second look may find more.
        found: &'a Found,
    },
    /// It looks again at the moves that gave most away.
    Again {
        /// So many are done.
        done: usize,
        /// Of so many.
        total: usize,
    },
}

/// A review.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// What was found in every position, the start first: one more than moves.
    pub found: Vec<Found>,
    /// The moves.
    pub plies: Vec<Reviewed>,
    /// White's and Black's accuracy, from 0 to 100; none without a move to choose.
    pub accuracy: [Option<f64>; 2],
    /// The moves that gave most away, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A move on which the game turned.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// Its ply, from 0.
    pub ply: usize,
    /// What was better, from the position before it.
    pub better: Line,
    /// What refutes it, from the position after it; empty if it ended the game.
    pub refutation: Line,
    /// Why it fails; empty if nothing can be named but the scores.
    pub reasons: Vec<Reason>,
}

/// A mistake: the positions before and after it, and what each is worth to its side to move.
struct Turn<'a> {
    before: &'a dyn AnyGame,
    after: &'a dyn AnyGame,
    mv: Move,
    scores: [Score; 2],
}

/// Moves in a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// The same in SAN.
    pub san: Vec<String>,
}

/// Which moves a reason speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// Of the mistake itself.
    Mistake,
    /// Of a move of the better line, from 0.
    Better(usize),
    /// Of a move of the refutation, from 0.
    Refutation(usize),
}

/// A piece that leaves the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fallen {
    /// The piece, as it was then.
    pub piece: Piece,
    /// Where it stood then.
    pub at: Square,
    /// By which move.
    pub by: Within,
}

/// Why a move is a mistake. Every reason is read off the lines or off the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The opponent wins by force.
    Loses {
        /// In so many moves.
        moves: u32,
        /// How the game ends then, where the line goes so far.
        end: Option<EndReason>,
    },
    /// A forced win was there.
    MissesWin {
        /// In so many moves.
        moves: u32,
        /// How the game ends then, where the line goes so far.
        end: Option<EndReason>,
    },
    /// The game ends in a draw.
    Draws {
        /// How.
        end: EndReason,
    },
    /// Material falls.
    Falls {
        /// What the mover loses, the most valuable first.
        lost: Vec<Fallen>,
        /// What it gets for that.
        gained: Vec<Fallen>,
    },
    /// Material could have been won.
    MissesCapture {
        /// What would have fallen, the most valuable first.
        gained: Vec<Fallen>,
        /// What would have been given for that.
        lost: Vec<Fallen>,
    },
    /// A move rests on something of the variant's own: without it the move would be illegal, or the mistake would cost nothing.
    Cause {
        /// Which move.
        of: Within,
        /// The rule by which it acts.
        rule: RuleId,
        /// The squares involved.
        squares: Vec<Square>,
        /// One sentence in the language of the game.
        text: String,
    },
}
