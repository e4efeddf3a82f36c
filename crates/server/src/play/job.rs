//! The trait of background jobs.
//!
//! A job may run twice, even on two nodes at once. So each of its effects must have a unique key or be idempotent.

use faraday_store::JobKind;

use super::Play;

/// A background job of one kind.
pub trait Job: Sized + Send {
    const KIND: JobKind;

    /// Parses a job. None if this version cannot.
    fn read(key: &str, body: &str) -> Option<Self>;

    /// Runs the job. An error is the reason for a retry.
    fn run(self, play: &Play) -> impl std::future::Future<Output = Result<(), String>> + Send;
}
