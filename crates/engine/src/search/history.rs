//! The history heuristic (<https://www.chessprogramming.org/History_Heuristic>): moves that failed high before. Quiet
//! moves are indexed by their squares (butterfly history) and as replies to earlier plies (continuation history, as in
//! Stockfish). Moves that win material are indexed by piece, square and victim (capture history).
//!
//! The tables do not depend on the positions in which the moves were made.

use faraday_rules::{Color, Geometry, Move, Piece, Role};

use crate::Evaluate;

/// History gravity (<https://www.chessprogramming.org/History_Heuristic#History_Bonuses>): the largest absolute value
/// of an entry, and the largest bonus.
const LIMIT: i32 = 16_384;
const MOST_BONUS: i32 = 1_600;

/// A piece and its target square: the index of continuation history
/// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>), for a move and for the earlier
/// moves that it replies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u32);

impl PieceTo {
    /// Returns the index of a move by a piece.
    pub fn of<V: Evaluate>(piece: Piece, mv: Move) -> PieceTo {
        let piece = piece.color as usize * 6 + piece.role as usize;
        PieceTo((piece * V::Geometry::SQUARES + mv.to.index()) as u32)
    }
}

/// A forcing move, as the index of capture history
/// (<https://www.chessprogramming.org/History_Heuristic#Capture_History>): piece, target square and victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture(u32);

impl Capture {
    const VICTIMS: usize = 7;

    /// Returns the index of a forcing move. The victim is the piece on the target square, if any.
    #[inline]
    pub fn of(piece_to: PieceTo, victim: Option<Role>) -> Capture {
        Capture(piece_to.0 * Self::VICTIMS as u32 + victim.map_or(0, |role| 1 + role as u32))
    }
}

/// The side to move and the earlier moves, by which the history of a quiet move is indexed.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The side to move.
    pub color: Color,
    /// The moves one, two and four plies before, if they exist, for continuation history.
    pub before: [Option<PieceTo>; 3],
}

/// The butterfly, continuation, and capture history of a thread.
pub struct History {
    squares: usize,
    butterfly: Vec<i16>,
    continuation: Vec<i16>,
    captures: Vec<i16>,
}

impl History {
    /// Creates empty tables for a variant's board.
    pub fn new<V: Evaluate>() -> History {
        let squares = V::Geometry::SQUARES;
        let piece_tos = 12 * squares;
        History {
            squares,
            butterfly: vec![0; 2 * squares * squares],
            continuation: vec![0; piece_tos * piece_tos],
            captures: vec![0; piece_tos * Capture::VICTIMS],
        }
    }

    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
    }

    /// Returns the history score of a quiet move.
    #[inline]
    pub fn score(&self, context: &Context, mv: Move, piece_to: PieceTo) -> i32 {
        let plain = self.butterfly[self.butterfly_index(context.color, mv)];
        context.before.into_iter().flatten().fold(i32::from(plain), |sum, before| {
            sum + i32::from(self.continuation[self.continuation_index(before, piece_to)])
        })
    }

    /// Returns the history score of a forcing move.
    #[inline]
    pub fn capture_score(&self, capture: Capture) -> i32 {
        i32::from(self.captures[capture.0 as usize])
    }

    /// Adds a bonus to a forcing move, or a penalty if `amount` is negative.
    pub fn shift_capture(&mut self, capture: Capture, amount: i32) {
        approach(&mut self.captures[capture.0 as usize], amount);
    }

    /// Adds a bonus to a quiet move, or a penalty if `amount` is negative.
    pub fn shift(&mut self, context: &Context, mv: Move, piece_to: PieceTo, amount: i32) {
        let index = self.butterfly_index(context.color, mv);
        approach(&mut self.butterfly[index], amount);
        for before in context.before.into_iter().flatten() {
            let index = self.continuation_index(before, piece_to);
            approach(&mut self.continuation[index], amount);
        }
    }

    #[inline]
    fn butterfly_index(&self, color: Color, mv: Move) -> usize {
        (color as usize * self.squares + mv.from.index()) * self.squares + mv.to.index()
    }

    #[inline]
    fn continuation_index(&self, before: PieceTo, piece_to: PieceTo) -> usize {
        before.0 as usize * 12 * self.squares + piece_to.0 as usize
    }
}

/// Returns the bonus of a move that failed high at a depth, and the penalty of those tried before.
pub fn bonus(slope: i32, depth: i32) -> i32 {
    (slope * depth - 100).clamp(50, MOST_BONUS)
}

/// Moves an entry toward the limit by ever smaller steps, so that it never overflows and recent results weigh most.
fn approach(entry: &mut i16, amount: i32) {
    let old = i32::from(*entry);
    *entry = (old + amount - old * amount.abs() / LIMIT) as i16;
}
