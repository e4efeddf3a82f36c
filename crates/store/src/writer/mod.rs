//! The writer of journals: the acts that wait are written together, in the order of their keys, and answered after the
//! commit.
//!
//! Sorted, so that two nodes never wait for each other in a circle; together, since a flush takes as long for one act as
//! for five hundred.
//!
//! In SQLite, which has one writer, it also runs the transactions of all requests. Those that games wait for go with the
//! acts; of the others at most [`REQUESTS`] do, so that a flood of requests delays no move by more than a batch.

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
use crate::health::Watch;
use crate::lock::FileLock;
use crate::{Appended, Entry, GameId, Options, StoreError};
use append::Append;
use batch::Found;
use group::{Group, Member, Transact};

/// The most transactions of requests in a batch.
const REQUESTS: usize = 16;

/// The way to the writer.
#[derive(Debug)]
pub(crate) struct Writer {
    orders: mpsc::Sender<Order>,
    /// The transactions that no game waits for.
    requests: mpsc::Sender<Box<dyn Member>>,
    /// The games, and numbers, of acts that are not answered yet.
    undecided: Mutex<BTreeSet<(GameId, u64)>>,
}

/// How urgent a transaction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A game, or the whole node, waits for it.
    Act,
    /// One client waits for it.
    Request,
}

#[derive(Debug)]
enum Order {
    Append(Box<Append>),
    Run(Box<dyn Member>),
    Stop(oneshot::Sender<()>),
}

/// The next batch.
#[derive(Default)]
struct Batch {
    acts: Vec<Append>,
    group: Group,
    stopped: Option<oneshot::Sender<()>>,
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
        let (requests, waiting) = mpsc::channel(options.queue.max(1));
        let task = Task { db, watch, batch: options.batch.max(1), _lock: lock };
        tokio::spawn(task.run(orders, waiting));
        Writer { orders: sender, requests, undecided: Mutex::default() }
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
        let (append, answer) = Append::new(entry)?;
        self.orders.try_send(Order::Append(Box::new(append)))?;
        self.unanswered().insert(act);
        let answer = answer.await.unwrap_or(Err(StoreError::Closed));
        self.unanswered().remove(&act);
        answer
    }

    /// Runs a transaction together with others, and answers after the commit.
    pub(crate) async fn write<I, T>(&self, urgency: Urgency, input: I, work: Transact<I, T>) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (member, answer) = group::member(input, work);
        match urgency {
            Urgency::Act => self.orders.try_send(Order::Run(member))?,
            Urgency::Request => self.requests.try_send(member)?,
        }
        answer.await.unwrap_or(Err(StoreError::Closed))
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

    fn add(&mut self, order: Order) {
        match order {
            Order::Append(append) => self.acts.push(*append),
            Order::Run(member) => self.group.push(member),
            Order::Stop(done) => self.stopped = Some(done),
        }
    }
}

impl Task {
    async fn run(self, mut orders: mpsc::Receiver<Order>, mut requests: mpsc::Receiver<Box<dyn Member>>) {
        let mut batch = Batch::default();
        loop {
            // What comes from the last batch goes behind what games wait for.
            let carried = std::mem::take(&mut batch.group);
            if batch.acts.is_empty() && carried.is_empty() && batch.stopped.is_none() {
                tokio::select! {
                    biased;
                    Some(order) = orders.recv() => batch.add(order),
                    Some(member) = requests.recv() => batch.group.push(member),
                    else => return,
                }
            }
            while batch.stopped.is_none() && batch.acts.len() < self.batch && batch.group.len() < self.batch {
                let Ok(order) = orders.try_recv() else { break };
                batch.add(order);
            }
            if batch.stopped.is_some() {
                requests.close();
            }
            let most = REQUESTS.saturating_sub(carried.len());
            batch.group.append(carried);
            for _ in 0..most {
                let Ok(member) = requests.try_recv() else { break };
                batch.group.push(member);
            }
            if batch.is_empty() && batch.stopped.is_some() {
                break;
            }
            let Batch { acts, group, stopped } = batch;
            let (acts, mut later) = append::sorted(acts);
            let since = self.watch.wait();
            let (mut unknown, group) = self.write(acts, group).await;
            self.watch.came(since);
            later.append(&mut unknown);
            batch = Batch { acts: later, group, stopped };
        }
        drop(self);
        if let Some(done) = batch.stopped {
            // Whoever has stopped waiting does not need the answer.
            let _ = done.send(());
        }
    }

    /// Writes a batch, and answers. The acts of which it is not known yet whether they are written come back, and the
    /// transactions for which there was no time.
    async fn write(&self, acts: Vec<Append>, mut group: Group) -> (Vec<Append>, Group) {
        if group.is_empty() {
            return (self.settle(acts).await, group);
        }
        let error = match batch::write_with(&self.db, &acts, &mut group).await {
            Ok(went) => {
                let rest = group.committed();
                let later = match batch::found(&self.db, &acts, &went).await {
                    Ok(found) => answer(acts, &found),
                    Err(_) => self.settle(acts).await,
                };
                return (later, rest);
            }
            Err(error) => error,
        };
        reconnect(&self.db).await;
        let later = self.settle(acts).await;
        // An act that the database refuses is no reason to refuse a request.
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

    /// Writes a batch until it is known what became of it, and answers. What cannot be known yet comes back.
    async fn settle(&self, batch: Vec<Append>) -> Vec<Append> {
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
                // It may have been committed: only the database can say, and refusing meanwhile would be a guess.
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

/// Answers each of a batch, but for those of which nothing is found.
fn answer(appends: Vec<Append>, found: &[Found]) -> Vec<Append> {
    let mut later = Vec::new();
    for (append, found) in appends.into_iter().zip(found) {
        match found {
            Found::Written => append.answer(Ok(Appended::Written)),
            Found::Lost => append.answer(Ok(Appended::Lost)),
            Found::Nothing => later.push(append),
        }
    }
    later
}

#[cfg(test)]
mod tests;
