//! A contest that is over, or was stopped: what is told of it.

use faraday_arena::{Outcome, Plan, Standing};

/// A contest that is over, or was stopped.
pub struct Contest {
    /// What was played.
    pub plan: Plan,
    /// How it stands.
    pub standing: Standing,
    /// How it ended.
    pub outcome: Outcome,
}
