//! Durable writes other than acts: their transactions, and the handling of failed flushes.

use std::time::Duration;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait,
};

use crate::error::{Cause, cause, database_message};

/// The first and the longest pause before a retry.
pub(crate) const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// Begins a write transaction. SQLite takes the write lock at once, because upgrading a read lock later can fail.
pub(crate) async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
    db.begin_with_options(TransactionOptions { sqlite_transaction_mode, ..TransactionOptions::default() }).await
}

/// Commits a transaction and aborts the process if the disk failed.
pub(crate) async fn commit(transaction: DatabaseTransaction) -> Result<(), DbErr> {
    written(transaction.commit().await)
}

/// Replaces the writing connection to a file after a failure. SQLite may have rolled back the transaction by itself,
/// which the library does not notice: its next transaction would run outside a transaction or would never be committed.
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

/// Returns the result of a write, or aborts the process if the disk failed.
pub(crate) fn written<T>(answer: Result<T, DbErr>) -> Result<T, DbErr> {
    match answer {
        Err(error) if cause(&error) == Cause::Flush => flush_failed(&error),
        answer => answer,
    }
}

/// Aborts the process. After a failed flush, the kernel may mark pages as clean that never reached the
/// disk, so a second flush would succeed without writing them. Only a new process that reads the file
/// again sees its true contents.
pub(crate) fn flush_failed(error: &DbErr) -> ! {
    let database_message = database_message(error);
    tracing::error!(
        "the disk did not take what was written ({database_message}): ending, so that the journal is read anew"
    );
    std::process::abort()
}

/// Commits a write of no significance, which shows if the database accepts writes.
pub(crate) async fn touch(db: &DatabaseConnection) -> Result<(), DbErr> {
    written(db.execute_raw(touch_statement(db.get_database_backend())).await)?;
    Ok(())
}

/// Returns a statement that only forces a commit.
pub(crate) fn touch_statement(backend: DbBackend) -> Statement {
    let sql = "INSERT INTO meta (name, value) VALUES ('touched', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    // A new value each time, because SQLite may skip an update to the same value.
    Statement::from_sql_and_values(backend, sql, [rand::random::<u32>().to_string().into()])
}
