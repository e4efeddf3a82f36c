//! A background job as it is stored. [`Store::take_jobs`](crate::Store::take_jobs) hands it out.

use faraday_play::Timestamp;

/// A kind of job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// To play the move that a player may have planned in reply to an act (T.6).
    Reply,
}

/// A job. There is one of a kind and key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its kind.
    pub kind: JobKind,
    /// Its key.
    pub key: String,
    /// What else its runner has to know.
    pub body: String,
    /// The time before which nobody takes it.
    pub not_before: Timestamp,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [JobKind; 1] = [JobKind::Reply];

    /// The name in tables and metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            JobKind::Reply => "reply",
        }
    }
}
