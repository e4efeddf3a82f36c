//! The one writer of journals: what waits is written together, in the order of its key, and answered after the commit.
//!
//! Sorted, so that two nodes never wait for each other in a circle; together, since a flush takes as long for one act as
//! for five hundred.

mod batch;
pub(crate) mod job;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sea_orm::DatabaseConnection;
use tokio::sync::{mpsc, oneshot};

use crate::durable::{PAUSES, flush_failed};
use crate::error::{Cause, cause};
use crate::health::Watch;
use crate::lock::FileLock;
use crate::{Appended, Entry, GameId, Options, StoreError};
use batch::Found;
use job::Job;

/// The way to the writer.
#[derive(Debug)]
pub(crate) struct Writer {
    orders: mpsc::Sender<Order>,
    /// The games, and numbers, of acts that are not answered yet.
    undecided: Mutex<BTreeSet<(GameId, u64)>>,
}

/// What the writer is told.
#[derive(Debug)]
enum Order {
    Append(Box<Job>),
    Stop(oneshot::Sender<()>),
}

/// The writer's task.
struct Task {
    db: DatabaseConnection,
    watch: Arc<Watch>,
    batch: usize,
    /// Held until the last batch is written.
    _lock: Option<FileLock>,
}

impl Writer {
    pub(crate) fn start(
        db: DatabaseConnection,
        lock: Option<FileLock>,
        watch: Arc<Watch>,
        options: &Options,
    ) -> Writer {
        let (sender, orders) = mpsc::channel(options.queue.max(1));
        let task = Task { db, watch, batch: options.batch.max(1), _lock: lock };
        tokio::spawn(task.run(orders));
        Writer { orders: sender, undecided: Mutex::default() }
    }

    /// The games whose acts wait for the database.
    pub(crate) fn undecided(&self) -> Vec<GameId> {
        let mut games: Vec<GameId> = self.unanswered().iter().map(|(game, _)| *game).collect();
        games.dedup();
        games
    }

    fn unanswered(&self) -> MutexGuard<'_, BTreeSet<(GameId, u64)>> {
        self.undecided.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        let act = (entry.game, entry.act.seq);
        let (job, answer) = Job::new(entry)?;
        self.orders.try_send(Order::Append(Box::new(job))).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })?;
        self.unanswered().insert(act);
        let answer = answer.await.unwrap_or(Err(StoreError::Closed));
        self.unanswered().remove(&act);
        answer
    }

    /// Returns when all that waits is written, and nothing more will be.
    pub(crate) async fn stop(&self) {
        let (sender, done) = oneshot::channel();
        if self.orders.send(Order::Stop(sender)).await.is_ok() {
            // An error says that the task has ended, which is what is waited for.
            let _ = done.await;
        }
    }
}

impl Task {
    async fn run(self, mut orders: mpsc::Receiver<Order>) {
        let mut waiting: Vec<Job> = Vec::new();
        let mut stopped = None;
        while stopped.is_none() || !waiting.is_empty() {
            if waiting.is_empty() {
                match orders.recv().await {
                    Some(Order::Append(job)) => waiting.push(*job),
                    Some(Order::Stop(done)) => stopped = Some(done),
                    None => return,
                }
            }
            while stopped.is_none() && waiting.len() < self.batch {
                match orders.try_recv() {
                    Ok(Order::Append(job)) => waiting.push(*job),
                    Ok(Order::Stop(done)) => stopped = Some(done),
                    Err(_) => break,
                }
            }
            let (batch, later) = job::sorted(waiting);
            waiting = later;
            let since = self.watch.wait();
            waiting.append(&mut self.settle(batch).await);
            self.watch.came(since);
        }
        drop(self);
        if let Some(done) = stopped {
            // Whoever has stopped waiting does not need the answer.
            let _ = done.send(());
        }
    }

    /// Writes a batch until it is known what became of it, and answers. What cannot be known yet comes back.
    async fn settle(&self, batch: Vec<Job>) -> Vec<Job> {
        let mut parts = vec![batch];
        let mut later = Vec::new();
        let mut pause = PAUSES[0];
        while let Some(mut jobs) = parts.pop() {
            if jobs.is_empty() {
                continue;
            }
            let error = match batch::write(&self.db, &jobs).await {
                Ok(found) => {
                    later.extend(answer(jobs, &found));
                    continue;
                }
                Err(error) => error,
            };
            match cause(&error) {
                // It may have been committed: only the database can say, and refusing meanwhile would be a guess.
                Cause::Unreachable | Cause::Unopened | Cause::Again => {
                    tracing::warn!(%error, acts = jobs.len(), "acts wait for the database");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES[1]);
                    parts.push(jobs);
                }
                Cause::Flush => flush_failed(&error),
                Cause::Data | Cause::Unique | Cause::Other if jobs.len() > 1 => {
                    let second = jobs.split_off(jobs.len() / 2);
                    parts.extend([second, jobs]);
                }
                Cause::Data
                | Cause::Unique
                | Cause::Other
                | Cause::Full
                | Cause::ReadOnly
                | Cause::Foreign
                | Cause::Damaged => {
                    let error = StoreError::from(error);
                    jobs.into_iter().for_each(|job| job.answer(Err(error.clone())));
                }
            }
        }
        later
    }
}

/// Answers each of a batch, but for those of which nothing is found.
fn answer(jobs: Vec<Job>, found: &[Found]) -> Vec<Job> {
    let mut later = Vec::new();
    for (job, found) in jobs.into_iter().zip(found) {
        match found {
            Found::Written => job.answer(Ok(Appended::Written)),
            Found::Lost => job.answer(Ok(Appended::Lost)),
            Found::Nothing => later.push(job),
        }
    }
    later
}
