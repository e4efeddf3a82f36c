//! Checkpoints of SQLite's WAL beside the writer: each costs three flushes, which moves would otherwise wait for.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection};
use tokio::task::JoinHandle;

use crate::durable::written;
use crate::error::{Cause, cause};

/// The pause between two checkpoints.
const PAUSE: Duration = Duration::from_secs(1);

/// The pages of the WAL (32 MiB) at which the writer makes a checkpoint itself: one beside a writer that never rests cannot
/// reach the end of the WAL, which would grow forever.
pub(crate) const WRITER_PAGES: &str = "8000";

/// Makes checkpoints until the task is aborted.
pub(crate) fn start(db: DatabaseConnection) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(PAUSE).await;
            if let Err(error) = written(db.execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)").await)
                && !matches!(cause(&error), Cause::Again | Cause::Unreachable)
            {
                // Everything is still in the WAL.
                tracing::warn!(%error, "a checkpoint of the database failed and is tried again");
                tokio::time::sleep(30 * PAUSE).await;
            }
        }
    })
}
