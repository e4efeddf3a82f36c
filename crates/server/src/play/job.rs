//! A job as its runner does it.
//!
//! A job may be done twice, even by two nodes at once. So each of its effects has a key of its own, or does no harm the second
//! time.

use faraday_store::JobKind;

use super::Play;

/// A job that can be done.
pub trait Job: Sized + Send {
    /// The kind of job.
    const KIND: JobKind;

    /// Reads a job. None if this version cannot.
    fn read(key: &str, body: &str) -> Option<Self>;

    /// Does the job. An error says why it has to be tried again.
    fn run(self, play: &Play) -> impl std::future::Future<Output = Result<(), String>> + Send;
}
