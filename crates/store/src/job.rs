//! A stored background job and its kinds. [`Store::take_jobs`](crate::Store::take_jobs) returns the next ones to run.

use faraday_play::Timestamp;

/// The kinds of background jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Plays the reply that a player may have planned to an act (T.6).
    Reply,
    /// Passes a change of a person's leave to their games (T.6a).
    Leave,
    /// Ends the leave of a player who has moved (T.6a).
    Return,
    /// Sends a mail.
    Email,
}

/// A background job. Its kind and key are unique together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Job {
    pub kind: JobKind,
    pub key: String,
    /// Further data for the runner.
    pub body: String,
    /// The time before which it is not run.
    pub not_before: Timestamp,
}

impl JobKind {
    /// All kinds of jobs.
    pub const ALL: [JobKind; 4] = [JobKind::Reply, JobKind::Leave, JobKind::Return, JobKind::Email];

    /// Returns the name in tables and metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            JobKind::Reply => "reply",
            JobKind::Leave => "leave",
            JobKind::Return => "return",
            JobKind::Email => "email",
        }
    }
}
