//! The handicap and the rating of each level in a variant.

use crate::Level;

/// The handicap of a level: limits on its search, random errors in its scores, and random moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// Positions visited, ± 20%.
    pub nodes: u32,
    /// The maximum random error added to the score of each move, in centipawns.
    pub score_noise: u16,
    /// The share of moves chosen at random, in permille.
    pub random_moves: u16,
}

/// The levels of a variant, from the first to the ninth. The tenth has no handicap, and its
/// strength depends on its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The handicap of each level.
    pub handicaps: [Handicap; 9],
    /// The rating of each level within its variant, on a scale on which a random mover has [`Ladder::RANDOM_MOVER`].
    /// `faraday ladder` measures it.
    pub ratings: [u16; 9],
}

impl Handicap {
    /// Creates the handicap of a one-ply search with quiescence, which finds the captures by each
    /// move and the recaptures.
    pub const fn one_ply(score_noise: u16, random_moves: u16) -> Handicap {
        Handicap { depth: 1, nodes: 5_000, score_noise, random_moves }
    }

    /// Creates the handicap of a search of `nodes` positions without random errors.
    pub const fn node_limit(nodes: u32) -> Handicap {
        Handicap { depth: u32::MAX, nodes, score_noise: 0, random_moves: 0 }
    }
}

impl Ladder {
    /// The rating of a random mover, the zero point of all ratings.
    pub const RANDOM_MOVER: u16 = 0;

    /// The levels of orthodox chess.
    pub const CHESS: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 680),
            Handicap::one_ply(300, 510),
            Handicap::one_ply(300, 310),
            Handicap::one_ply(300, 150),
            Handicap::one_ply(300, 55),
            Handicap::one_ply(150, 0),
            Handicap::node_limit(100),
            Handicap::node_limit(270),
            Handicap::node_limit(600),
        ],
        ratings: [390, 560, 830, 1_070, 1_260, 1_540, 1_730, 2_030, 2_250],
    };

    /// Returns the rating of a level; `None` for the highest.
    pub fn rating(&self, level: Level) -> Option<u16> {
        self.ratings.get(usize::from(level.number()) - 1).copied()
    }

    /// Returns the handicap of a level; `None` for the highest.
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
