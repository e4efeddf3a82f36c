//! A contest that is over, or was stopped: what is told of it.

use faraday_arena::statistics::Decision;
use faraday_arena::{Outcome, Plan, Standing};

use crate::outcome::Answer;

/// A contest that is over, or was stopped.
pub struct Contest {
    /// What was played.
    pub plan: Plan,
    /// How it stands.
    pub standing: Standing,
    /// How it ended.
    pub outcome: Outcome,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Answer {
        match outcome {
            Outcome::Complete | Outcome::Decided(Decision::H1) => Answer::Yes,
            Outcome::Decided(Decision::H0) => Answer::No,
            Outcome::Stopped => Answer::Stopped,
        }
    }
}
