//! What a move has given away, seen by the scores before and after it. What scores mean is decided in
//! `faraday-knowledge`.

use crate::{Color, Score};

shapes! {
    /// How badly a move fails. What it gives away decides: see `from`.
    #[derive(Copy, Eq)]
    pub enum Verdict {
        /// It gives away some of the point.
        Inaccuracy,
        /// It gives away much.
        Mistake,
        /// It gives away so much that the game may turn on it.
        Blunder,
    }

    /// What a move is worth beside the best one.
    pub struct Judgement {
        /// What share of the point White may expect after the move, from 0 to 1.
        pub white: f64,
        /// What share of the point the move gives away, from 0 to 1.
        pub loss: f64,
        /// How badly it fails; none if it does not.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub verdict: Option<Verdict>,
    }

    /// From where on a move fails so badly.
    pub struct Threshold {
        /// The verdict.
        pub verdict: Verdict,
        /// The least share of the point that such a move gives away, from 0 to 1.
        pub from: f64,
    }
}

/// The thresholds, the mildest first.
pub fn thresholds() -> Vec<Threshold> {
    let shape = |one: &faraday_knowledge::Threshold| Threshold { verdict: Verdict::from(one.verdict), from: one.from };
    faraday_knowledge::THRESHOLDS.iter().map(shape).collect()
}

/// What share of the point a score promises to the side to move, from 0 to 1.
pub fn expectation(score: Score) -> f64 {
    faraday_knowledge::expectation(score.into())
}

/// Judges a move by what the position was worth to the side that made it, and is worth to the other side after it.
pub fn judge(before: Score, after: Score, mover: Color) -> Judgement {
    let loss = faraday_knowledge::loss(before.into(), after.into());
    let theirs = expectation(after);
    let white = match mover {
        Color::White => 1.0 - theirs,
        Color::Black => theirs,
    };
    Judgement { white, loss, verdict: faraday_knowledge::verdict(loss).map(Verdict::from) }
}

mirrors! {
    faraday_knowledge::Verdict { Inaccuracy, Mistake, Blunder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whites_share_is_told_whoever_moves() {
        let lost = judge(Score::Centipawns(0), Score::Mate(1), Color::Black);
        assert_eq!(lost.verdict, Some(Verdict::Blunder));
        assert!((lost.white - 1.0).abs() < 1e-12);
        let found = judge(Score::Centipawns(0), Score::Centipawns(-300), Color::Black);
        assert!(found.loss.abs() < 1e-12 && found.white < 0.5 && found.verdict.is_none());
    }
}
