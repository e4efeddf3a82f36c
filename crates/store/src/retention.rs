//! What is not kept forever: aborted games, and what is of no use once it has ended.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, RuntimeErr};
use sqlx::{Connection, Executor};

use crate::durable::written;
use crate::people::IDLE_MS;
use crate::row::at;
use crate::transaction::one;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{Store, StoreError, unused};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long an aborted game can be looked at, and a challenge that has ended.
const WEEK_MS: i64 = 7 * DAY_MS;

/// How long it is known when a process was last heard of: no running game waits longer for its players.
const BEAT_MS: i64 = 100 * DAY_MS;

/// How many rows vanish in one transaction.
const AT_ONCE: i64 = 200;

/// What has vanished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retained {
    /// Aborted games.
    pub games: u64,
    /// Sessions that had ended.
    pub sessions: u64,
    /// Guests without a session, a letter, a game or a challenge.
    pub guests: u64,
    /// Challenges that had ended.
    pub challenges: u64,
}

impl Store {
    /// Lets vanish what is not kept: games a week after they were aborted, sessions and letters that have ended,
    /// challenges a week after they have ended, and guests of whom all of it went a day ago. The ids of games remain, so
    /// that no link ever leads to another game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn retain(&self, now: Timestamp) -> Result<Retained, StoreError> {
        let now = at(now);
        let mut retained = Retained::default();
        while more(&mut retained.games, self.forget_aborted(now).await?) {}
        while more(&mut retained.challenges, self.forget_challenges(now).await?) {}
        while more(&mut retained.sessions, self.forget_sessions(now).await?) {}
        while self.forget_letters(now).await? >= AT_ONCE.cast_unsigned() {}
        loop {
            let (seen, gone) = self.forget_guests(now, AT_ONCE).await?;
            retained.guests += gone;
            if seen < AT_ONCE.cast_unsigned() {
                break;
            }
        }
        // Finished games left one each that no job took.
        let sql = "DELETE FROM due WHERE kind = 'explore'";
        self.execute(Urgency::Request, self.statement(sql, [])).await?;
        let sql = "DELETE FROM node WHERE beat_at <= $1";
        self.execute(Urgency::Request, self.statement(sql, [(now - BEAT_MS).into()])).await?;
        Ok(retained)
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

    async fn forget_aborted(&self, now: i64) -> Result<u64, StoreError> {
        const ABORTED: &str = "SELECT id, white, black FROM game
            WHERE reason = 'aborted' AND ended_at <= $1 ORDER BY id LIMIT $2";
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let wanted = [(now - WEEK_MS).into(), AT_ONCE.into()];
                let rows = db.query_all_raw(one(db, ABORTED, wanted)).await?;
                for row in &rows {
                    let game: String = row.try_get_by_index(0)?;
                    for sql in [
                        "INSERT INTO vanished (game) VALUES ($1) ON CONFLICT DO NOTHING",
                        "DELETE FROM act WHERE game = $1",
                        "DELETE FROM plan WHERE game = $1",
                        "DELETE FROM challenge WHERE game = $1",
                        "DELETE FROM game WHERE id = $1",
                    ] {
                        db.execute_raw(one(db, sql, [game.as_str().into()])).await?;
                    }
                }
                // Who has made or accepted the game's challenge has sat in the game.
                unused::check_later(db, guests(&rows, [1, 2])?, now).await?;
                Ok(Ending::Commit(rows.len() as u64))
            })
        })
        .await
    }

    async fn forget_challenges(&self, now: i64) -> Result<u64, StoreError> {
        const ENDED: &str = "DELETE FROM challenge
            WHERE id IN (SELECT id FROM challenge WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)
            RETURNING maker, taker";
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let wanted = [(now - WEEK_MS).into(), AT_ONCE.into()];
                let rows = db.query_all_raw(one(db, ENDED, wanted)).await?;
                unused::check_later(db, guests(&rows, [0, 1])?, now).await?;
                Ok(Ending::Commit(rows.len() as u64))
            })
        })
        .await
    }

    async fn forget_letters(&self, now: i64) -> Result<u64, StoreError> {
        const ENDED: &str = "DELETE FROM letter
            WHERE hash IN (SELECT hash FROM letter WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)
            RETURNING person";
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let rows = db.query_all_raw(one(db, ENDED, [now.into(), AT_ONCE.into()])).await?;
                unused::check_later(db, guests(&rows, [0])?, now).await?;
                Ok(Ending::Commit(rows.len() as u64))
            })
        })
        .await
    }

    async fn forget_sessions(&self, now: i64) -> Result<u64, StoreError> {
        const ENDED: &str = "DELETE FROM session
            WHERE hash IN (SELECT hash FROM session WHERE ends_at <= $1 OR seen_at <= $2 ORDER BY hash LIMIT $3)
            RETURNING person";
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let wanted = [now.into(), (now - IDLE_MS).into(), AT_ONCE.into()];
                let rows = db.query_all_raw(one(db, ENDED, wanted)).await?;
                unused::check_later(db, guests(&rows, [0])?, now).await?;
                Ok(Ending::Commit(rows.len() as u64))
            })
        })
        .await
    }
}

/// Counts a batch. Whether there may be more.
const fn more(count: &mut u64, batch: u64) -> bool {
    *count += batch;
    batch >= AT_ONCE.cast_unsigned()
}

/// The guests in these columns.
fn guests<const N: usize>(rows: &[QueryResult], columns: [usize; N]) -> Result<Vec<String>, DbErr> {
    let cells = rows.iter().flat_map(|row| columns.map(|column| row.try_get_by_index(column)));
    cells.filter_map(Result::transpose).collect()
}
