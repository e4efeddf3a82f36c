//! Preparation for a breaking migration, after which older programs cannot use the tables: copies a SQLite file, or
//! checks that no other node uses PostgreSQL.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement};

use crate::OpenError;

/// Nodes send a heartbeat every two seconds: one without a heartbeat for this long has stopped.
const SILENCE_MS: i64 = 10_000;

/// The last heartbeat of any node, and the database's current time.
const LAST_HEARTBEAT: &str = "SELECT max(beat_at), (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM node";

/// The protection of existing tables before a breaking migration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MigrationGuard<'a> {
    /// A copy of a file that no other process has open.
    BackUp(&'a Path),
    /// A check that other nodes have stopped.
    CheckNodes,
}

/// Copies a file, or checks that no other node runs.
pub(crate) async fn prepare(
    db: &DatabaseConnection,
    place: &str,
    migration: &str,
    guard: MigrationGuard<'_>,
) -> Result<(), OpenError> {
    match guard {
        MigrationGuard::BackUp(file) => copy(db, file, migration).await,
        MigrationGuard::CheckNodes => {
            if !have_nodes_stopped(db).await.map_err(|error| OpenError::new(place.to_owned(), &error))? {
                return Err(OpenError::Used(place.to_owned()));
            }
        }
    }
    Ok(())
}

/// Copies a file for use with the previous version, if there is enough disk space.
async fn copy(db: &DatabaseConnection, file: &Path, migration: &str) {
    let number = migration.split('_').next().unwrap_or(migration);
    let [copy, part] = ["", ".part"].map(|end| with_suffix(file, &format!(".before-{number}{end}")));
    if copy.exists() {
        tracing::warn!("{} is there already, and is not replaced by a newer copy", copy.display());
        return;
    }
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "VACUUM INTO $1",
        [part.to_string_lossy().into_owned().into()],
    );
    let copied = match empty(&part, file) {
        Ok(()) => db.execute_raw(statement).await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match copied.and_then(|_| fs::rename(&part, &copy).map_err(|error| error.to_string())) {
        Ok(()) => tracing::warn!("a copy of the database for older versions is at {}", copy.display()),
        Err(error) => {
            let _ = fs::remove_file(&part);
            tracing::warn!("could not copy the database before changing its tables: {error}");
        }
    }
}

/// Creates an empty file with the permissions of another. An interrupted copy may have left one.
fn empty(file: &Path, other: &Path) -> io::Result<()> {
    File::create(file)?;
    fs::set_permissions(file, other.metadata()?.permissions())
}

fn with_suffix(file: &Path, end: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(end);
    PathBuf::from(path)
}

/// Waits until no node has sent a heartbeat for a while. Returns false if one arrives meanwhile.
async fn have_nodes_stopped(db: &DatabaseConnection) -> Result<bool, DbErr> {
    let mut first = None;
    loop {
        let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), LAST_HEARTBEAT)).await?;
        let Some(row) = row else { return Ok(true) };
        let (last, now): (Option<i64>, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let Some(last) = last.filter(|last| now - last < SILENCE_MS) else { return Ok(true) };
        if last > *first.get_or_insert(last) {
            return Ok(false);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
