//! Runs the background jobs in the store.
//!
//! To add a kind, add a variant of `JobKind` (`store/src/job.rs`), a type that implements [`Job`], and its line in
//! [`runner`]. `OpenGame::entry` creates the jobs of a log entry.

use std::pin::Pin;
use std::time::Duration;

use faraday_store::{self as store, JobKind, StoreError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::Play;
use super::email_job::EmailJob;
use super::erasures::Resignations;
use super::house_search::search_missing_jobs;
use super::house_turn::HouseTurn;
use super::job::{Job, Retry};
use super::job_loop::run_forever;
use super::leave::{LeaveChange, Return};
use super::notice_job::NoticeJob;
use super::planned_replies::PlannedReply;
use super::push_job::PushJob;
use super::settlement::{Settlement, search_unsettled};
use crate::metrics;

/// The interval at which stored jobs are counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(15);

/// The interval between searches for jobs of dead processes.
const RELEASE_INTERVAL: Duration = Duration::from_secs(1);

/// Runs jobs of all kinds forever.
pub async fn run_all(play: &Play) {
    let mut runners: FuturesUnordered<_> = JobKind::ALL.into_iter().map(|kind| runner(play, kind)).collect();
    tokio::join!(
        async { while runners.next().await.is_some() {} },
        release_all(play),
        count_all(play),
        search_unsettled(play),
        search_missing_jobs(play)
    );
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
        JobKind::Settle => Box::pin(run_kind::<Settlement>(play)),
        JobKind::House => Box::pin(run_kind::<HouseTurn>(play)),
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
    let take = |free| async move {
        let (process, now) = (play.games.node().process(), play.now());
        play.store().take_jobs(J::KIND, &process, now, free).await.unwrap_or_else(|error| {
            tracing::warn!("the jobs of kind `{}` cannot be read: {error}", J::KIND.as_str());
            Vec::new()
        })
    };
    let run = |job| {
        let play = play.clone();
        async move { run::<J>(&play, job).await }
    };
    run_forever(&play.games.jobs_added, J::POLL_INTERVAL, take, run).await;
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
            let outcome = if stored.kind.gives_up() { "has failed permanently" } else { "keeps failing" };
            tracing::error!("the job `{key}` of kind `{kind}` {outcome}: {reason}");
        }
        (Ok(_), Some(reason)) => tracing::debug!("the job `{key}` of kind `{kind}` will be retried: {reason}"),
        (Ok(_), None) => {}
        (Err(error), _) => tracing::warn!("the end of the job `{key}` of kind `{kind}` was not recorded: {error}"),
    }
}
