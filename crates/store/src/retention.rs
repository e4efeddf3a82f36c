//! Retention: deletes aborted games, expired sessions, and other data that is no longer needed.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, RuntimeErr};
use sqlx::{Connection, Executor};

use crate::durable::written;
use crate::people::IDLE_MS;
use crate::row::at;
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{GameId, PersonId, Store, StoreError, unused_guests};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The time for which aborted games and expired challenges are kept.
const WEEK_MS: i64 = 7 * DAY_MS;

/// The time for which failed jobs are kept.
const FAILED_MS: i64 = 30 * DAY_MS;

/// The time for which notices are kept, and for which they are kept after they were read.
const NOTICES_MS: i64 = 90 * DAY_MS;
const READ_NOTICES_MS: i64 = 30 * DAY_MS;

/// The time for which heartbeats are kept. No running game waits longer for its players.
const HEARTBEAT_MS: i64 = 100 * DAY_MS;

/// The time for which leave is kept: a game may still miss it for as long as it lasts, and it counts for a year.
const LEAVE_MS: i64 = 500 * DAY_MS;

/// The number of rows deleted in one transaction. Other nodes wait for its locks, for at most 2 seconds
/// (`statement_timeout`).
const BATCH: i64 = 50;

/// Rows that expire at an age in milliseconds.
struct ExpiredRows {
    age: i64,
    /// Selects the key of each row, and up to two people, who have less stored afterwards if they are guests.
    select: &'static str,
    /// Deletes by key, in lock order.
    delete: &'static [&'static str],
}

/// The maker and the taker of a game's challenge are its players.
const ABORTED: ExpiredRows = ExpiredRows {
    age: WEEK_MS,
    select: "SELECT id, white, black FROM game WHERE reason = 'aborted' AND ended_at <= $1 ORDER BY id LIMIT $2",
    delete: &[
        "DELETE FROM challenge WHERE game = $1",
        "DELETE FROM notice WHERE game = $1",
        "DELETE FROM act WHERE game = $1",
        "DELETE FROM game WHERE id = $1",
        "DELETE FROM plan WHERE game = $1",
        "INSERT INTO vanished (game) VALUES ($1) ON CONFLICT DO NOTHING",
    ],
};

const CHALLENGES: ExpiredRows = ExpiredRows {
    age: WEEK_MS,
    select: "SELECT id, maker, taker FROM challenge WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2",
    delete: &["DELETE FROM challenge WHERE id = $1"],
};

const SEEKS: ExpiredRows = ExpiredRows {
    age: 0,
    select: "SELECT id, person, NULL FROM seek WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2",
    delete: &["DELETE FROM seek WHERE id = $1"],
};

const ONE_TIME_TOKENS: ExpiredRows = ExpiredRows {
    age: 0,
    select: "SELECT hash, person, NULL FROM letter WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2",
    delete: &["DELETE FROM letter WHERE hash = $1"],
};

/// Sessions past their end and idle sessions of guests, except those of a person with a game without a clock that is
/// running or ended in the last 30 days. `$1` is 30 days ago.
const SESSIONS: ExpiredRows = ExpiredRows {
    age: IDLE_MS,
    select: "SELECT hash, person, NULL FROM session WHERE (ends_at <= $1 + 2592000000 OR (seen_at <= $1
            AND EXISTS (SELECT 1 FROM person WHERE person.id = session.person AND person.kind = 'guest')))
        AND NOT EXISTS (SELECT 1 FROM game WHERE white = session.person
            AND base_ms IS NULL AND (ended_at IS NULL OR ended_at > $1))
        AND NOT EXISTS (SELECT 1 FROM game WHERE black = session.person
            AND base_ms IS NULL AND (ended_at IS NULL OR ended_at > $1))
        LIMIT $2",
    delete: &["DELETE FROM session WHERE hash = $1"],
};

/// The numbers of deleted rows: aborted games, expired sessions, unused guests, and expired challenges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DeletedRows {
    pub games: u64,
    pub sessions: u64,
    /// Guests without a session, a one-time token, a game, or a challenge.
    pub guests: u64,
    pub challenges: u64,
}

impl Store {
    /// Deletes expired rows: aborted games after a week, expired sessions, seeks, and one-time tokens, challenges a week
    /// after their end, guests a day after their last item was deleted, and notices after 90 days, or 30 days after
    /// they were read. Game ids remain reserved, so that a link never leads to another game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn delete_expired(&self, now: Timestamp) -> Result<DeletedRows, StoreError> {
        let now = at(now);
        let mut deleted = DeletedRows {
            games: self.delete_all(&ABORTED, now).await?,
            challenges: self.delete_all(&CHALLENGES, now).await?,
            sessions: self.delete_all(&SESSIONS, now).await?,
            guests: 0,
        };
        self.delete_all(&SEEKS, now).await?;
        self.delete_all(&ONE_TIME_TOKENS, now).await?;
        loop {
            let (seen, gone) = self.delete_unused_guests(now, BATCH).await?;
            deleted.guests += gone;
            if seen < BATCH.cast_unsigned() {
                break;
            }
        }
        self.delete_notices(now).await?;
        let sql = "DELETE FROM due WHERE failed_at <= $1";
        self.execute(Priority::Request, self.statement(sql, [(now - FAILED_MS).into()])).await?;
        let sql = "DELETE FROM invitation WHERE ends_at <= $1";
        self.execute(Priority::Request, self.statement(sql, [now.into()])).await?;
        let sql = "DELETE FROM leave WHERE ends_at <= $1";
        self.execute(Priority::Request, self.statement(sql, [(now - LEAVE_MS).into()])).await?;
        let sql = "DELETE FROM node WHERE beat_at <= $1";
        self.execute(Priority::Request, self.statement(sql, [(now - HEARTBEAT_MS).into()])).await?;
        Ok(deleted)
    }

    /// Deletes old notices, batch by batch.
    async fn delete_notices(&self, now: i64) -> Result<(), StoreError> {
        // The oldest ones, which include all that were read before the limit.
        const SQL: &str = "DELETE FROM notice WHERE (person, key) IN
            (SELECT person, key FROM notice WHERE at <= $1 OR (at <= $2 AND read_at <= $2) LIMIT $3)";
        let limits = [(now - NOTICES_MS).into(), (now - READ_NOTICES_MS).into(), BATCH.into()];
        while self.execute(Priority::Request, self.statement(SQL, limits.clone())).await? >= BATCH.cast_unsigned() {}
        Ok(())
    }

    /// Returns true if a person has a game without a clock that is running or ended after a time.
    pub(crate) async fn has_game_without_clock(&self, who: PersonId, since: i64) -> Result<bool, StoreError> {
        const SQL: &str =
            "SELECT 1 FROM game WHERE white = $1 AND base_ms IS NULL AND (ended_at IS NULL OR ended_at > $2)
            UNION ALL
            SELECT 1 FROM game WHERE black = $1 AND base_ms IS NULL AND (ended_at IS NULL OR ended_at > $2) LIMIT 1";
        let sql = self.statement(SQL, [who.as_str().into(), since.into()]);
        Ok(self.0.read.query_one_raw(sql).await?.is_some())
    }

    /// Returns the space of deleted rows to the disk.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn compact(&self) -> Result<(), StoreError> {
        if self.backend() != DbBackend::Postgres {
            written(self.0.write.execute_unprepared("VACUUM").await)?;
            written(self.0.write.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await)?;
            return Ok(());
        }
        let fails = |error: sqlx::Error| StoreError::from(DbErr::Exec(RuntimeErr::SqlxError(error.into())));
        // A separate connection that is not returned to the pool, because its time limit is disabled.
        let pool = self.0.write.get_postgres_connection_pool();
        let mut connection = pool.acquire().await.map_err(fails)?.detach();
        for sql in ["SET statement_timeout = 0", "VACUUM (ANALYZE)"] {
            connection.execute(sql).await.map_err(fails)?;
        }
        connection.close().await.map_err(fails)
    }

    /// Deletes one batch of expired rows. Returns their number.
    async fn delete_batch(&self, rows: &'static ExpiredRows, now: i64) -> Result<u64, StoreError> {
        self.write(Priority::Request, (rows, now), |db, &(ExpiredRows { age, select, delete }, now)| {
            Box::pin(async move {
                let rows = db.query_all_raw(statement(db, select, [(now - age).into(), BATCH.into()])).await?;
                unused_guests::check_later(db, guests(&rows)?, now).await?;
                for row in &rows {
                    let key: String = row.try_get_by_index(0)?;
                    for sql in *delete {
                        db.execute_raw(statement(db, sql, [key.as_str().into()])).await?;
                    }
                }
                Ok(TransactionEnd::Commit(rows.len() as u64))
            })
        })
        .await
    }

    /// Deletes all expired rows of a kind, batch by batch. Returns their number.
    async fn delete_all(&self, rows: &'static ExpiredRows, now: i64) -> Result<u64, StoreError> {
        let mut count = 0;
        loop {
            let batch = self.delete_batch(rows, now).await?;
            count += batch;
            if batch < BATCH.cast_unsigned() {
                return Ok(count);
            }
        }
    }
}

/// Returns the guests in the two columns after the key.
fn guests(rows: &[QueryResult]) -> Result<Vec<String>, DbErr> {
    let cells = rows.iter().flat_map(|row| [1, 2].map(|column| row.try_get_by_index(column)));
    cells.filter_map(Result::transpose).collect()
}

/// Returns true if a deleted game had this id.
pub(crate) async fn was_deleted(db: &impl ConnectionTrait, id: GameId) -> Result<bool, DbErr> {
    Ok(db.query_one_raw(statement(db, "SELECT 1 FROM vanished WHERE game = $1", [id.as_str().into()])).await?.is_some())
}
