//! Correction history (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>): the average error of
//! the static evaluation in positions with the same pawns, or the same pieces of a color. It corrects the next
//! evaluation of such a position.

use faraday_rules::{Color, Position, Role, Set};

use crate::Evaluate;

const KEYS: usize = 3;
const SIZE: usize = 1 << 14;
/// The largest absolute value of an entry.
const LIMIT: i32 = 1_536;

/// The table entries of a position: one for its pawns and one for the pieces of each color.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionIndex([usize; KEYS]);

impl CorrectionIndex {
    /// Returns the entries of a position for the side to move.
    #[inline]
    pub fn of<V: Evaluate>(position: &Position<V>) -> CorrectionIndex {
        let board = position.board();
        let pieces = |color| {
            let roles = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
            roles.fold(0, |sum, role| hashed(sum, board.pieces(color, role)))
        };
        let pawns = hashed(hashed(0, board.pieces(Color::White, Role::Pawn)), board.pieces(Color::Black, Role::Pawn));
        let keys = [pawns, pieces(Color::White), pieces(Color::Black)];
        let mut entries = [0; KEYS];
        for (number, (entry, key)) in entries.iter_mut().zip(keys).enumerate() {
            *entry = (number * 2 + position.turn() as usize) * SIZE + (key >> 50) as usize;
        }
        CorrectionIndex(entries)
    }
}

#[inline]
fn hashed<S: Set>(before: u64, set: S) -> u64 {
    (before.rotate_left(23) ^ set.folded()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The average errors of the static evaluation, by the hash of the pawns or of a color's pieces.
pub struct CorrectionHistory(Vec<i16>);

impl CorrectionHistory {
    pub fn new() -> CorrectionHistory {
        CorrectionHistory(vec![0; KEYS * 2 * SIZE])
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the correction of an evaluation: a sum of entries, in fractions of a centipawn.
    #[inline]
    pub fn of(&self, pattern: CorrectionIndex) -> i32 {
        pattern.0.into_iter().map(|entry| i32::from(self.0[entry])).sum()
    }

    /// Records the difference between a search result at a depth and the evaluation.
    pub fn note(&mut self, pattern: CorrectionIndex, error: i32, depth: i32) {
        let step = (error * depth).clamp(-LIMIT / 4, LIMIT / 4);
        for entry in pattern.0 {
            let old = i32::from(self.0[entry]);
            self.0[entry] = (old + step - old * step.abs() / LIMIT) as i16;
        }
    }
}
