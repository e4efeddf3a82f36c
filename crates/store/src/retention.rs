//! What is not kept forever: aborted games, and what is of no use once it has ended.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, Value};
use sqlx::{Connection, Executor};

use crate::conditional::one;
use crate::durable::{commit, written};
use crate::people::IDLE_MS;
use crate::row::at;
use crate::{Store, StoreError};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long an aborted game can be looked at, and a challenge that has ended.
const WEEK_MS: i64 = 7 * DAY_MS;

/// How long it is known when a process was last heard of: no running game waits longer for its players.
const BEAT_MS: i64 = 100 * DAY_MS;

/// How many games vanish in one transaction.
const AT_ONCE: i64 = 200;

/// What has vanished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retained {
    /// Aborted games.
    pub games: u64,
    /// Sessions that had ended.
    pub sessions: u64,
    /// Guests without a session, a game or a challenge.
    pub guests: u64,
    /// Challenges that had ended.
    pub challenges: u64,
}

impl Store {
    /// Lets vanish what is not kept: games a week after they were aborted, sessions that have ended, with them guests who
    /// have nothing else here, and challenges a week after they have ended. The ids of games remain, so that no link ever leads to another game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn retain(&self, now: Timestamp) -> Result<Retained, StoreError> {
        let now = at(now);
        let mut games = 0;
        loop {
            let vanished = self.forget_aborted(now - WEEK_MS).await?;
            games += vanished;
            if vanished < AT_ONCE.cast_unsigned() {
                break;
            }
        }
        let challenges = self.delete("DELETE FROM challenge WHERE ends_at <= $1", [(now - WEEK_MS).into()]).await?;
        let (mut sessions, mut guests) = (0, 0);
        loop {
            let ended = self.forget_sessions(now).await?;
            sessions += ended.sessions;
            guests += ended.guests;
            if ended.sessions < AT_ONCE.cast_unsigned() {
                break;
            }
        }
        self.delete("DELETE FROM node WHERE beat_at <= $1", [(now - BEAT_MS).into()]).await?;
        Ok(Retained { games, sessions, guests, challenges })
    }

    /// Gives the room of what has vanished back to the disk.
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
        // A connection of its own, which is not given back: what it is allowed, others are not.
        let pool = self.0.write.get_postgres_connection_pool();
        let mut connection = pool.acquire().await.map_err(fails)?.detach();
        for sql in ["SET statement_timeout = 0", "VACUUM (ANALYZE)"] {
            connection.execute(sql).await.map_err(fails)?;
        }
        connection.close().await.map_err(fails)
    }

    async fn forget_aborted(&self, until: i64) -> Result<u64, StoreError> {
        const ABORTED: &str = "SELECT id FROM game WHERE reason = 'aborted' AND ended_at <= $1 ORDER BY id LIMIT $2";
        let transaction = self.begin().await?;
        let rows = transaction.query_all_raw(one(&transaction, ABORTED, [until.into(), AT_ONCE.into()])).await?;
        for row in &rows {
            let game: String = row.try_get_by_index(0)?;
            for sql in [
                "INSERT INTO vanished (game) VALUES ($1) ON CONFLICT DO NOTHING",
                "DELETE FROM act WHERE game = $1",
                "DELETE FROM plan WHERE game = $1",
                "DELETE FROM challenge WHERE game = $1",
                "DELETE FROM game WHERE id = $1",
            ] {
                transaction.execute_raw(one(&transaction, sql, [game.as_str().into()])).await?;
            }
        }
        commit(transaction).await?;
        Ok(rows.len() as u64)
    }

    async fn forget_sessions(&self, now: i64) -> Result<Retained, StoreError> {
        const ENDED: &str =
            "SELECT hash, guest FROM session WHERE ends_at <= $1 OR seen_at <= $2 ORDER BY hash LIMIT $3";
        const UNUSED: &str = "DELETE FROM guest WHERE id = $1
            AND NOT EXISTS (SELECT 1 FROM session WHERE guest = $1)
            AND NOT EXISTS (SELECT 1 FROM game WHERE white_guest = $1)
            AND NOT EXISTS (SELECT 1 FROM game WHERE black_guest = $1)
            AND NOT EXISTS (SELECT 1 FROM challenge WHERE maker_guest = $1 OR taker_guest = $1)";
        let transaction = self.begin().await?;
        let wanted = [now.into(), (now - IDLE_MS).into(), AT_ONCE.into()];
        let rows = transaction.query_all_raw(one(&transaction, ENDED, wanted)).await?;
        let mut guests = 0;
        for row in &rows {
            let (hash, guest): (String, Option<String>) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let ended = one(&transaction, "DELETE FROM session WHERE hash = $1", [hash.into()]);
            transaction.execute_raw(ended).await?;
            if let Some(guest) = guest {
                guests += transaction.execute_raw(one(&transaction, UNUSED, [guest.into()])).await?.rows_affected();
            }
        }
        commit(transaction).await?;
        Ok(Retained { sessions: rows.len() as u64, guests, ..Retained::default() })
    }

    async fn delete<const N: usize>(&self, sql: &str, values: [Value; N]) -> Result<u64, DbErr> {
        Ok(written(self.0.write.execute_raw(self.statement(sql, values)).await)?.rows_affected())
    }
}
