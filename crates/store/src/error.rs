//! What can go wrong, and what the two databases say when it does.

use sea_orm::{DbErr, RuntimeErr};
use sqlx::error::ErrorKind;
use sqlx::sqlite::SqliteError;
use thiserror::Error;

use crate::{CodecError, GameId};

/// Why a store cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// There is no way to it.
    #[error("the database at {place} cannot be reached: {error}")]
    Unreachable {
        /// Where it should be.
        place: String,
        /// What the system says.
        error: String,
    },
    /// It can be read, but not be written.
    #[error("the database at {0} is read-only")]
    ReadOnly(String),
    /// There is no room left.
    #[error("the disk of the database at {0} is full")]
    Full(String),
    /// A newer program has written it.
    #[error("the database at {place} was written by a newer version of faraday (`{migration}`): update this one")]
    Newer {
        /// Where it is.
        place: String,
        /// What of it is not known here.
        migration: String,
    },
    /// An older program has written it, and whoever only reads does not change it.
    #[error(
        "the database at {place} was written by an older version of faraday (it lacks `{migration}`): \
         `faraday serve` brings it up to date"
    )]
    Older {
        /// Where it is.
        place: String,
        /// What it lacks.
        migration: String,
    },
    /// Nothing is kept there, and whoever only reads makes nothing.
    #[error("there is no database of faraday at {0}")]
    Missing(String),
    /// A file in a folder where the files cannot be made that SQLite needs beside it.
    #[error("the database at {0} cannot be read where nothing can be written: read it as its owner, or read a copy")]
    Enclosed(String),
    /// Another process has the file.
    #[error("another process uses the database at {0}: stop it first, or let nodes share a database of PostgreSQL")]
    Taken(String),
    /// A library of SQLite that can lose what was committed.
    #[error("SQLite {0} can lose what it has committed: 3.51.3 or newer is needed")]
    Library(String),
    /// What else the database says.
    #[error("the database at {place} refuses: {error}")]
    Other {
        /// Where it is.
        place: String,
        /// What it says.
        error: String,
    },
}

/// Why something cannot be kept or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// More waits to be written than may.
    #[error("too much waits to be written")]
    Busy,
    /// There is no way to the database.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// It can be read, but not be written.
    #[error("the database is read-only")]
    ReadOnly,
    /// There is no room left.
    #[error("the disk of the database is full")]
    Full,
    /// The database refuses what it was given.
    #[error("the database refuses this: {0}")]
    Refused(String),
    /// An act that cannot be kept, or that is kept and cannot be read.
    #[error("act {seq} of game {game}: {error}")]
    Act {
        /// The game.
        game: GameId,
        /// The number of the act.
        seq: u64,
        /// Why.
        error: CodecError,
    },
    /// A row that says what it cannot.
    #[error("a row of the table `{table}` is damaged: {error}")]
    Row {
        /// The table.
        table: &'static str,
        /// What is wrong.
        error: String,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// What else the database says.
    #[error("the database fails: {0}")]
    Other(String),
}

/// What an error of a database means for whoever asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The connection is gone, and with it perhaps the answer.
    Unreachable,
    /// Undone for the sake of others: the same again may work.
    Again,
    /// No room.
    Full,
    /// No writing.
    ReadOnly,
    /// The disk did not take what was written, and nobody knows how much of it.
    Flush,
    /// A key is there already.
    Unique,
    /// What it was given.
    Data,
    /// Anything else.
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
            Cause::Unreachable | Cause::Again => StoreError::Unreachable(error.to_string()),
            Cause::Full => StoreError::Full,
            Cause::ReadOnly => StoreError::ReadOnly,
            Cause::Unique | Cause::Data => StoreError::Refused(error.to_string()),
            Cause::Flush | Cause::Other => StoreError::Other(error.to_string()),
        }
    }
}

impl OpenError {
    pub(crate) fn new(place: String, error: &DbErr) -> OpenError {
        match cause(error) {
            Cause::Unreachable => OpenError::Unreachable { place, error: error.to_string() },
            Cause::Full => OpenError::Full(place),
            Cause::ReadOnly => OpenError::ReadOnly(place),
            Cause::Again | Cause::Flush | Cause::Unique | Cause::Data | Cause::Other => {
                OpenError::Other { place, error: error.to_string() }
            }
        }
    }
}

/// What an error means.
pub(crate) fn cause(error: &DbErr) -> Cause {
    let error = match error {
        DbErr::ConnectionAcquire(_) => return Cause::Unreachable,
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => error,
        _ => return Cause::Other,
    };
    match error.as_ref() {
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

/// By the extended result codes of SQLite (sqlite.org/rescode.html).
const fn sqlite_cause(code: u32) -> Cause {
    const UNIQUE: u32 = 2067;
    const PRIMARY_KEY: u32 = 1555;
    match (code, code & 0xff) {
        (UNIQUE | PRIMARY_KEY, _) => Cause::Unique,
        // Busy, locked, interrupted.
        (_, 5 | 6 | 9) => Cause::Again,
        (_, 8) => Cause::ReadOnly,
        (_, 10) => Cause::Flush,
        (_, 13) => Cause::Full,
        (_, 14) => Cause::Unreachable,
        // Too big, constraint, mismatch, range.
        (_, 18..=20 | 25) => Cause::Data,
        _ => Cause::Other,
    }
}

/// By the classes of `SQLSTATE` (PostgreSQL, appendix A).
fn postgres_cause(code: &str, kind: &ErrorKind) -> Cause {
    if *kind == ErrorKind::UniqueViolation {
        return Cause::Unique;
    }
    match (code, code.get(..2).unwrap_or_default()) {
        ("53100", _) => Cause::Full,
        ("25006", _) => Cause::ReadOnly,
        // Shut down, starting up, out of connections; a transaction that was idle for too long loses its connection.
        ("57P01" | "57P02" | "57P03" | "53300" | "25P03", _) | (_, "08") => Cause::Unreachable,
        // Canceled by the limit of time, deadlock, serialization, lock not available, out of memory.
        ("57014" | "55P03", _) | (_, "40" | "53") => Cause::Again,
        (_, "22" | "23") => Cause::Data,
        _ => Cause::Other,
    }
}
