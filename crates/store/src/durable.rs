//! Writing outside the journal's batches: transactions, and what a failed flush means.

use std::time::Duration;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait,
};

use crate::error::{Cause, cause, said};

/// How long to wait before the same is tried again, the first time and at most.
pub(crate) const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// A transaction that writes: SQLite takes its lock at once, since one that reads first may be refused it later.
pub(crate) async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
    db.begin_with_options(TransactionOptions { sqlite_transaction_mode, ..TransactionOptions::default() }).await
}

/// Commits.
pub(crate) async fn commit(transaction: DatabaseTransaction) -> Result<(), DbErr> {
    written(transaction.commit().await)
}

/// Replaces the writing connection to a file after a failure. SQLite may have ended the transaction by itself, which the
/// library does not notice: what it takes for a transaction from then on would be none, or would never be committed.
pub(crate) async fn reconnect(db: &DatabaseConnection) {
    if db.get_database_backend() != DbBackend::Sqlite {
        return;
    }
    if let Ok(connection) = db.get_sqlite_connection_pool().acquire().await
        && let Err(error) = connection.close().await
    {
        tracing::warn!(%error, "a connection to the database did not close");
    }
}

/// What a write has answered, unless the disk did not take it.
pub(crate) fn written<T>(answer: Result<T, DbErr>) -> Result<T, DbErr> {
    match answer {
        Err(error) if cause(&error) == Cause::Flush => flush_failed(&error),
        answer => answer,
    }
}

/// After a flush that failed the kernel may hold as clean what never reached the disk, so that a second flush would lie.
/// Only what reads the file anew can tell what is in it.
pub(crate) fn flush_failed(error: &DbErr) -> ! {
    let said = said(error);
    tracing::error!("the disk did not take what was written ({said}): ending, so that the journal is read anew");
    std::process::abort()
}

/// Commits something that changes nothing, for the sake of the commit.
pub(crate) async fn touch(db: &DatabaseConnection) -> Result<(), DbErr> {
    written(db.execute_raw(touching(db.get_database_backend())).await)?;
    Ok(())
}

/// A write that changes nothing.
pub(crate) fn touching(backend: DbBackend) -> Statement {
    let sql = "INSERT INTO meta (name, value) VALUES ('touched', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    // Another value each time: an update to the same value is one that SQLite need not write.
    Statement::from_sql_and_values(backend, sql, [rand::random::<u32>().to_string().into()])
}
