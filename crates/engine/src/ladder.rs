//! Handicaps and ratings of the levels of a variant.

use crate::Level;

/// The limits and errors of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// Positions visited, ± 20%.
    pub nodes: u32,
    /// The maximum random error added to the score of each move, in centipawns.
    pub blur: u16,
    /// The share of moves chosen at random, in permille.
    pub chance: u16,
}

/// The levels of a variant, from the first to the ninth. The tenth has no handicap, and its
/// strength depends on its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The handicap of each level.
    pub handicaps: [Handicap; 9],
    /// The rating of each level within its variant, on a scale on which a random mover has [`Ladder::CHANCE`].
    /// `faraday ladder` measures it.
    pub ratings: [u16; 9],
}

impl Handicap {
    /// A one-ply search with quiescence: what each move captures, and what is captured back.
    pub const fn glance(blur: u16, chance: u16) -> Handicap {
        Handicap { depth: 1, nodes: 5_000, blur, chance }
    }

    /// A search of `nodes` positions without random errors.
    pub const fn look(nodes: u32) -> Handicap {
        Handicap { depth: u32::MAX, nodes, blur: 0, chance: 0 }
    }
}

impl Ladder {
    /// The rating of a random mover.
    pub const CHANCE: u16 = 0;

    /// The levels of orthodox chess.
    pub const CHESS: Ladder = Ladder {
        handicaps: [
            Handicap::glance(300, 680),
            Handicap::glance(300, 510),
            Handicap::glance(300, 310),
            Handicap::glance(300, 150),
            Handicap::glance(300, 55),
            Handicap::glance(150, 0),
            Handicap::look(100),
            Handicap::look(270),
            Handicap::look(600),
        ],
        ratings: [360, 550, 720, 880, 1_070, 1_320, 1_510, 1_770, 2_050],
    };

    /// The rating of a level; `None` for the highest.
    pub fn rating(&self, level: Level) -> Option<u16> {
        self.ratings.get(usize::from(level.number()) - 1).copied()
    }

    /// The handicap of a level; `None` for the highest.
    pub fn handicap(&self, level: Level) -> Option<Handicap> {
        self.handicaps.get(usize::from(level.number()) - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_levels_are_rated_and_the_tenth_has_no_handicap() {
        assert_eq!(Ladder::CHESS.rating(Level::LOWEST), Some(Ladder::CHESS.ratings[0]));
        assert_eq!((Ladder::CHESS.rating(Level::FULL), Ladder::CHESS.handicap(Level::FULL)), (None, None));
    }
}
