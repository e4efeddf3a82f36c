//! The symmetries of the board that preserve the rules, so that the first king needs only some of the squares.
//!
//! Without castling rights, mirroring left and right preserves the rules. Without pawns and anything else that
//! depends on ranks, so do all rotations, reflections, and the exchange of top and bottom. Property tests check
//! this for every variant.

use faraday_rules::{Geometry, Square};

/// The symmetries that are valid for a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turns {
    /// Mirroring left and right.
    Sides,
    /// All symmetries of the board.
    All,
}

/// The symmetries, with the one that moves each king square to its representative.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The image of each square under each symmetry. The first one is the identity.
    ways: Vec<Vec<Square>>,
    /// For each square of the king, the symmetry that moves it to its representative, and the index of that square.
    kings: Vec<(u8, u8)>,
    homes: Vec<Square>,
}

impl Symmetry {
    pub(crate) fn of<G: Geometry>(turns: Turns) -> Symmetry {
        let all = turns == Turns::All;
        let (ranks, levels, diagonals) = (all, all && G::LEVELS > 1, all && G::FILES == G::RANKS);
        let mut ways = Vec::new();
        for way in 0..16_u8 {
            let turn = Turn([0, 1, 2, 3].map(|bit| way >> bit & 1 != 0));
            let [_, rank, level, diagonal] = turn.0;
            if (rank && !ranks) || (level && !levels) || (diagonal && !diagonals) {
                continue;
            }
            ways.push(G::squares().map(|square| turn.of::<G>(square)).collect::<Vec<_>>());
        }
        let home = |king: Square| {
            let images = ways.iter().enumerate().map(|(way, map)| (map[king.index()], way as u8));
            images.min().expect("one way leaves all as it is")
        };
        let mut homes: Vec<Square> = G::squares().map(|king| home(king).0).collect();
        homes.sort_unstable();
        homes.dedup();
        let kings = G::squares().map(|king| {
            let (square, way) = home(king);
            (way, homes.binary_search(&square).expect("it was put there") as u8)
        });
        Symmetry { kings: kings.collect(), ways, homes }
    }

    /// Returns the representative squares of the king.
    pub(crate) fn homes(&self) -> &[Square] {
        &self.homes
    }

    /// Returns the index of the king's representative, and the image of every square under the
    /// symmetry that leads there.
    #[inline]
    pub(crate) fn home(&self, king: Square) -> (u8, &[Square]) {
        let (way, home) = self.kings[king.index()];
        (home, &self.ways[usize::from(way)])
    }
}

/// A symmetry: flips of files, ranks, and levels, and then the exchange of files and ranks.
#[derive(Clone, Copy)]
struct Turn([bool; 4]);

impl Turn {
    fn of<G: Geometry>(self, square: Square) -> Square {
        let flip = |index: usize, at: u8, size: u8| if self.0[index] { size - 1 - at } else { at };
        let file = flip(0, G::file(square), G::FILES);
        let rank = flip(1, G::rank(square), G::RANKS);
        let level = flip(2, G::level(square), G::LEVELS);
        let (file, rank) = if self.0[3] { (rank, file) } else { (file, rank) };
        G::at(level, file, rank).expect("a square of the board")
    }
}

/// Returns the image of each square when the colors are exchanged, which flips ranks and levels.
pub(crate) fn swapped<G: Geometry>() -> Vec<Square> {
    G::squares().map(|square| Turn([false, true, true, false]).of::<G>(square)).collect()
}

#[cfg(test)]
mod tests {
    use faraday_rules::{Flat, Tower};

    use super::*;

    #[test]
    fn kings_have_few_homes() {
        assert_eq!(Symmetry::of::<Flat>(Turns::All).homes().len(), 10);
        assert_eq!(Symmetry::of::<Flat>(Turns::Sides).homes().len(), 32);
        assert_eq!(Symmetry::of::<Tower>(Turns::All).homes().len(), 12);
        assert_eq!(Symmetry::of::<Tower>(Turns::Sides).homes().len(), 45);
    }
}
