//! What can go wrong, and what the two databases say when it does.

use std::io;

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
    /// Its file cannot be opened.
    #[error("cannot open {place}: {error}")]
    Unopened {
        /// Where it should be.
        place: String,
        /// What the system says.
        error: String,
    },
    /// The system makes no folder or file for it.
    #[error("cannot create {path}: {error}")]
    Uncreated {
        /// The folder or the file.
        path: String,
        /// What the system says.
        error: String,
    },
    /// It can be read, but not be written.
    #[error("the database at {0} is read-only")]
    ReadOnly(String),
    /// There is no room left.
    #[error("the disk of the database at {0} is full")]
    Full(String),
    /// The disk does not do what a disk does.
    #[error("the disk of the database at {0} does not read or write: it may be failing, or be a network share")]
    Disk(String),
    /// A file of something else, or the tables of another program.
    #[error("{0} is not a database of Faraday")]
    Foreign(String),
    /// What is in it makes no sense to the database.
    #[error("the database at {0} is damaged: restore a backup")]
    Damaged(String),
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
    /// Other nodes work with tables that this version would change under them.
    #[error(
        "the database at {0} is in use by a node of an older version: stop all older nodes first, because this version \
         changes the tables"
    )]
    Used(String),
    /// Nothing is kept there, and whoever only reads makes nothing.
    #[error("there is no database of Faraday at {0}")]
    Missing(String),
    /// A file in a folder where the files cannot be made that SQLite needs beside it.
    #[error("the database at {0} cannot be read where nothing can be written: read it as its owner, or read a copy")]
    Enclosed(String),
    /// Another process has the file.
    #[error("another process uses the database at {0}: stop it first, or let nodes share a database of PostgreSQL")]
    Taken(String),
    /// The file has two names.
    #[error(
        "the database at {0} has a second name (a hard link), under which its latest games would be missing: remove the name that has no `-wal` file next to it"
    )]
    Linked(String),
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
    /// It has undone a transaction in favor of others, each time.
    #[error("the database has too much to do at once: {0}")]
    Conflict(String),
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
    /// What is in it makes no sense to the database.
    #[error("the database is damaged: restore a backup")]
    Damaged,
    /// The disk does not do what a disk does.
    #[error("the disk of the database does not read or write: it may be failing, or be a network share")]
    Disk,
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
    /// Busy, canceled or out of memory: the same again may work.
    Again,
    /// Undone in favor of another transaction: a deadlock, two that cannot be put in an order, or a lock that was not to be had.
    Conflict,
    /// No room.
    Full,
    /// No writing.
    ReadOnly,
    /// The disk did not take what was written, and nobody knows how much of it.
    Flush,
    /// The file cannot be opened.
    Unopened,
    /// The file is not one of a database.
    Foreign,
    /// What is in the file makes no sense.
    Damaged,
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
            Cause::Unreachable | Cause::Again | Cause::Unopened => StoreError::Unreachable(said(&error)),
            Cause::Conflict => StoreError::Conflict(said(&error)),
            Cause::Full => StoreError::Full,
            Cause::ReadOnly => StoreError::ReadOnly,
            Cause::Unique | Cause::Data => StoreError::Refused(said(&error)),
            Cause::Foreign | Cause::Damaged => StoreError::Damaged,
            Cause::Flush => StoreError::Disk,
            Cause::Other => StoreError::Other(said(&error)),
        }
    }
}

impl OpenError {
    pub(crate) fn new(place: String, error: &DbErr) -> OpenError {
        match cause(error) {
            Cause::Unreachable => OpenError::Unreachable { place, error: said(error) },
            Cause::Unopened => OpenError::Unopened { place, error: said(error) },
            Cause::Full => OpenError::Full(place),
            Cause::ReadOnly => OpenError::ReadOnly(place),
            Cause::Flush => OpenError::Disk(place),
            Cause::Foreign => OpenError::Foreign(place),
            Cause::Damaged => OpenError::Damaged(place),
            Cause::Again | Cause::Conflict | Cause::Unique | Cause::Data | Cause::Other => {
                OpenError::Other { place, error: said(error) }
            }
        }
    }
}

/// What the database or the system says itself, without the names and numbers in which libraries wrap it.
pub(crate) fn said(error: &DbErr) -> String {
    match inner(error) {
        Some(sqlx::Error::Database(error)) => error.message().to_owned(),
        Some(sqlx::Error::Io(error)) => system_said(error),
        Some(sqlx::Error::PoolTimedOut) => "it does not answer".to_owned(),
        Some(error) => error.to_string(),
        None => error.to_string(),
    }
}

/// What the system says, without its number.
pub(crate) fn system_said(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason).to_owned()
}

/// The error of the library that speaks with the database.
fn inner(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// What an error means.
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
        (_, 11) => Cause::Damaged,
        (_, 13) => Cause::Full,
        (_, 14) => Cause::Unopened,
        (_, 26) => Cause::Foreign,
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
        // Deadlock, serialization failure, lock not available.
        ("55P03", _) | (_, "40") => Cause::Conflict,
        // Canceled by the limit of time, out of memory.
        ("57014", _) | (_, "53") => Cause::Again,
        (_, "22" | "23") => Cause::Data,
        _ => Cause::Other,
    }
}
