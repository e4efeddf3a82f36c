//! Opens a store next to a running server, for reading only or for single changes. Creates, migrates, and locks nothing.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sea_orm::{DatabaseConnection, DbErr, SqlxPostgresConnector, SqlxSqliteConnector};
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};

use crate::error::{Cause, cause, system_message};
use crate::migration::{self, Tables};
use crate::open::{Connections, check_library, connection, open_error, sqlite_file, sqlite_pool};
use crate::{Location, OpenError, Options};

impl Connections {
    /// Opens connections that cannot write.
    pub(crate) async fn open_to_read(location: &Location, options: &Options) -> Result<Connections, OpenError> {
        let place = location.to_string();
        let read = match location {
            Location::Sqlite(file) => read_sqlite(file, &place, options).await?,
            Location::Postgres(address) => open_postgres(address, &place, options, "on").await?,
        };
        Ok(Connections { write: read.clone(), journal: read.clone(), read, lock: None, checkpoints: None })
    }

    /// Opens connections that can write.
    pub(crate) async fn open_beside(location: &Location, options: &Options) -> Result<Connections, OpenError> {
        let place = location.to_string();
        let write = match location {
            Location::Sqlite(file) => {
                check_file(file, &place)?;
                // Only one writes at a time, and the others wait for up to the timeout.
                let settings = sqlite_file(file, options).synchronous(SqliteSynchronous::Full).foreign_keys(true);
                open_file(file, &place, settings, &Options { readers: 1, ..*options }).await?
            }
            Location::Postgres(address) => open_postgres(address, &place, options, "off").await?,
        };
        Ok(Connections { read: write.clone(), journal: write.clone(), write, lock: None, checkpoints: None })
    }
}

/// Checks that a file exists and can be read.
fn check_file(file: &Path, place: &str) -> Result<(), OpenError> {
    if file.is_dir() {
        return Err(OpenError::Unopened { place: place.to_owned(), error: "it is a folder".to_owned() });
    }
    if let Err(error) = File::open(file) {
        return Err(match error.kind() {
            ErrorKind::NotFound => OpenError::Missing(place.to_owned()),
            _ => OpenError::Unopened { place: place.to_owned(), error: system_message(&error) },
        });
    }
    Ok(())
}

async fn read_sqlite(file: &Path, place: &str, options: &Options) -> Result<DatabaseConnection, OpenError> {
    check_file(file, place)?;
    // Not opened as read-only: if the last connection to close is read-only, it leaves SQLite's two extra files behind.
    let settings = sqlite_file(file, options).pragma("query_only", "ON");
    match open_file(file, place, settings, options).await {
        // If these files cannot be created, as on a backup medium, no server is writing either. Without a
        // WAL, the file is complete.
        Err(OpenError::Enclosed(_)) if !log_of(file).exists() => {
            open_file(file, place, sqlite_file(file, options).read_only(true).immutable(true), options).await
        }
        read => read,
    }
}

/// Returns the path of the write-ahead log, which contains commits that are not in the file yet.
fn log_of(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

async fn open_file(
    file: &Path,
    place: &str,
    settings: SqliteConnectOptions,
    options: &Options,
) -> Result<DatabaseConnection, OpenError> {
    // The file itself is readable. SQLite also creates two files next to it unless a server has done so, and reports a
    // failure to create them with either of these codes.
    let fails = |error: DbErr| match cause(&error) {
        Cause::ReadOnly | Cause::Unopened => OpenError::Enclosed(place.to_owned()),
        _ => open_error(file, place, &error),
    };
    let pool = sqlite_pool(options.readers.max(1), options).connect_with(settings).await;
    let read = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.map_err(|error| fails(connection(error)))?);
    check_library(&read, fails).await?;
    check_tables(&read, place, fails).await?;
    Ok(read)
}

async fn open_postgres(
    address: &PgConnectOptions,
    place: &str,
    options: &Options,
    is_read_only: &str,
) -> Result<DatabaseConnection, OpenError> {
    let fails = |error: DbErr| OpenError::new(place.to_owned(), &error);
    let settings = address
        .clone()
        .application_name("faraday")
        .disable_statement_logging()
        .options([("default_transaction_read_only", is_read_only)]);
    let pool = PgPoolOptions::new().max_connections(options.readers.max(1)).acquire_timeout(options.timeout);
    let pool = pool.connect_with(settings).await.map_err(|error| fails(connection(error)))?;
    let read = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    check_tables(&read, place, fails).await?;
    Ok(read)
}

async fn check_tables(
    db: &DatabaseConnection,
    place: &str,
    fails: impl Fn(DbErr) -> OpenError,
) -> Result<(), OpenError> {
    let place = place.to_owned();
    match migration::tables(db).await.map_err(fails)? {
        Tables::Current => Ok(()),
        Tables::Missing => Err(OpenError::Missing(place)),
        Tables::Foreign => Err(OpenError::Foreign(place)),
        Tables::Older(migration) => Err(OpenError::Older { place, migration }),
        Tables::Newer(migration) => Err(OpenError::Newer { place, migration }),
    }
}
