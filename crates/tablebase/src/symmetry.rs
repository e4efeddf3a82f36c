//! The symmetries of the board that preserve the rules, so that the first king needs only some of the squares.
//!
//! Without castling rights, mirroring left and right preserves the rules. Without pawns or anything else that
//! depends on ranks, so do all rotations, reflections, and the exchange of top and bottom. Property tests check
//! this for every variant.

use faraday_rules::{Geometry, Square};

/// The symmetries that are valid for a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymmetryGroup {
    /// Mirroring left and right.
    Mirror,
    /// All symmetries of the board.
    All,
}

/// The symmetries, with the one that moves each king square to its representative.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The image of each square under each symmetry. The first one is the identity.
    transforms: Vec<Vec<Square>>,
    /// For each square of the king, the symmetry that moves it to its representative, and the index of that square.
    kings: Vec<(u8, u8)>,
    representatives: Vec<Square>,
}

impl Symmetry {
    pub(crate) fn of<G: Geometry>(group: SymmetryGroup) -> Symmetry {
        let all = group == SymmetryGroup::All;
        let (ranks, levels, diagonals) = (all, all && G::LEVELS > 1, all && G::FILES == G::RANKS);
        let mut transforms = Vec::new();
        for index in 0..16_u8 {
            let transform = Transform([0, 1, 2, 3].map(|bit| index >> bit & 1 != 0));
            let [_, rank, level, diagonal] = transform.0;
            if (rank && !ranks) || (level && !levels) || (diagonal && !diagonals) {
                continue;
            }
            transforms.push(G::squares().map(|square| transform.of::<G>(square)).collect::<Vec<_>>());
        }
        let representative = |king: Square| {
            let images = transforms.iter().enumerate().map(|(index, map)| (map[king.index()], index as u8));
            images.min().expect("one transform leaves all as it is")
        };
        let mut representatives: Vec<Square> = G::squares().map(|king| representative(king).0).collect();
        representatives.sort_unstable();
        representatives.dedup();
        let kings = G::squares().map(|king| {
            let (square, index) = representative(king);
            (index, representatives.binary_search(&square).expect("it was put there") as u8)
        });
        Symmetry { kings: kings.collect(), transforms, representatives }
    }

    /// Returns the representative squares of the king.
    pub(crate) fn representatives(&self) -> &[Square] {
        &self.representatives
    }

    /// Returns the index of the king's representative, and the image of every square under the
    /// symmetry that leads there.
    #[inline]
    pub(crate) fn representative(&self, king: Square) -> (u8, &[Square]) {
        let (index, representative) = self.kings[king.index()];
        (representative, &self.transforms[usize::from(index)])
    }
}

/// A symmetry: flips of files, ranks, and levels, and then the exchange of files and ranks.
#[derive(Clone, Copy)]
struct Transform([bool; 4]);

impl Transform {
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
    G::squares().map(|square| Transform([false, true, true, false]).of::<G>(square)).collect()
}

#[cfg(test)]
mod tests {
    use faraday_rules::{Flat, Tower};

    use super::*;

    #[test]
    fn kings_have_few_representatives() {
        assert_eq!(Symmetry::of::<Flat>(SymmetryGroup::All).representatives().len(), 10);
        assert_eq!(Symmetry::of::<Flat>(SymmetryGroup::Mirror).representatives().len(), 32);
        assert_eq!(Symmetry::of::<Tower>(SymmetryGroup::All).representatives().len(), 12);
        assert_eq!(Symmetry::of::<Tower>(SymmetryGroup::Mirror).representatives().len(), 45);
    }
}
