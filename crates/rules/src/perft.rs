//! Perft: counts of the legal move sequences of a given length, in total or per first move.

use crate::{Choices, Each, Move, Position, SetOf, Square, Variant, Visit};

/// The treatment of the last ply in [`perft`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// Counts the legal moves without playing them (bulk counting).
    Bulk,
    /// Plays every legal move, so that `play` is exercised as well.
    Played,
}

/// Counts the legal move sequences of `depth` plies (perft). Draws by repetition and the fifty-move rule are ignored.
pub fn perft<V: Variant>(position: &Position<V>, depth: u32, last: LastPly) -> u64 {
    match (depth, last) {
        (0, _) => 1,
        (1, LastPly::Bulk) => position.count(),
        _ => {
            let mut descent = Descent { position, depth, last, nodes: 0 };
            position.legal(&mut descent);
            descent.nodes
        }
    }
}

/// Returns the perft count after each legal move, in the order of generation.
pub fn divide<V: Variant>(position: &Position<V>, depth: u32, last: LastPly) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.moves().into_iter().map(|mv| (mv, perft(&position.after(mv), rest, last))).collect()
}

struct Descent<'a, V: Variant> {
    position: &'a Position<V>,
    depth: u32,
    last: LastPly,
    nodes: u64,
}

impl<V: Variant> Visit<SetOf<V>> for Descent<'_, V> {
    #[inline]
    fn from(&mut self, from: Square, to: SetOf<V>, choices: Choices) {
        Each(|mv| self.nodes += perft(&self.position.after(mv), self.depth - 1, self.last)).from(from, to, choices);
    }
    #[inline]
    fn shifted(&mut self, to: SetOf<V>, offset: i8, choices: Choices) {
        Each(|mv| self.nodes += perft(&self.position.after(mv), self.depth - 1, self.last))
            .shifted(to, offset, choices);
    }
}
