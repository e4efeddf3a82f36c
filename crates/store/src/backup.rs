//! Backups of a SQLite database that is in use, and the size of a PostgreSQL database.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, SqlxSqliteConnector};
use thiserror::Error;

use crate::error::{Cause, cause, database_message, system_message};
use crate::migration::{self, Tables};
use crate::open::{connection, sqlite_file, sqlite_pool};
use crate::transaction::statement;
use crate::{Options, Store, StoreError};

/// The reason why a backup was not made. The texts continue a sentence about the folder, and say what to do.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum BackupError {
    #[error("the disk is full, so free some space or choose another folder with `--backup`")]
    Full,
    #[error("the folder is read-only, so make it writable or choose another one with `--backup`")]
    ReadOnly,
    #[error("the server may not write there, so give its user that right or choose another folder with `--backup`")]
    Forbidden,
    #[error("cannot write {}: {error}", path.display())]
    File { path: PathBuf, error: String },
    #[error(
        "the disk, or the network share, does not read or write, so check it or choose another folder with `--backup`"
    )]
    Disk,
    /// The copy cannot be opened, or it is not a copy of this database.
    #[error("the copy is damaged ({0}), so check the disk, and the database with `faraday database check`")]
    Damaged(String),
    #[error("the database fails: {0}")]
    Other(String),
}

impl BackupError {
    /// Returns the error of a file or folder that cannot be written.
    pub fn file(path: &Path, error: &io::Error) -> BackupError {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => BackupError::Full,
            io::ErrorKind::ReadOnlyFilesystem => BackupError::ReadOnly,
            io::ErrorKind::PermissionDenied => BackupError::Forbidden,
            _ => BackupError::File { path: path.to_owned(), error: system_message(error) },
        }
    }
}

impl From<DbErr> for BackupError {
    fn from(error: DbErr) -> BackupError {
        match cause(&error) {
            Cause::Full => BackupError::Full,
            Cause::ReadOnly => BackupError::ReadOnly,
            Cause::Flush => BackupError::Disk,
            _ => BackupError::Other(database_message(&error)),
        }
    }
}

/// Copies a SQLite database, which may be in use, into a new file, and checks the copy by opening it. The file is only
/// readable by its owner. If this fails, the file is removed.
///
/// # Errors
///
/// If the file cannot be written, or the copy is not complete.
pub async fn back_up_sqlite(from: &Path, to: &Path) -> Result<(), BackupError> {
    let copied = copy(from, to).await;
    if copied.is_err() {
        // A file that cannot be removed stays, and the next backup replaces it.
        let _ = std::fs::remove_file(to);
    }
    copied
}

async fn copy(from: &Path, to: &Path) -> Result<(), BackupError> {
    create_private(to).map_err(|error| BackupError::file(to, &error))?;
    let options = Options::default();
    let pool = sqlite_pool(1, &options).connect_with(sqlite_file(from, &options)).await;
    let db = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.map_err(connection)?);
    // It reads one snapshot, and does not block writers.
    let into = statement(&db, "VACUUM INTO $1", [to.to_string_lossy().into_owned().into()]);
    let copied = db.execute_raw(into).await;
    db.close().await?;
    copied?;
    check(to).await?;
    let file = OpenOptions::new().write(true).open(to).and_then(|file| file.sync_all());
    file.map_err(|error| BackupError::file(to, &error))
}

/// Creates an empty file, which only its owner can read. One left over by an interrupted backup is replaced.
fn create_private(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Opens a copy, and checks its pages and its tables.
async fn check(copy: &Path) -> Result<(), BackupError> {
    let options = Options::default();
    // Immutable, because nothing may be written next to it.
    let settings = sqlite_file(copy, &options).read_only(true).immutable(true);
    let pool = sqlite_pool(1, &options).connect_with(settings).await;
    let db = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.map_err(connection)?);
    let checked = check_tables(&db).await;
    db.close().await?;
    checked
}

async fn check_tables(db: &DatabaseConnection) -> Result<(), BackupError> {
    let damaged = |error: DbErr| BackupError::Damaged(database_message(&error));
    let row = db.query_one_raw(statement(db, "PRAGMA integrity_check(1)", [])).await.map_err(damaged)?;
    let found: String = row.map(|row| row.try_get_by_index(0)).transpose().map_err(damaged)?.unwrap_or_default();
    if found != "ok" {
        return Err(BackupError::Damaged(found));
    }
    match migration::tables(db).await.map_err(damaged)? {
        Tables::Current => Ok(()),
        Tables::Missing | Tables::Foreign | Tables::Older(_) | Tables::Newer(_) => {
            Err(BackupError::Damaged("it has other tables".to_owned()))
        }
    }
}

impl Store {
    /// Returns the size of a PostgreSQL database in bytes. `None` for SQLite, whose files show it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn postgres_size(&self) -> Result<Option<u64>, StoreError> {
        if self.backend() != sea_orm::DbBackend::Postgres {
            return Ok(None);
        }
        let sql = "SELECT pg_database_size(current_database())";
        let row = self.0.read.query_one_raw(self.statement(sql, [])).await?;
        let size: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(size.map(i64::cast_unsigned))
    }
}
