//! The result of a contest, complete or up to the game at which it was stopped.

use faraday_arena::statistics::Decision;
use faraday_arena::{MatchOutcome, MatchPlan, Standing};

use crate::exit_status::Answer;

/// The result of a contest that is finished or was stopped.
pub struct ContestResult {
    pub plan: MatchPlan,
    pub standing: Standing,
    pub outcome: MatchOutcome,
}

impl From<MatchOutcome> for Answer {
    fn from(outcome: MatchOutcome) -> Answer {
        match outcome {
            MatchOutcome::Complete | MatchOutcome::Decided(Decision::H1) => Answer::Yes,
            MatchOutcome::Decided(Decision::H0) => Answer::No,
            MatchOutcome::Stopped => Answer::Stopped,
        }
    }
}
