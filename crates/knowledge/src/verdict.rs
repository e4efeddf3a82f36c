//! Verdicts on moves (inaccuracy, mistake, blunder), by the loss of expected score.
//!
//! Scores are converted to expected score, because a pawn matters more in an equal position than in a decided one.

use faraday_engine::Score;

/// The severity of a bad move, by the loss of expected score: see [`THRESHOLDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Verdict {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// The loss of expected score from which a verdict applies.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Threshold {
    pub verdict: Verdict,
    /// The minimum loss of expected score, from 0 to 1.
    pub from: f64,
}

/// The thresholds of expected score for inaccuracy, mistake, and blunder, mildest first.
pub const THRESHOLDS: [Threshold; 3] = [
    Threshold { verdict: Verdict::Inaccuracy, from: 0.05 },
    Threshold { verdict: Verdict::Mistake, from: 0.1 },
    Threshold { verdict: Verdict::Blunder, from: 0.2 },
];

/// The slope of expected score per centipawn: with a lead of two pawns, two of three games are won.
const STEEPNESS: f64 = 0.003_7;

/// Returns the expected score of the side to move, from 0 to 1.
pub fn expected_score(score: Score) -> f64 {
    match score {
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
        Score::Centipawns(amount) => 1.0 / (1.0 + (-STEEPNESS * f64::from(amount)).exp()),
    }
}

/// Returns the expected score that a move gives away. `before` is the mover's score before the move, and `after`
/// the opponent's score after it.
pub fn loss(before: Score, after: Score) -> f64 {
    (expected_score(before) + expected_score(after) - 1.0).max(0.0)
}

/// Returns the verdict on a move with this loss of expected score; `None` if it is good enough.
pub fn verdict(loss: f64) -> Option<Verdict> {
    THRESHOLDS.iter().rev().find(|threshold| loss >= threshold.from).map(|threshold| threshold.verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_have_an_expected_score_of_one_half_and_wins_of_one() {
        assert!((expected_score(Score::Centipawns(0)) - 0.5).abs() < 1e-12);
        assert!((expected_score(Score::Mate(3)) - 1.0).abs() < 1e-12);
        assert!(expected_score(Score::Mate(-3)).abs() < 1e-12);
        assert!(expected_score(Score::Mate(0)).abs() < 1e-12);
    }

    #[test]
    fn expected_scores_of_both_sides_add_up_to_one() {
        for amount in [-20_000, -300, -7, 0, 55, 900] {
            let sum = expected_score(Score::Centipawns(amount)) + expected_score(Score::Centipawns(-amount));
            assert!((sum - 1.0).abs() < 1e-12, "{amount}");
        }
    }

    #[test]
    fn a_pawn_lost_matters_in_an_even_position_and_hardly_in_a_won_one() {
        assert_eq!(verdict(loss(Score::Centipawns(20), Score::Centipawns(90))), Some(Verdict::Mistake));
        assert_eq!(verdict(loss(Score::Centipawns(1500), Score::Centipawns(-1390))), None);
    }

    #[test]
    fn allowing_a_win_is_a_blunder_and_a_better_score_than_expected_loses_nothing() {
        assert_eq!(verdict(loss(Score::Centipawns(0), Score::Mate(1))), Some(Verdict::Blunder));
        assert!(loss(Score::Centipawns(0), Score::Centipawns(-300)).abs() < 1e-12);
        assert!(loss(Score::Mate(3), Score::Mate(-7)).abs() < 1e-12);
    }
}
