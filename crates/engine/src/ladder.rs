//! What the levels of a variant do, and what that is worth.

use crate::Level;

/// What a level may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Plies of the deepest full iteration.
    pub depth: u32,
    /// Positions visited, give or take a fifth.
    pub nodes: u32,
    /// Each move looks better than it is by up to so many hundredths of a pawn.
    pub blur: u16,
    /// How many moves in a thousand are legal moves by chance.
    pub chance: u16,
}

/// The levels of a variant, from the first to the ninth; the tenth has no handicap, and what it is worth depends on
/// its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// What each level may do.
    pub handicaps: [Handicap; 9],
    /// What each level is rated within its variant, where a player of legal moves by chance is rated
    /// [`Ladder::CHANCE`]. `faraday ladder` measures it.
    pub ratings: [u16; 9],
}

impl Handicap {
    /// A glance at each move: what it captures, and what is captured back.
    pub const fn glance(blur: u16, chance: u16) -> Handicap {
        Handicap { depth: 1, nodes: 5_000, blur, chance }
    }

    /// A clear look at so many positions.
    pub const fn look(nodes: u32) -> Handicap {
        Handicap { depth: u32::MAX, nodes, blur: 0, chance: 0 }
    }
}

impl Ladder {
    /// What a player of legal moves by chance is rated.
    pub const CHANCE: u16 = 0;

    /// The ladder of orthodox chess.
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

    /// What a level is rated; the highest is not.
    pub fn rating(&self, level: Level) -> Option<u16> {
        self.ratings.get(usize::from(level.number()) - 1).copied()
    }

    /// What a level may do; the highest has no handicap.
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
