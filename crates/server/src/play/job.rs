//! The trait that background jobs implement.
//!
//! A job may run twice, even on two nodes at once. So each of its effects must have a unique key or be idempotent.

use std::time::Duration;

use faraday_store::JobKind;

use super::Play;

/// A background job of one kind, read from its row in the store.
pub trait Job: Sized + Send {
    const KIND: JobKind;

    /// The interval between searches for jobs that are due later, or were left over by other nodes.
    const POLL_INTERVAL: Duration = Duration::from_secs(5);

    /// Parses a job. None if this version cannot.
    fn read(key: &str, body: &str) -> Option<Self>;

    /// Runs the job.
    fn run(self, play: &Play) -> impl std::future::Future<Output = Result<(), Retry>> + Send;
}

/// The reason for which a job has to run again.
#[derive(Debug)]
pub enum Retry {
    /// It failed.
    Failed(String),
    /// It failed, and the next try must wait for this time.
    FailedFor(Duration, String),
    /// Only nodes of a later version can run it, so the try does not count.
    Unknown(String),
}

impl<T: ToString> From<T> for Retry {
    fn from(reason: T) -> Retry {
        Retry::Failed(reason.to_string())
    }
}
