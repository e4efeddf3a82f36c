//! The result of a contest that is finished or was stopped.

use faraday_arena::statistics::Decision;
use faraday_arena::{Outcome, Plan, Standing};

use crate::outcome::Answer;

/// The result of a contest that is finished or was stopped.
pub struct Contest {
    pub plan: Plan,
    pub standing: Standing,
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
