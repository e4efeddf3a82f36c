//! The [`Store`]: the database connections and the writer, opened once and shared by all tasks.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use faraday_play::Timestamp;
use rand::RngExt;
use rand::distr::Alphanumeric;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement, Value};
use tokio::task::JoinHandle;

use crate::health::CommitMonitor;
use crate::open::Connections;
use crate::transaction::{statement, with_retries};
use crate::writer::group::{TransactionEnd, TransactionFn};
use crate::writer::{Priority, Writer};
use crate::{GameId, Health, Location, OpenError, Options, StoreError, durable};

/// The length of the bus key in characters: 190 random bits.
const KEY_LENGTH: usize = 32;

/// The name of the key for links in emails in the `meta` table.
pub(crate) const MAIL_KEY: &str = "mail_key";

/// The name of the key of the hashes of names that belonged to erased accounts.
pub(crate) const NAME_KEY: &str = "name_key";

/// The name of the key for push services in the `meta` table.
pub(crate) const VAPID_KEY: &str = "vapid_key";

pub(crate) fn random_key() -> String {
    let mut lot = rand::rng();
    (0..KEY_LENGTH).map(|_| char::from(lot.sample(Alphanumeric))).collect()
}

/// A handle to the database. Clones share the same connections.
#[derive(Clone, Debug)]
pub struct Store(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub read: DatabaseConnection,
    pub write: DatabaseConnection,
    pub journal: DatabaseConnection,
    pub writer: Writer,
    pub monitor: Arc<CommitMonitor>,
    checkpoints: Option<JoinHandle<()>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.checkpoints.iter().for_each(JoinHandle::abort);
    }
}

impl Store {
    /// Opens the database at a location, creates it if it does not exist, and runs missing migrations.
    ///
    /// # Errors
    ///
    /// If the database cannot be reached or written, was written by a newer version, or is a file
    /// in use by another process.
    pub async fn open(location: &Location, options: &Options) -> Result<Store, OpenError> {
        Ok(Store::with_connections(Connections::open(location, options).await?, options))
    }

    /// Opens a database for reading only, even a SQLite file that another process is using. Creates and changes
    /// nothing, and does not prevent other processes from opening the database.
    ///
    /// # Errors
    ///
    /// If the database does not exist or cannot be reached, or if its tables are not those of this version.
    pub async fn open_to_read(location: &Location, options: &Options) -> Result<Store, OpenError> {
        Ok(Store::with_connections(Connections::open_to_read(location, options).await?, options))
    }

    /// Opens a database for single changes, even a SQLite file that a server is using. Creates and migrates nothing, and
    /// does not prevent other processes from opening the database. It must not append acts to games.
    ///
    /// # Errors
    ///
    /// If the database does not exist or cannot be reached, or if its tables are not those of this version.
    pub async fn open_beside(location: &Location, options: &Options) -> Result<Store, OpenError> {
        Ok(Store::with_connections(Connections::open_beside(location, options).await?, options))
    }

    fn with_connections(
        Connections { read, write, journal, lock, checkpoints }: Connections,
        options: &Options,
    ) -> Store {
        let monitor = Arc::new(CommitMonitor::default());
        let writer = Writer::start(journal.clone(), lock, Arc::clone(&monitor), options);
        Store(Arc::new(Inner { read, write, journal, writer, monitor, checkpoints }))
    }

    /// Writes pending acts and closes the connections. Later calls on remaining clones fail.
    pub async fn close(&self) {
        self.0.writer.stop().await;
        self.0.checkpoints.iter().for_each(JoinHandle::abort);
        for db in [&self.0.journal, &self.0.write, &self.0.read] {
            if let Err(error) = db.close_by_ref().await {
                tracing::warn!(%error, "a connection to the database did not close");
            }
        }
    }

    /// Returns the games with pending acts, of which it is unknown if they will be committed.
    pub fn pending_games(&self) -> Vec<GameId> {
        self.0.writer.pending_games()
    }

    /// Returns the current time: the database's for PostgreSQL, because nodes share it, otherwise the system's.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn now(&self) -> Result<Timestamp, StoreError> {
        let millis = match self.backend() {
            DbBackend::Postgres => {
                let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                let row = self.0.read.query_one_raw(self.statement(sql, [])).await?;
                row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default().cast_unsigned()
            }
            _ => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64,
        };
        Ok(Timestamp::from_millis(millis))
    }

    /// Returns the health of commits.
    pub fn health(&self) -> Health {
        self.0.monitor.health()
    }

    /// Returns the key that authenticates messages between nodes. The first call generates it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn bus_key(&self) -> Result<String, StoreError> {
        self.key("bus_key", random_key()).await
    }

    /// Returns the key that signs requests to push services (VAPID). The first call stores `new` as the key.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn vapid_key(&self, new: String) -> Result<String, StoreError> {
        self.key(VAPID_KEY, new).await
    }

    /// Returns the key that signs the links in emails. The first call generates it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn mail_key(&self) -> Result<String, StoreError> {
        self.key(MAIL_KEY, random_key()).await
    }

    /// Returns the key with a name. If there is none, stores `new`.
    async fn key(&self, name: &'static str, new: String) -> Result<String, StoreError> {
        self.write(Priority::Act, (name, new), |db, (name, new)| {
            Box::pin(async move {
                let add = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                db.execute_raw(statement(db, add, [(*name).into(), new.as_str().into()])).await?;
                let found = statement(db, "SELECT value FROM meta WHERE name = $1", [(*name).into()]);
                let row = db.query_one_raw(found).await?.ok_or_else(|| StoreError::row("meta", "a key is missing"))?;
                Ok(TransactionEnd::Commit(row.try_get_by_index(0)?))
            })
        })
        .await
    }

    pub(crate) fn backend(&self) -> DbBackend {
        self.0.read.get_database_backend()
    }

    /// Builds a statement in SQL that both databases accept.
    pub(crate) fn statement<const N: usize>(&self, sql: &str, values: [Value; N]) -> Statement {
        Statement::from_sql_and_values(self.backend(), sql, values)
    }

    /// Runs a transaction and returns after its commit. In SQLite the writer runs it
    /// together with others (group commit).
    pub(crate) async fn write<I, T>(
        &self,
        priority: Priority,
        input: I,
        work: TransactionFn<I, T>,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        if self.backend() != DbBackend::Postgres {
            return self.0.writer.write(priority, input, work).await;
        }
        with_retries(|| self.transact(&input, work)).await
    }

    async fn transact<I, T>(&self, input: &I, work: TransactionFn<I, T>) -> Result<T, StoreError> {
        let transaction = self.begin().await?;
        match work(&transaction, input).await? {
            TransactionEnd::Commit(value) => {
                durable::commit(transaction).await?;
                Ok(value)
            }
            TransactionEnd::Rollback(value) => {
                transaction.rollback().await?;
                Ok(value)
            }
        }
    }

    /// Executes a statement and returns the number of changed rows.
    pub(crate) async fn execute(&self, priority: Priority, statement: Statement) -> Result<u64, StoreError> {
        if self.backend() == DbBackend::Postgres {
            let execute = async || Ok(durable::written(self.0.write.execute_raw(statement.clone()).await)?);
            return Ok(with_retries(execute).await?.rows_affected());
        }
        self.write(priority, statement, |db, statement| {
            Box::pin(
                async move { Ok(TransactionEnd::Commit(db.execute_raw(statement.clone()).await?.rows_affected())) },
            )
        })
        .await
    }

    /// Begins a write transaction.
    pub(crate) async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        durable::begin(&self.0.write).await
    }
}
