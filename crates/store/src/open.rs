//! Opens a store: connection settings that guarantee durability, the lock on a SQLite file, and migrations.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::Duration;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbErr, RuntimeErr, SqlxPostgresConnector, SqlxSqliteConnector, Statement,
};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::task::JoinHandle;

use crate::checkpoint::{self, WRITER_PAGES};
use crate::durable::touch;
use crate::error::{Cause, cause, system_message};
use crate::lock::FileLock;
use crate::migration::{self, Tables};
use crate::upgrade::{MigrationGuard, prepare};
use crate::{Location, OpenError};

/// The first SQLite version that does not lose commits when the WAL restarts during a read.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// The key of the advisory lock that lets nodes which start at the same time migrate one after another.
const MIGRATION_LOCK: i64 = 0x6661_7261_6461_7900;

/// The settings of a store: its connections, and the size of its write queue and batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of connections that read.
    pub readers: u32,
    /// The maximum number of appends that wait to be written.
    pub queue: usize,
    /// The maximum number of acts in one statement.
    pub batch: usize,
    /// The time to wait for a connection.
    pub timeout: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { readers: 4, queue: 8192, batch: 512, timeout: Duration::from_secs(5) }
    }
}

/// The database connections of a store, by purpose, with its file lock.
#[derive(Debug)]
pub(crate) struct Connections {
    pub read: DatabaseConnection,
    pub write: DatabaseConnection,
    /// Only for the writer, so that requests do not delay it.
    pub journal: DatabaseConnection,
    pub lock: Option<FileLock>,
    /// The checkpoint task of a writable SQLite file.
    pub checkpoints: Option<JoinHandle<()>>,
}

impl Connections {
    pub(crate) async fn open(location: &Location, options: &Options) -> Result<Connections, OpenError> {
        match location {
            Location::Sqlite(file) => open_sqlite(file, &location.to_string(), options).await,
            Location::Postgres(address) => open_postgres(address, &location.to_string(), options).await,
        }
    }
}

async fn open_sqlite(file: &Path, place: &str, options: &Options) -> Result<Connections, OpenError> {
    let fails = |error: DbErr| open_error(file, place, &error);
    check_application(file, place, options).await?;
    let lock = lock(file, place)?;
    create_private(file);
    let settings = sqlite_file(file, options)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Every commit is flushed, not only every checkpoint.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true);
    let pool = |most| sqlite_pool(most, options);
    let writer = settings.clone().pragma("wal_autocheckpoint", WRITER_PAGES);
    let write = pool(1).connect_with(writer).await.map_err(|error| fails(connection(error)))?;
    let write = SqlxSqliteConnector::from_sqlx_sqlite_pool(write);
    check_library(&write, fails).await?;
    migrate(&write, place, MigrationGuard::BackUp(file)).await?;
    // Find out now if the file or its folder is read-only: only a write reports that.
    touch(&write).await.map_err(fails)?;
    let read = pool(options.readers.max(1)).connect_lazy_with(settings.pragma("query_only", "ON"));
    let read = SqlxSqliteConnector::from_sqlx_sqlite_pool(read);
    let checkpoints = Some(checkpoint::start(read.clone()));
    Ok(Connections { read, journal: write.clone(), write, lock: Some(lock), checkpoints })
}

/// Creates a missing file that only its owner can read, because it has the hashes of passwords. SQLite gives the files
/// next to it the same permissions, and reports a failure.
fn create_private(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    drop(options.open(file));
}

pub(crate) fn sqlite_file(file: &Path, options: &Options) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(options.timeout).disable_statement_logging()
}

pub(crate) fn sqlite_pool(most: u32, options: &Options) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .acquire_timeout(options.timeout)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection to a file does not drop.
        .test_before_acquire(false)
}

/// Checks that a file is a Faraday database before anything is written: even opening it with a writable connection
/// would change another program's file.
async fn check_application(file: &Path, place: &str, options: &Options) -> Result<(), OpenError> {
    let Ok(there) = file.metadata() else { return Ok(()) };
    if there.is_dir() {
        return Err(OpenError::Unopened { place: place.to_owned(), error: "it is a folder".to_owned() });
    }
    if has_another_name(&there) {
        return Err(OpenError::Linked(place.to_owned()));
    }
    if there.len() == 0 {
        return Ok(());
    }
    let pool = sqlite_pool(1, options).connect_with(sqlite_file(file, options).pragma("query_only", "ON")).await;
    let found = match pool.map(SqlxSqliteConnector::from_sqlx_sqlite_pool) {
        Ok(db) => {
            let found = migration::tables(&db).await;
            db.close().await.and(found)
        }
        Err(error) => Err(connection(error)),
    };
    match found {
        Ok(Tables::Foreign) => Err(OpenError::Foreign(place.to_owned())),
        Err(error) if matches!(cause(&error), Cause::Foreign | Cause::Damaged) => {
            Err(OpenError::new(place.to_owned(), &error))
        }
        // The next steps detect and report all other problems.
        Ok(Tables::Missing | Tables::Older(_) | Tables::Newer(_) | Tables::Current) | Err(_) => Ok(()),
    }
}

/// Returns true if a file has a hard link. SQLite keeps the latest commits in a `-wal` file named after the path by
/// which the database was opened. Under another name, the latest games would be missing.
#[cfg(unix)]
fn has_another_name(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_another_name(_file: &Metadata) -> bool {
    false
}

/// Converts the error of a file that cannot be opened. The system gives a more precise reason than SQLite.
pub(crate) fn open_error(file: &Path, place: &str, error: &DbErr) -> OpenError {
    let place = place.to_owned();
    if cause(error) != Cause::Unopened {
        return OpenError::new(place, error);
    }
    match File::options().read(true).write(true).open(file) {
        Err(error) => OpenError::Unopened { place, error: system_message(&error) },
        Ok(_) => OpenError::new(place, error),
    }
}

/// Creates the folder and locks the file.
fn lock(file: &Path, place: &str) -> Result<FileLock, OpenError> {
    let fails = |path: &Path, error: &io::Error| match error.kind() {
        io::ErrorKind::StorageFull => OpenError::Full(place.to_owned()),
        _ => OpenError::Uncreated { path: path.display().to_string(), error: system_message(error) },
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| fails(folder, &error))?;
    }
    // Two paths to one file must share one lock.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let lock = FileLock::take(&file).map_err(|error| fails(&FileLock::path(&file), &error))?;
    lock.ok_or_else(|| OpenError::Taken(place.to_owned()))
}

pub(crate) async fn check_library(
    db: &DatabaseConnection,
    fails: impl Fn(DbErr) -> OpenError,
) -> Result<(), OpenError> {
    let statement = Statement::from_string(db.get_database_backend(), "SELECT sqlite_version()");
    let row = db.query_one_raw(statement).await.map_err(&fails)?;
    let version: String = row.map(|row| row.try_get_by_index(0)).transpose().map_err(&fails)?.unwrap_or_default();
    let numbers: Vec<u32> = version.split('.').filter_map(|number| number.parse().ok()).collect();
    if numbers.as_slice() < OLDEST_SQLITE.as_slice() { Err(OpenError::Library(version)) } else { Ok(()) }
}

async fn open_postgres(address: &PgConnectOptions, place: &str, options: &Options) -> Result<Connections, OpenError> {
    let fails = |error: sqlx::Error| OpenError::new(place.to_owned(), &connection(error));
    let plain = address.clone().application_name("faraday").disable_statement_logging();
    // The locks of a frozen node must not block other nodes for long.
    let settings = plain.clone().options([
        ("synchronous_commit", "on"),
        ("default_transaction_isolation", "read committed"),
        ("statement_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "5s"),
    ]);
    let pool = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(options.timeout);
    // No time limit for statements here: a migration, or waiting for another node's, may take longer.
    let mut guard = tokio::time::timeout(options.timeout, plain.connect())
        .await
        .map_err(|_| fails(sqlx::Error::PoolTimedOut))?
        .map_err(fails)?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(MIGRATION_LOCK).execute(&mut guard).await.map_err(fails)?;
    // While a migration waits for a table, all later queries of that table queue behind it. It is better if this
    // process exits and is restarted.
    let migrator = pool(1).connect_with(plain.options([("lock_timeout", "2s")])).await.map_err(fails)?;
    let migrator = SqlxPostgresConnector::from_sqlx_postgres_pool(migrator);
    let migrated = migrate(&migrator, place, MigrationGuard::CheckNodes).await;
    // The lock is released when its connection closes.
    let closed = guard.close().await.map_err(fails);
    migrator.close().await.map_err(|error| OpenError::new(place.to_owned(), &error))?;
    migrated?;
    closed?;
    let shared = pool(options.readers.max(1) + 1).connect_with(settings.clone()).await.map_err(fails)?;
    let shared = SqlxPostgresConnector::from_sqlx_postgres_pool(shared);
    // The writer notices a lost connection itself and retries.
    let journal = pool(1).test_before_acquire(false).connect_lazy_with(settings);
    let journal = SqlxPostgresConnector::from_sqlx_postgres_pool(journal);
    touch(&shared).await.map_err(|error| OpenError::new(place.to_owned(), &error))?;
    Ok(Connections { read: shared.clone(), write: shared, journal, lock: None, checkpoints: None })
}

async fn migrate(db: &DatabaseConnection, place: &str, guard: MigrationGuard<'_>) -> Result<(), OpenError> {
    let fails = |error: DbErr| OpenError::new(place.to_owned(), &error);
    match migration::tables(db).await.map_err(fails)? {
        Tables::Newer(migration) => return Err(OpenError::Newer { place: place.to_owned(), migration }),
        Tables::Foreign => return Err(OpenError::Foreign(place.to_owned())),
        Tables::Missing | Tables::Current => {}
        Tables::Older(missing) => {
            if let Some(migration) = migration::breaking(&missing) {
                prepare(db, place, migration, guard).await?;
            }
        }
    }
    migration::up(db).await.map_err(fails)
}

pub(crate) fn connection(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(error.into()))
}
