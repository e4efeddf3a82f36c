//! Draw offers to the computer, which accepts or declines them by its score and the length of the game.

use std::ops::Neg;

use crate::Score;

/// A win, in centipawns.
const WIN: i32 = 30_000;

/// A player that is this many centipawns behind accepts a draw.
const CLEARLY_WORSE: i32 = 80;

/// At or below this score, in centipawns, the computer accepts a draw once the game is long.
const NO_HOPE: i32 = 10;

/// The length of a long game, in plies.
const LONG_GAME: usize = 80;

impl Score {
    /// Returns the score in centipawns, clamped to that of a win, because an engine may report any number. Mate in 0 is
    /// a win for the opponent.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(-WIN, WIN),
            Score::Mate(moves) if moves > 0 => WIN,
            Score::Mate(_) => -WIN,
        }
    }

    /// Returns true if a computer with this score accepts a draw after `plies` plies of the game.
    pub fn accepts_draw(self, plies: usize) -> bool {
        let score = self.centipawns();
        score <= -CLEARLY_WORSE || score <= NO_HOPE && plies >= LONG_GAME
    }
}

/// The score of the same position for the other side. Mate in 0 becomes mate in 1, since there is no
/// score for having given mate.
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
    fn a_draw_is_accepted_by_a_worse_or_hopeless_side() {
        let accepts = |score, plies| Score::accepts_draw(score, plies);
        assert!(accepts(Score::Centipawns(-80), 10) && accepts(Score::Mate(-3), 10) && accepts(Score::Mate(0), 10));
        assert!(!accepts(Score::Centipawns(-5), 79) && accepts(Score::Centipawns(-5), 80));
        assert!(!accepts(Score::Mate(3), 100) && !accepts(Score::Centipawns(80), 100));
    }

    #[test]
    fn the_docs_state_the_limits_that_hold() {
        let pawns = |centipawns: i32| format!("{:.1} pawns", f64::from(centipawns) / 100.0);
        let (behind, ahead) = (pawns(CLEARLY_WORSE), pawns(NO_HOPE));
        let sentence = format!("if it is at least {behind} behind, or, from ply {LONG_GAME} on, at most {ahead} ahead");
        assert!(include_str!("../../../docs/front-ends.md").contains(&sentence), "{sentence}");
    }

    #[test]
    fn a_draw_that_a_score_accepts_is_also_accepted_by_a_worse_score() {
        for plies in [0, 79, 80, 300] {
            let takes: Vec<bool> = (-200..200).map(|score| Score::Centipawns(score).accepts_draw(plies)).collect();
            assert!(takes.is_sorted_by(|worse, better| worse >= better), "{plies}");
        }
    }

    #[test]
    fn scores_are_negated_for_the_other_side() {
        let centipawns = [30, -7, 0, i32::MIN, i32::MAX].map(Score::Centipawns);
        for score in centipawns.into_iter().chain([3, -1, 0, i32::MIN].map(Score::Mate)) {
            assert_eq!((-score).centipawns(), -score.centipawns(), "{score:?}");
        }
    }
}
