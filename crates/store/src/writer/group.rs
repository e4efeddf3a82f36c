//! Group commit for transactions: several requests share one transaction and its flush. Each is a savepoint, so that a
//! failed one only undoes itself.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::time::{Duration, Instant};

use sea_orm::{DatabaseTransaction, TransactionTrait};
use tokio::sync::oneshot;

use crate::StoreError;

/// The ending of a transaction without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TransactionEnd<T> {
    Commit(T),
    Rollback(T),
}

/// The function of a transaction. It may run more than once, so it must not have effects outside the database.
pub(crate) type TransactionFn<I, T> = for<'a> fn(&'a DatabaseTransaction, &'a I) -> TransactionFuture<'a, T>;

/// The future of a transaction. It must wait only for the database, because other transactions wait for it.
pub(crate) type TransactionFuture<'a, T> =
    Pin<Box<dyn std::future::Future<Output = Result<TransactionEnd<T>, StoreError>> + Send + 'a>>;

/// A transaction that is committed together with others.
pub(crate) trait GroupedTransaction: Send {
    /// Runs the transaction and returns the ending of its savepoint. After an error, the savepoint is rolled back.
    fn run<'a>(&'a mut self, db: &'a DatabaseTransaction) -> TransactionFuture<'a, ()>;

    /// Sends the result once it is known if the group was committed.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Request<I, T> {
    input: I,
    work: TransactionFn<I, T>,
    result: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

/// Transactions that are committed together.
#[derive(Default)]
pub(crate) struct Group {
    waiting: VecDeque<Box<dyn GroupedTransaction>>,
    run: Vec<Box<dyn GroupedTransaction>>,
}

/// Creates a transaction and the receiver of its result, which is sent after the commit.
pub(crate) fn transaction<I, T>(
    input: I,
    work: TransactionFn<I, T>,
) -> (Box<dyn GroupedTransaction>, oneshot::Receiver<Result<T, StoreError>>)
where
    I: Send + Sync + 'static,
    T: Send + 'static,
{
    let (answer, receiver) = oneshot::channel();
    (Box::new(Request { input, work, result: None, answer }), receiver)
}

impl<I: Send + Sync, T: Send> GroupedTransaction for Request<I, T> {
    fn run<'a>(&'a mut self, db: &'a DatabaseTransaction) -> TransactionFuture<'a, ()> {
        Box::pin(async move {
            let (ending, result) = match (self.work)(db, &self.input).await {
                Ok(TransactionEnd::Commit(value)) => (Ok(TransactionEnd::Commit(())), Ok(value)),
                Ok(TransactionEnd::Rollback(value)) => (Ok(TransactionEnd::Rollback(())), Ok(value)),
                Err(error) => (Err(error.clone()), Err(error)),
            };
            self.result = Some(result);
            ending
        })
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Request { result, answer, .. } = *self;
        // A client that has stopped waiting reads the data again.
        let _ = answer.send(committed.and_then(|()| result.unwrap_or(Err(StoreError::Closed))));
    }
}

impl Group {
    pub(crate) fn push(&mut self, transaction: Box<dyn GroupedTransaction>) {
        self.waiting.push_back(transaction);
    }

    /// Adds the waiting transactions of another group.
    pub(crate) fn append(&mut self, mut other: Group) {
        self.waiting.append(&mut other.waiting);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns true if a transaction has run, because then it cannot run again.
    pub(crate) const fn has_begun(&self) -> bool {
        !self.run.is_empty()
    }

    /// Runs the waiting transactions one after another until all are done or the time is up.
    ///
    /// # Errors
    ///
    /// If the whole transaction is lost: SQLite rolls it back completely if a statement finds the disk full.
    pub(crate) async fn run(&mut self, transaction: &DatabaseTransaction, time: Duration) -> Result<(), StoreError> {
        let begun = Instant::now();
        while !self.waiting.is_empty() && (self.run.is_empty() || begun.elapsed() < time) {
            let savepoint = transaction.begin().await?;
            let Some(mut transaction) = self.waiting.pop_front() else { break };
            let ending = transaction.run(&savepoint).await;
            self.run.push(transaction);
            match ending {
                Ok(TransactionEnd::Commit(())) => savepoint.commit().await?,
                Ok(TransactionEnd::Rollback(())) => savepoint.rollback().await?,
                // If there is nothing to roll back, the error is the cause.
                Err(error) => savepoint.rollback().await.map_err(|_| error)?,
            }
        }
        Ok(())
    }

    /// Sends the results of the finished transactions after the commit. Returns the others for the next group.
    pub(crate) fn committed(self) -> Group {
        self.run.into_iter().for_each(|transaction| transaction.answer(Ok(())));
        Group { waiting: self.waiting, run: Vec::new() }
    }

    /// Sends an error to all: nothing was committed.
    pub(crate) fn failed(self, error: &StoreError) {
        self.run.into_iter().chain(self.waiting).for_each(|transaction| transaction.answer(Err(error.clone())));
    }
}

impl fmt::Debug for dyn GroupedTransaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GroupedTransaction")
    }
}
