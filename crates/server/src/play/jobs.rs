//! Runs the background jobs in the store.
//!
//! To add a kind, add a variant of `JobKind` (`store/src/job.rs`), a type that implements [`Job`], and its line in
//! [`runner`]. `OpenGame::entry` creates the jobs of a log entry.

use std::pin::Pin;
use std::time::Duration;

use faraday_store::{self as store, JobKind, StoreError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::Play;
use super::email_job::EmailJob;
use super::erasures::Resignations;
use super::job::{Job, Retry};
use super::leave::{LeaveChange, Return};
use super::notice_job::NoticeJob;
use super::planned_replies::PlannedReply;
use super::push_job::PushJob;
use crate::metrics;

/// The interval at which stored jobs are counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(15);

/// The interval between searches for jobs of dead processes.
const RELEASE_INTERVAL: Duration = Duration::from_secs(1);

/// The maximum number of jobs of a kind that run at once.
const CONCURRENCY: u64 = 8;

/// Runs jobs of all kinds forever.
pub async fn run_all(play: &Play) {
    let mut runners: FuturesUnordered<_> = JobKind::ALL.into_iter().map(|kind| runner(play, kind)).collect();
    tokio::join!(async { while runners.next().await.is_some() {} }, release_all(play), count_all(play));
}

/// Returns the runner of a kind.
fn runner(play: &Play, kind: JobKind) -> Pin<Box<dyn std::future::Future<Output = ()> + Send + '_>> {
    match kind {
        JobKind::Reply => Box::pin(run_kind::<PlannedReply>(play)),
        JobKind::Leave => Box::pin(run_kind::<LeaveChange>(play)),
        JobKind::Return => Box::pin(run_kind::<Return>(play)),
        JobKind::Email => Box::pin(run_kind::<EmailJob>(play)),
        JobKind::Notice => Box::pin(run_kind::<NoticeJob>(play)),
        JobKind::Push => Box::pin(run_kind::<PushJob>(play)),
        JobKind::Resign => Box::pin(run_kind::<Resignations>(play)),
    }
}

/// Releases the jobs of dead processes forever, so that a turn is reported in time although its node has died.
async fn release_all(play: &Play) {
    loop {
        if let Err(error) = release(play).await {
            tracing::warn!("the jobs of dead processes cannot be released: {error}");
        }
        tokio::time::sleep(RELEASE_INTERVAL).await;
    }
}

async fn release(play: &Play) -> Result<(), StoreError> {
    for process in play.store().processes_with_jobs().await? {
        if play.games.node().is_dead(&process) {
            play.store().release_jobs_of(&process, play.now()).await?;
            play.games.jobs_added.notify_waiters();
        }
    }
    Ok(())
}

/// Updates the metrics of stored jobs forever.
async fn count_all(play: &Play) {
    loop {
        match play.store().job_counts().await {
            Ok(counts) => {
                counts.iter().for_each(|count| metrics::jobs(count.kind.as_str(), count.waiting, count.failed));
            }
            Err(error) => tracing::warn!("the jobs cannot be counted: {error}"),
        }
        tokio::time::sleep(COUNT_INTERVAL).await;
    }
}

async fn run_kind<J: Job + 'static>(play: &Play) {
    // Tasks of their own: a job that is not polled while this one waits for the database would keep the connection that
    // it has got, and the connections of the pool would be gone until each waiter gives up.
    let mut running = JoinSet::new();
    loop {
        // Must precede the query, so that no job added after it is missed.
        let added = play.games.jobs_added.notified();
        let free = CONCURRENCY - running.len() as u64;
        match play.store().take_jobs(J::KIND, &play.games.node().process(), play.now(), free).await {
            Ok(jobs) => {
                for job in jobs {
                    let play = play.clone();
                    running.spawn(async move { run::<J>(&play, job).await });
                }
            }
            Err(error) => tracing::warn!("the jobs of kind `{}` cannot be read: {error}", J::KIND.as_str()),
        }
        // A slow job must not delay others, but a query after the end of each would cost too much.
        let (is_idle, is_full) = (running.is_empty(), running.len() as u64 == CONCURRENCY);
        let half_ended =
            async { while running.join_next().await.is_some() && running.len() as u64 > CONCURRENCY / 2 {} };
        tokio::select! {
            () = half_ended, if !is_idle => {}
            _ = timeout(J::POLL_INTERVAL, added), if !is_full => {}
        }
    }
}

async fn run<J: Job>(play: &Play, stored: store::Job) {
    let done = match J::read(&stored.key, &stored.body) {
        Some(job) => job.run(play).await,
        None => Err(Retry::Failed("this version cannot read it".to_owned())),
    };
    let (kind, key) = (stored.kind.as_str(), &stored.key);
    let (store, now) = (play.store(), play.now());
    let (noted, reason) = match done {
        Ok(()) => (store.finish_job(&stored).await.map(|()| false), None),
        Err(Retry::Failed(reason)) => (store.fail_job(&stored, &reason, now, None).await, Some(reason)),
        Err(Retry::FailedFor(wait, reason)) => {
            (store.fail_job(&stored, &reason, now, Some(now.after(wait))).await, Some(reason))
        }
        Err(Retry::Unknown(reason)) => (store.release_job(&stored).await.map(|()| false), Some(reason)),
    };
    match (noted, reason) {
        (Ok(true), Some(reason)) => {
            metrics::job_failed(kind);
            tracing::error!("the job `{key}` of kind `{kind}` has failed permanently: {reason}");
        }
        (Ok(_), Some(reason)) => tracing::debug!("the job `{key}` of kind `{kind}` will be retried: {reason}"),
        (Ok(_), None) => {}
        (Err(error), _) => tracing::warn!("the end of the job `{key}` of kind `{kind}` was not recorded: {error}"),
    }
}
