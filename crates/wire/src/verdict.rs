//! Judgments of moves (inaccuracy, mistake, blunder) by their loss of expected score. The thresholds are those of
//! `faraday-knowledge`, which also reviews games.

use crate::{Color, Score};

wire_types! {
    /// The severity of a mistake. It depends on the loss in expected score: see `from`.
    #[derive(Copy, Eq)]
    pub enum Verdict {
        /// A small loss of expected score.
        Inaccuracy,
        /// A large loss of expected score.
        Mistake,
        /// A loss of expected score that may decide the game.
        Blunder,
    }

    /// A comparison of a move with the best one.
    pub struct Judgment {
        /// White's expected score after the move, from 0 to 1.
        pub white: f64,
        /// The loss in expected score compared with the best move, from 0 to 1.
        pub loss: f64,
        /// The severity of the mistake; missing if the move is not one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub verdict: Option<Verdict>,
    }

    /// The limit from which a move is a mistake of some severity.
    pub struct Threshold {
        /// The severity of the mistake.
        pub verdict: Verdict,
        /// The minimum loss in expected score, from 0 to 1.
        pub from: f64,
    }
}

/// Returns the thresholds, the mildest first.
pub fn thresholds() -> Vec<Threshold> {
    let shape = |one: &faraday_knowledge::Threshold| Threshold { verdict: Verdict::from(one.verdict), from: one.from };
    faraday_knowledge::THRESHOLDS.iter().map(shape).collect()
}

/// Returns the expected score of the side to move, from 0 to 1.
pub fn expectation(score: Score) -> f64 {
    faraday_knowledge::expected_score(score.into())
}

/// Judges a move by the scores before it, from the point of view of the mover, and after it, from that of the opponent.
pub fn judge(before: Score, after: Score, mover: Color) -> Judgment {
    let loss = faraday_knowledge::loss(before.into(), after.into());
    let theirs = expectation(after);
    let white = match mover {
        Color::White => 1.0 - theirs,
        Color::Black => theirs,
    };
    Judgment { white, loss, verdict: faraday_knowledge::verdict(loss).map(Verdict::from) }
}

mirror_enums! {
    faraday_knowledge::Verdict { Inaccuracy, Mistake, Blunder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_score_is_that_of_white() {
        let lost = judge(Score::Centipawns(0), Score::Mate(1), Color::Black);
        assert_eq!(lost.verdict, Some(Verdict::Blunder));
        assert!((lost.white - 1.0).abs() < 1e-12);
        let found = judge(Score::Centipawns(0), Score::Centipawns(-300), Color::Black);
        assert!(found.loss.abs() < 1e-12 && found.white < 0.5 && found.verdict.is_none());
    }
}
