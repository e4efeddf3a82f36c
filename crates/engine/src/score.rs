//! Scores of positions: integers inside the search, and [`Score`] for players and protocols.
//!
//! Inside the search a score is in centipawns for the side to move, and a win at ply `n` is `WIN - n`. Checkmate and
//! the capture of a king are both wins.

/// Greater than every score.
pub(crate) const INFINITE: i32 = 32_500;
/// A win at ply 0.
pub(crate) const WIN: i32 = 32_000;
/// The maximum depth of the search, in plies.
pub(crate) const MAX_PLY: usize = 128;
/// The least score of a win within the maximum depth.
pub(crate) const WON: i32 = WIN - 2 * MAX_PLY as i32;
/// The largest static evaluation.
pub(crate) const EVALUATION_LIMIT: i32 = 20_000;
pub(crate) const DRAW: i32 = 0;

/// Returns the score of a loss at a ply.
#[inline]
pub(crate) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// Returns the score of a win at a ply.
#[inline]
pub(crate) const fn won_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// A score for the side to move, in centipawns or as the number of moves to mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Score {
    Centipawns(i32),
    /// A win in this number of moves of the winner; negative if the side to move loses.
    Mate(i32),
}

impl Score {
    /// Converts an internal score.
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

/// The type of a score: exact, or only a lower or an upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// An open interval of scores. A score outside it is only a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// Returns the null window that only tests if the score exceeds `alpha`.
    #[inline]
    pub const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the same window from the opponent's point of view.
    #[inline]
    pub const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
