//! A background task that makes checkpoints of SQLite's write-ahead log, because their flushes would delay the writer.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection};
use tokio::task::JoinHandle;

use crate::durable::written;
use crate::error::{Cause, cause};

/// The pause between two checkpoints.
const PAUSE: Duration = Duration::from_secs(1);

/// The size of the WAL in pages (32 MiB) at which the writer makes a checkpoint itself. A concurrent checkpoint cannot
/// reach the end of the WAL while the writer is always busy, so the WAL would grow forever.
pub(crate) const WRITER_PAGES: &str = "8000";

/// Starts a task that makes checkpoints until it is aborted.
pub(crate) fn start(db: DatabaseConnection) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(PAUSE).await;
            if let Err(error) = written(db.execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)").await)
                && !matches!(cause(&error), Cause::Again | Cause::Unreachable)
            {
                // Nothing is lost: the commits are still in the WAL.
                tracing::warn!(%error, "a checkpoint of the database failed and is tried again");
                tokio::time::sleep(30 * PAUSE).await;
            }
        }
    })
}
