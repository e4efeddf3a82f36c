//! The errors of the store, mapped from the codes of SQLite and PostgreSQL.

use std::io;

use sea_orm::{DbErr, RuntimeErr};
use sqlx::error::ErrorKind;
use sqlx::sqlite::SqliteError;
use thiserror::Error;

use crate::{CodecError, GameId};

/// The reason why a store cannot be opened.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum OpenError {
    #[error("the database at {place} cannot be reached: {error}")]
    Unreachable { place: String, error: String },
    #[error("cannot open {place}: {error}")]
    Unopened { place: String, error: String },
    #[error("cannot create {path}: {error}")]
    Uncreated { path: String, error: String },
    #[error("the database at {0} is read-only")]
    ReadOnly(String),
    #[error("the disk of the database at {0} is full")]
    Full(String),
    #[error("the disk of the database at {0} does not read or write: it may be failing, or be a network share")]
    Disk(String),
    /// A file of another kind, or the tables of another program.
    #[error("{0} is not a database of Faraday")]
    Foreign(String),
    #[error("the database at {0} is damaged: restore a backup")]
    Damaged(String),
    #[error("the database at {place} was written by a newer version of faraday (`{migration}`): update this one")]
    Newer {
        place: String,
        /// The first migration that this version does not have.
        migration: String,
    },
    /// An older version wrote it. A reader does not migrate.
    #[error(
        "the database at {place} was written by an older version of faraday (it lacks `{migration}`): \
         `faraday serve` brings it up to date"
    )]
    Older {
        place: String,
        /// The first missing migration.
        migration: String,
    },
    /// Nodes of an older version are running, and this version would change the tables they use.
    #[error(
        "the database at {0} is in use by a node of an older version: stop all older nodes first, because this version \
         changes the tables"
    )]
    Used(String),
    /// A reader does not create it.
    #[error("there is no database of Faraday at {0}")]
    Missing(String),
    /// Reading needs two more files next to this one, and the folder is read-only.
    #[error("the database at {0} cannot be read where nothing can be written: read it as its owner, or read a copy")]
    Enclosed(String),
    #[error(
        "another process uses the database at {0}: stop it first, or use a PostgreSQL database, which several can share"
    )]
    Taken(String),
    #[error(
        "the database at {0} has a second name (a hard link), under which its latest games would be missing: remove the name that has no `-wal` file next to it"
    )]
    Linked(String),
    #[error("SQLite {0} can lose what it has committed: 3.51.3 or newer is needed")]
    Library(String),
    #[error("the database at {place} refuses: {error}")]
    Other { place: String, error: String },
}

/// The reason why data cannot be stored or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum StoreError {
    /// The write queue is full.
    #[error("too much waits to be written")]
    Busy,
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The database rolled back the transaction because of conflicts, on every try.
    #[error("the database has too much to do at once: {0}")]
    Conflict(String),
    #[error("the database is read-only")]
    ReadOnly,
    #[error("the disk of the database is full")]
    Full,
    /// A constraint or a data type does not allow the values.
    #[error("the database refuses this: {0}")]
    Refused(String),
    /// An act that cannot be encoded, or a stored act that cannot be decoded.
    #[error("act {seq} of game {game}: {error}")]
    Act { game: GameId, seq: u64, error: CodecError },
    /// A row with an invalid value.
    #[error("a row of the table `{table}` is damaged: {error}")]
    Row { table: &'static str, error: String },
    #[error("the database is damaged: restore a backup")]
    Damaged,
    #[error("the disk of the database does not read or write: it may be failing, or be a network share")]
    Disk,
    #[error("the store is closed")]
    Closed,
    #[error("the database fails: {0}")]
    Other(String),
}

/// The kind of a database error, for deciding what to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The connection is lost, possibly after the statement was executed.
    Unreachable,
    /// Busy, canceled, or out of memory: a retry may succeed.
    Again,
    /// Rolled back because of another transaction: a deadlock, a serialization failure, or a
    /// lock that was not available.
    Conflict,
    Full,
    ReadOnly,
    /// A write or a flush failed, so it is unknown how much of it reached the disk.
    Flush,
    Unopened,
    Foreign,
    Damaged,
    Unique,
    /// A value that the database does not accept.
    Data,
    Other,
}

impl StoreError {
    pub(crate) fn row(table: &'static str, error: impl std::fmt::Display) -> StoreError {
        StoreError::Row { table, error: error.to_string() }
    }
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> StoreError {
        match cause(&error) {
            Cause::Unreachable | Cause::Again | Cause::Unopened => StoreError::Unreachable(database_message(&error)),
            Cause::Conflict => StoreError::Conflict(database_message(&error)),
            Cause::Full => StoreError::Full,
            Cause::ReadOnly => StoreError::ReadOnly,
            Cause::Unique | Cause::Data => StoreError::Refused(database_message(&error)),
            Cause::Foreign | Cause::Damaged => StoreError::Damaged,
            Cause::Flush => StoreError::Disk,
            Cause::Other => StoreError::Other(database_message(&error)),
        }
    }
}

impl OpenError {
    pub(crate) fn new(place: String, error: &DbErr) -> OpenError {
        match cause(error) {
            Cause::Unreachable => OpenError::Unreachable { place, error: database_message(error) },
            Cause::Unopened => OpenError::Unopened { place, error: database_message(error) },
            Cause::Full => OpenError::Full(place),
            Cause::ReadOnly => OpenError::ReadOnly(place),
            Cause::Flush => OpenError::Disk(place),
            Cause::Foreign => OpenError::Foreign(place),
            Cause::Damaged => OpenError::Damaged(place),
            Cause::Again | Cause::Conflict | Cause::Unique | Cause::Data | Cause::Other => {
                OpenError::Other { place, error: database_message(error) }
            }
        }
    }
}

/// Returns the message of the database or the system, without the wrappers that libraries add.
pub(crate) fn database_message(error: &DbErr) -> String {
    match inner(error) {
        Some(sqlx::Error::Database(error)) => error.message().to_owned(),
        Some(sqlx::Error::Io(error)) => system_message(error),
        Some(sqlx::Error::PoolTimedOut) => "it does not answer".to_owned(),
        Some(error) => error.to_string(),
        None => error.to_string(),
    }
}

/// Returns the message of the system without the error number.
pub(crate) fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason).to_owned()
}

/// Returns the error of `sqlx`.
fn inner(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// Classifies a database error by its code.
pub(crate) fn cause(error: &DbErr) -> Cause {
    if let DbErr::ConnectionAcquire(_) = error {
        return Cause::Unreachable;
    }
    let Some(error) = inner(error) else { return Cause::Other };
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            if error.try_downcast_ref::<SqliteError>().is_some() {
                sqlite_cause(code.parse().unwrap_or_default())
            } else {
                postgres_cause(&code, &error.kind())
            }
        }
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Cause::Unreachable,
        sqlx::Error::Encode(_) => Cause::Data,
        _ => Cause::Other,
    }
}

/// Classifies an extended result code of SQLite (sqlite.org/rescode.html).
const fn sqlite_cause(code: u32) -> Cause {
    const UNIQUE: u32 = 2067;
    const PRIMARY_KEY: u32 = 1555;
    match (code, code & 0xff) {
        (UNIQUE | PRIMARY_KEY, _) => Cause::Unique,
        // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT.
        (_, 5 | 6 | 9) => Cause::Again,
        (_, 8) => Cause::ReadOnly,
        (_, 10) => Cause::Flush,
        (_, 11) => Cause::Damaged,
        (_, 13) => Cause::Full,
        (_, 14) => Cause::Unopened,
        (_, 26) => Cause::Foreign,
        // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE.
        (_, 18..=20 | 25) => Cause::Data,
        _ => Cause::Other,
    }
}

/// Classifies a `SQLSTATE` (PostgreSQL, appendix A).
fn postgres_cause(code: &str, kind: &ErrorKind) -> Cause {
    if *kind == ErrorKind::UniqueViolation {
        return Cause::Unique;
    }
    match (code, code.get(..2).unwrap_or_default()) {
        ("53100", _) => Cause::Full,
        ("25006", _) => Cause::ReadOnly,
        // Shutdown, startup, too many connections, or a transaction that was idle for too long and lost its connection.
        ("57P01" | "57P02" | "57P03" | "53300" | "25P03", _) | (_, "08") => Cause::Unreachable,
        // Deadlock, serialization failure, or lock not available.
        ("55P03", _) | (_, "40") => Cause::Conflict,
        // Statement timeout or out of memory.
        ("57014", _) | (_, "53") => Cause::Again,
        (_, "22" | "23") => Cause::Data,
        _ => Cause::Other,
    }
}
