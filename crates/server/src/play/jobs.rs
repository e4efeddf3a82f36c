//! Runs the background jobs in the store.
//!
//! To add a kind, add a variant of `JobKind` (`store/src/job.rs`), a type that implements [`Job`], and its line in
//! [`run_all`]. `OpenGame::entry` creates the jobs of a log entry.

use std::time::Duration;

use faraday_store::{self as store, JobKind};
use futures_util::{StreamExt, stream};
use tokio::time::timeout;

use super::Play;
use super::email_job::EmailJob;
use super::job::{Job, Retry};
use super::leave::{LeaveChange, Return};
use super::planned_replies::PlannedReply;
use crate::metrics;

/// The interval between searches for jobs left over by other nodes.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The maximum number of jobs of a kind that run at once.
const CONCURRENCY: u64 = 8;

/// Runs jobs of all kinds forever.
pub async fn run_all(play: &Play) {
    let work = async |kind| match kind {
        JobKind::Reply => run_kind::<PlannedReply>(play).await,
        JobKind::Leave => run_kind::<LeaveChange>(play).await,
        JobKind::Return => run_kind::<Return>(play).await,
        JobKind::Email => run_kind::<EmailJob>(play).await,
    };
    stream::iter(JobKind::ALL).for_each_concurrent(None, work).await;
}

async fn run_kind<J: Job>(play: &Play) {
    loop {
        // Must precede the query, so that no job added after it is missed.
        let added = play.games.jobs_added.notified();
        match play.store().take_jobs(J::KIND, play.now(), CONCURRENCY).await {
            Ok(jobs) if jobs.is_empty() => drop(timeout(POLL_INTERVAL, added).await),
            Ok(jobs) => stream::iter(&jobs).for_each_concurrent(None, |job| run::<J>(play, job)).await,
            Err(error) => {
                tracing::warn!("the jobs of kind `{}` cannot be read: {error}", J::KIND.as_str());
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
    }
}

async fn run<J: Job>(play: &Play, stored: &store::Job) {
    let done = match J::read(&stored.key, &stored.body) {
        Some(job) => job.run(play).await,
        None => Err(Retry::Failed("this version cannot read it".to_owned())),
    };
    let (kind, key) = (stored.kind.as_str(), &stored.key);
    let noted = match &done {
        Ok(()) => play.store().finish_job(stored).await.map(|()| false),
        Err(Retry::Failed(reason)) => play.store().fail_job(stored, reason, play.now()).await,
        Err(Retry::Unknown(_)) => play.store().release_job(stored).await.map(|()| false),
    };
    match (noted, done) {
        (Ok(true), Err(Retry::Failed(reason) | Retry::Unknown(reason))) => {
            metrics::job_failed(kind);
            tracing::error!("the job `{key}` of kind `{kind}` has failed permanently: {reason}");
        }
        (Ok(_), Err(Retry::Failed(reason) | Retry::Unknown(reason))) => {
            tracing::debug!("the job `{key}` of kind `{kind}` will be retried: {reason}");
        }
        (Ok(_), Ok(())) => {}
        (Err(error), _) => tracing::warn!("the end of the job `{key}` of kind `{kind}` was not recorded: {error}"),
    }
}
