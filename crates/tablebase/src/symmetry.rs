//! Ways to turn a board that leave the rules as they are, so that the first king needs a part of its squares only.
//!
//! Left and right are alike without castling rights. Where there is no pawn, nor anything else that tells one rank from
//! another, so are all sides, and top and bottom. A test of every variant says so.

use faraday_rules::{Geometry, Square};

/// Which ways a material leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turns {
    /// Left and right.
    Sides,
    /// All of them.
    All,
}

/// The ways to turn a board, and which of them brings a king home.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// Where each way takes each square; the first leaves all as it is.
    ways: Vec<Vec<Square>>,
    /// For each square of the king: the way that takes it home, and the number of its home.
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

    /// The squares on which a king is home.
    pub(crate) fn homes(&self) -> &[Square] {
        &self.homes
    }

    /// The number of a king's home, and where the way there takes every other square.
    #[inline]
    pub(crate) fn home(&self, king: Square) -> (u8, &[Square]) {
        let (way, home) = self.kings[king.index()];
        (home, &self.ways[usize::from(way)])
    }
}

/// Whether files, ranks and levels count from the other end, and then whether files and ranks change places.
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

/// Where each square is when the colors change places: ranks and levels count from the other end.
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
