//! A stored background job and its kinds. [`Store::take_jobs`](crate::Store::take_jobs) returns the next ones to run.

use std::time::Duration;

use faraday_play::Timestamp;

/// The delays before further tries to send a notice: 1, 5, and 30 minutes.
const PUSH_DELAYS: [Duration; 3] = [Duration::from_secs(60), Duration::from_secs(5 * 60), Duration::from_secs(30 * 60)];

/// The time that a node has for the first try of a job.
const LEASE: Duration = Duration::from_secs(30);

/// The lease for a move of the house, which is short because its clock is running.
const HOUSE_LEASE: Duration = Duration::from_secs(5);

/// The kinds of background jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Plays the reply that a player may have planned to an act (T.6).
    Reply,
    /// Passes a change of a person's leave to their games (T.6a).
    Leave,
    /// Ends the leave of a player who has moved (T.6a).
    Return,
    /// Sends an email.
    Email,
    /// Adds the notices that follow from a log entry or from the time in a game.
    Notice,
    /// Sends a notice to a device.
    Push,
    /// Resigns all running games of a person who closes the account.
    Resign,
    /// Settles an ended rated game (T.7a).
    Settle,
    /// Makes the move of the house, or answers an offer to it.
    House,
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
    pub const ALL: [JobKind; 9] = [
        JobKind::Reply,
        JobKind::Leave,
        JobKind::Return,
        JobKind::Email,
        JobKind::Notice,
        JobKind::Push,
        JobKind::Resign,
        JobKind::Settle,
        JobKind::House,
    ];

    /// Returns the name in tables and metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            JobKind::Reply => "reply",
            JobKind::Leave => "leave",
            JobKind::Return => "return",
            JobKind::Email => "email",
            JobKind::Notice => "notice",
            // Earlier versions had unused jobs of the kind `push`.
            JobKind::Push => "web-push",
            JobKind::Resign => "resign",
            JobKind::Settle => "settle",
            JobKind::House => "house",
        }
    }

    /// Returns the kind with a name.
    pub fn parse(name: &str) -> Option<JobKind> {
        JobKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Returns the time that a node has for the first try. It doubles with each further try.
    pub(crate) const fn lease(self) -> Duration {
        match self {
            JobKind::Reply
            | JobKind::Leave
            | JobKind::Return
            | JobKind::Email
            | JobKind::Notice
            | JobKind::Push
            | JobKind::Resign
            | JobKind::Settle => LEASE,
            JobKind::House => HOUSE_LEASE,
        }
    }

    /// Returns true if a job is not run again once all its tries have failed. Others are tried again until they succeed.
    pub const fn gives_up(self) -> bool {
        !matches!(self, JobKind::Settle | JobKind::House)
    }

    /// Returns the delays before further tries of a failed job. After the last one it has failed. `None`
    /// stands for seven delays that double from the time for the first try.
    pub const fn delays(self) -> Option<&'static [Duration]> {
        match self {
            JobKind::Reply
            | JobKind::Leave
            | JobKind::Return
            | JobKind::Email
            | JobKind::Notice
            | JobKind::Resign
            | JobKind::Settle
            | JobKind::House => None,
            JobKind::Push => Some(&PUSH_DELAYS),
        }
    }
}
