//! Game review: the loss of each move, the turning points, and the reasons.
//!
//! Each position is searched once, and a move is judged by the score after it. If the move played looks clearly better
//! than the engine's choice, it is searched separately, and that result counts. The worst moves get a second, longer
//! search. A forced move is never at fault, nor is the engine's own choice.

#[cfg(feature = "engine")]
mod cause;
#[cfg(feature = "engine")]
mod line_effects;
#[cfg(feature = "engine")]
mod mistake;
#[cfg(feature = "engine")]
mod reason;
#[cfg(feature = "engine")]
mod run;
#[cfg(feature = "engine")]
mod searcher;

use faraday_engine::Score;
use faraday_rules::{Color, EndReason, Move, Piece, RuleId, Square};

use crate::Verdict;

#[cfg(feature = "engine")]
pub use run::review;
#[cfg(feature = "engine")]
use run::score_of;

/// The search result of a position, or its score if the game is over.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionResult {
    /// The score for the side to move.
    pub score: Score,
    /// The principal variation; empty if the game is over.
    pub line: Vec<Move>,
    /// The last completed depth; 0 if no search was needed.
    pub depth: u32,
}

/// A move of the reviewed game, with its loss of expected score and its verdict.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ReviewedMove {
    pub mv: Move,
    pub color: Color,
    /// The expected score that it gives away, from 0 to 1.
    pub loss: f64,
    /// The verdict; `None` if the move is good enough.
    pub verdict: Option<Verdict>,
    /// True if there was no other legal move.
    pub is_forced: bool,
}

/// The progress of a review, reported after each search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ReviewProgress<'a> {
    /// A position of the game has been searched.
    Searched {
        /// The ply, from 0 for the start.
        ply: usize,
        /// The result, which a second search may change.
        found: &'a PositionResult,
    },
    /// The worst moves are searched again.
    SecondSearch {
        /// The number of moves done.
        done: usize,
        /// The total number of moves.
        total: usize,
    },
}

/// The review of a game: its moves with their loss, its accuracy, and its turning points.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The result of each position from the start: one more than there are moves.
    pub found: Vec<PositionResult>,
    /// The moves of the game.
    pub plies: Vec<ReviewedMove>,
    /// White's and Black's accuracy, from 0 to 100; `None` for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// The worst moves, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A mistake on which the game turned, with the better line, the refutation, and the reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// The ply of the move, from 0.
    pub ply: usize,
    /// The better line, from the position before the move.
    pub better: Line,
    /// The refutation, from the position after the move; empty if the move ended the game.
    pub refutation: Line,
    /// The reasons why the move fails; empty if only the scores show it.
    pub reasons: Vec<Reason>,
}

/// A sequence of moves, also in SAN.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Line {
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub san: Vec<String>,
}

/// The move that a reason or a capture belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MoveRef {
    Mistake,
    /// A move of the better line, by index.
    Better(usize),
    /// A move of the refutation, by index.
    Refutation(usize),
}

/// A piece that leaves the board in a line, by capture or as an effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LostPiece {
    /// The piece, with its role at that time.
    pub piece: Piece,
    /// Its square at that time.
    pub at: Square,
    /// The move that removes it.
    pub by: MoveRef,
}

/// A reason why a move is a mistake. All reasons follow from the lines or the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The opponent wins by force.
    Loses {
        /// The number of moves to the win.
        moves: u32,
        /// The reason of the game's end, if the line reaches it.
        end: Option<EndReason>,
    },
    /// A forced win was missed.
    MissesWin {
        /// The number of moves to the win.
        moves: u32,
        /// The reason of the game's end, if the line reaches it.
        end: Option<EndReason>,
    },
    /// The game ends in a draw.
    Draws {
        /// The reason of the draw.
        end: EndReason,
    },
    /// The refutation wins material.
    LosesMaterial {
        /// The mover's losses, most valuable first.
        lost: Vec<LostPiece>,
        /// The mover's captures in return.
        gained: Vec<LostPiece>,
    },
    /// A win of material was missed.
    MissesCapture {
        /// The captures of the better line, most valuable first.
        gained: Vec<LostPiece>,
        /// The losses of the better line in return.
        lost: Vec<LostPiece>,
    },
    /// A move depends on an effect of the variant: without it, the move would be illegal,
    /// or the mistake nearly harmless.
    Cause {
        /// The move that depends on the effect.
        of: MoveRef,
        /// The rule that causes the effect.
        rule: RuleId,
        /// The squares involved.
        squares: Vec<Square>,
        /// One sentence in the language of the game.
        text: String,
    },
}
