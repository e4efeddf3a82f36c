//! Scores: whole numbers inside the search, and what a player is shown.
//!
//! Inside, a score is in hundredths of a pawn for the side to move; a win at ply `n` is `WIN - n`. A mate and the
//! capture of a king are both wins.

/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_500;
/// A win on the spot.
pub(crate) const WIN: i32 = 32_000;
/// The deepest ply that search reaches.
pub(crate) const MAX_PLY: usize = 128;
/// From here on a score announces a win within the search's reach.
pub(crate) const WON: i32 = WIN - 2 * MAX_PLY as i32;
/// An evaluation never claims more.
pub(crate) const EVALUATION_LIMIT: i32 = 20_000;
/// Neither side wins.
pub(crate) const DRAW: i32 = 0;

/// The score of having lost at a ply.
#[inline]
pub(crate) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// The score of winning at a ply.
#[inline]
pub(crate) const fn won_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// A score as players and protocols see it, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A win in so many moves of the winner; negative if the side to move loses.
    Mate(i32),
}

impl Score {
    /// What a score of the search means.
    pub(crate) fn of(score: i32) -> Score {
        if score >= WON {
            Score::Mate((WIN - score + 1) / 2)
        } else if score <= -WON {
            Score::Mate(-(WIN + score) / 2)
        } else {
            Score::Centipawns(score)
        }
    }
}

/// How sure a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// An open interval in which a score matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// Asks only whether the score exceeds `alpha`.
    #[inline]
    pub const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window as the opponent sees it.
    #[inline]
    pub const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
