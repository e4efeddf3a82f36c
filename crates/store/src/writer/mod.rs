//! The writer of journals. It writes pending acts together in the order of their keys, and sends
//! the results after the commit.
//!
//! The order prevents deadlocks between nodes. Batching matters because a flush takes as long for one
//! act as for five hundred.
//!
//! SQLite has only one writer, so the transactions of all requests run here too. Those that games wait for join the
//! batch with the acts. Of the others, a batch takes at most [`MAX_REQUESTS`], so that a flood of requests delays a move
//! by one batch at most.

pub(crate) mod append;
mod batch;
pub(crate) mod group;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sea_orm::DatabaseConnection;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::durable::{PAUSES, flush_failed, reconnect};
use crate::error::{Cause, cause};
use crate::health::CommitMonitor;
use crate::lock::FileLock;
use crate::{AppendResult, Entry, GameId, Options, StoreError};
use append::Append;
use batch::WriteOutcome;
use group::{Group, GroupedTransaction, TransactionFn};

/// The maximum number of request transactions in a batch.
const MAX_REQUESTS: usize = 16;

/// A handle to the writer's task.
#[derive(Debug)]
pub(crate) struct Writer {
    commands: mpsc::Sender<WriterCommand>,
    /// The queue of transactions that no game waits for.
    requests: mpsc::Sender<Box<dyn GroupedTransaction>>,
    /// The games and numbers of acts without a result.
    pending_games: Mutex<BTreeSet<(GameId, u64)>>,
}

/// The priority of a transaction in the writer's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// A game or the whole node waits for it.
    Act,
    /// One client waits for it.
    Request,
}

#[derive(Debug)]
enum WriterCommand {
    Append(Box<Append>),
    Run(Box<dyn GroupedTransaction>),
    Stop(oneshot::Sender<()>),
}

/// The acts and transactions to write next.
#[derive(Default)]
struct Batch {
    acts: Vec<Append>,
    group: Group,
    stopped: Option<oneshot::Sender<()>>,
}

/// The writer's task.
struct WriterTask {
    db: DatabaseConnection,
    monitor: Arc<CommitMonitor>,
    batch: usize,
    /// Held until the last batch is written.
    _lock: Option<FileLock>,
}

impl Writer {
    pub(crate) fn start(
        db: DatabaseConnection,
        lock: Option<FileLock>,
        monitor: Arc<CommitMonitor>,
        options: &Options,
    ) -> Writer {
        let (sender, commands) = mpsc::channel(options.queue.max(1));
        let (requests, waiting) = mpsc::channel(options.queue.max(1));
        let task = WriterTask { db, monitor, batch: options.batch.max(1), _lock: lock };
        tokio::spawn(task.run(commands, waiting));
        Writer { commands: sender, requests, pending_games: Mutex::default() }
    }

    /// Returns the games whose acts wait for the database.
    pub(crate) fn pending_games(&self) -> Vec<GameId> {
        let mut games: Vec<GameId> = self.pending().iter().map(|(game, _)| *game).collect();
        games.dedup();
        games
    }

    fn pending(&self) -> MutexGuard<'_, BTreeSet<(GameId, u64)>> {
        self.pending_games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn append(&self, entry: Entry) -> Result<AppendResult, StoreError> {
        let act = (entry.game, entry.act.seq);
        let (append, answer) = Append::new(entry)?;
        self.commands.try_send(WriterCommand::Append(Box::new(append)))?;
        self.pending().insert(act);
        let answer = answer.await.unwrap_or(Err(StoreError::Closed));
        self.pending().remove(&act);
        answer
    }

    /// Runs a transaction together with others and returns after the commit.
    pub(crate) async fn write<I, T>(
        &self,
        priority: Priority,
        input: I,
        work: TransactionFn<I, T>,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (transaction, answer) = group::transaction(input, work);
        match priority {
            Priority::Act => self.commands.try_send(WriterCommand::Run(transaction))?,
            Priority::Request => self.requests.try_send(transaction)?,
        }
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Returns once all pending writes are done and the task has stopped.
    pub(crate) async fn stop(&self) {
        let (sender, done) = oneshot::channel();
        if self.commands.send(WriterCommand::Stop(sender)).await.is_ok() {
            // An error means that the task has already ended.
            let _ = done.await;
        }
    }
}

impl<T> From<TrySendError<T>> for StoreError {
    fn from(error: TrySendError<T>) -> StoreError {
        match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        }
    }
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.acts.is_empty() && self.group.is_empty()
    }

    fn add(&mut self, command: WriterCommand) {
        match command {
            WriterCommand::Append(append) => self.acts.push(*append),
            WriterCommand::Run(transaction) => self.group.push(transaction),
            WriterCommand::Stop(done) => self.stopped = Some(done),
        }
    }
}

impl WriterTask {
    async fn run(
        self,
        mut commands: mpsc::Receiver<WriterCommand>,
        mut requests: mpsc::Receiver<Box<dyn GroupedTransaction>>,
    ) {
        let mut batch = Batch::default();
        loop {
            // Transactions left over from the last batch come after those that games wait for.
            let carried = std::mem::take(&mut batch.group);
            if batch.acts.is_empty() && carried.is_empty() && batch.stopped.is_none() {
                tokio::select! {
                    biased;
                    Some(command) = commands.recv() => batch.add(command),
                    Some(transaction) = requests.recv() => batch.group.push(transaction),
                    else => return,
                }
            }
            while batch.stopped.is_none() && batch.acts.len() < self.batch && batch.group.len() < self.batch {
                let Ok(command) = commands.try_recv() else { break };
                batch.add(command);
            }
            if batch.stopped.is_some() {
                requests.close();
            }
            let most = MAX_REQUESTS.saturating_sub(carried.len());
            batch.group.append(carried);
            for _ in 0..most {
                let Ok(transaction) = requests.try_recv() else { break };
                batch.group.push(transaction);
            }
            if batch.is_empty() && batch.stopped.is_some() {
                break;
            }
            let Batch { acts, group, stopped } = batch;
            let (acts, mut later) = append::sorted(acts);
            let since = self.monitor.begin_wait();
            let (mut unknown, group) = self.write(acts, group).await;
            self.monitor.end_wait(since);
            later.append(&mut unknown);
            batch = Batch { acts: later, group, stopped };
        }
        drop(self);
        if let Some(done) = batch.stopped {
            // A caller that has stopped waiting does not need the answer.
            let _ = done.send(());
        }
    }

    /// Writes a batch and sends the results. Returns the acts whose outcome is unknown and the transactions for
    /// which there was no time.
    async fn write(&self, acts: Vec<Append>, mut group: Group) -> (Vec<Append>, Group) {
        if group.is_empty() {
            return (self.write_until_known(acts).await, group);
        }
        let error = match batch::write_with(&self.db, &acts, &mut group).await {
            Ok(inserted) => {
                let rest = group.committed();
                let later = match batch::found(&self.db, &acts, &inserted).await {
                    Ok(found) => answer(acts, &found),
                    Err(_) => self.write_until_known(acts).await,
                };
                return (later, rest);
            }
            Err(error) => error,
        };
        reconnect(&self.db).await;
        let later = self.write_until_known(acts).await;
        // A rejected act must not make the requests fail.
        let written = if group.has_begun() { Err(error) } else { batch::write_with(&self.db, &[], &mut group).await };
        let rest = match written {
            Ok(_) => group.committed(),
            Err(error) => {
                reconnect(&self.db).await;
                group.failed(&error);
                Group::default()
            }
        };
        (later, rest)
    }

    /// Writes a batch until its outcome is known, and sends the results. Returns the acts whose
    /// outcome is not known yet.
    async fn write_until_known(&self, batch: Vec<Append>) -> Vec<Append> {
        let mut parts = vec![batch];
        let mut later = Vec::new();
        let mut pause = PAUSES[0];
        while let Some(mut appends) = parts.pop() {
            if appends.is_empty() {
                continue;
            }
            let error = match batch::write(&self.db, &appends).await {
                Ok(found) => {
                    later.extend(answer(appends, &found));
                    continue;
                }
                Err(error) => error,
            };
            reconnect(&self.db).await;
            match cause(&error) {
                // The batch may have been committed, so an error now could be wrong.
                Cause::Unreachable | Cause::Unopened | Cause::Again | Cause::Conflict => {
                    tracing::warn!(%error, acts = appends.len(), "acts wait for the database");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES[1]);
                    parts.push(appends);
                }
                Cause::Flush => flush_failed(&error),
                Cause::Data | Cause::Unique | Cause::Other if appends.len() > 1 => {
                    let second = appends.split_off(appends.len() / 2);
                    parts.extend([second, appends]);
                }
                Cause::Data
                | Cause::Unique
                | Cause::Other
                | Cause::Full
                | Cause::ReadOnly
                | Cause::Foreign
                | Cause::Damaged => {
                    let error = StoreError::from(error);
                    appends.into_iter().for_each(|append| append.answer(Err(error.clone())));
                }
            }
        }
        later
    }
}

/// Sends the result of each append. Returns those for which no act was found.
fn answer(appends: Vec<Append>, found: &[WriteOutcome]) -> Vec<Append> {
    let mut later = Vec::new();
    for (append, found) in appends.into_iter().zip(found) {
        match found {
            WriteOutcome::Written => append.answer(Ok(AppendResult::Written)),
            WriteOutcome::Conflict => append.answer(Ok(AppendResult::Conflict)),
            WriteOutcome::Missing => later.push(append),
        }
    }
    later
}

#[cfg(test)]
mod tests;
