//! Perft: the number of legal move sequences of a length.

use crate::{Choices, Each, Move, Position, SetOf, Square, Variant, Visit};

/// Whether the last ply is counted from the bundles or played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// Counted in bulk.
    Bulk,
    /// Every move made.
    Played,
}

/// Legal move sequences of `depth` plies. Repetition and the fifty-move count are not looked at.
pub fn perft<V: Variant>(position: &Position<V>, depth: u32, last: Last) -> u64 {
    match (depth, last) {
        (0, _) => 1,
        (1, Last::Bulk) => position.count(),
        _ => {
            let mut descent = Descent { position, depth, last, nodes: 0 };
            position.legal(&mut descent);
            descent.nodes
        }
    }
}

/// The share of every legal move, in the order of generation.
pub fn divide<V: Variant>(position: &Position<V>, depth: u32, last: Last) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.moves().into_iter().map(|mv| (mv, perft(&position.after(mv), rest, last))).collect()
}

struct Descent<'a, V: Variant> {
    position: &'a Position<V>,
    depth: u32,
    last: Last,
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
