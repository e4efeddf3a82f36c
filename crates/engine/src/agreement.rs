//! When a computer takes a draw, by what it thinks of the position.

use std::ops::Neg;

use crate::Score;

/// A win counts as so many hundredths of a pawn.
const WIN: i32 = 30_000;

/// So many hundredths of a pawn behind, a player is glad of a draw.
const CLEARLY_WORSE: i32 = 80;

/// A score of no more hundredths of a pawn is no hope.
const NO_HOPE: i32 = 10;

/// The plies after which a player without hope stops playing on.
const LONG_GAME: usize = 80;

impl Score {
    /// In hundredths of a pawn, whatever an engine has claimed: no more than a win, which mate in no moves is for the other.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(-WIN, WIN),
            Score::Mate(moves) if moves > 0 => WIN,
            Score::Mate(_) => -WIN,
        }
    }

    /// Whether a computer that values its own position so takes a draw after so many plies of the game.
    pub fn accepts_draw(self, plies: usize) -> bool {
        let score = self.centipawns();
        score <= -CLEARLY_WORSE || score <= NO_HOPE && plies >= LONG_GAME
    }
}

/// What the same position is worth to the other side. Mate in no moves becomes mate in one: who has mated has no score of
/// its own.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(score.saturating_neg()),
            Score::Mate(0) => Score::Mate(1),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_taken_by_who_is_worse_or_has_no_hope() {
        let accepts = |score, plies| Score::accepts_draw(score, plies);
        assert!(accepts(Score::Centipawns(-80), 10) && accepts(Score::Mate(-3), 10) && accepts(Score::Mate(0), 10));
        assert!(!accepts(Score::Centipawns(-5), 79) && accepts(Score::Centipawns(-5), 80));
        assert!(!accepts(Score::Mate(3), 100) && !accepts(Score::Centipawns(80), 100));
    }

    #[test]
    fn who_takes_a_draw_takes_it_when_worse_too() {
        for plies in [0, 79, 80, 300] {
            let takes: Vec<bool> = (-200..200).map(|score| Score::Centipawns(score).accepts_draw(plies)).collect();
            assert!(takes.is_sorted_by(|worse, better| worse >= better), "{plies}");
        }
    }

    #[test]
    fn what_is_won_for_one_side_is_lost_for_the_other() {
        let centipawns = [30, -7, 0, i32::MIN, i32::MAX].map(Score::Centipawns);
        for score in centipawns.into_iter().chain([3, -1, 0, i32::MIN].map(Score::Mate)) {
            assert_eq!((-score).centipawns(), -score.centipawns(), "{score:?}");
        }
    }
}
