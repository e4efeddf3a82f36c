//! Statements, locks and repeats of transactions.
//!
//! # Order of locks
//!
//! A transaction locks rows in this order, so that no two wait for each other: people by their ids, challenges, the keys of
//! acts, games by their ids, jobs. Two orders cannot be kept: a batch of acts locks its games as the database finds them, and
//! an import writes rows as they come. What PostgreSQL undoes for that reason is done again ([`repeated`], and the writer for
//! its batches).

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, Value};

use crate::{GameId, PersonId, StoreError};

/// The pauses before a transaction is done again that was undone in favor of another: three times.
const PAUSES: [Duration; 3] = [Duration::from_millis(5), Duration::from_millis(20), Duration::from_millis(80)];

/// Does a transaction, and does it again if the database has undone it in favor of another.
///
/// # Errors
///
/// Those of the last time. A commit that may have come through is not repeated.
pub(crate) async fn repeated<T, F: std::future::Future<Output = Result<T, StoreError>>>(
    transact: impl Fn() -> F,
) -> Result<T, StoreError> {
    for pause in PAUSES {
        match transact().await {
            Err(StoreError::Conflict(error)) => tracing::debug!(%error, "a transaction is done again"),
            answer => return answer,
        }
        tokio::time::sleep(pause).await;
    }
    transact().await
}

/// Two players whose rows are locked until the transaction ends.
pub(crate) struct LockedPlayers(());

/// Locks the rows of two players. None if one of them is not there.
pub(crate) async fn lock_players(
    transaction: &DatabaseTransaction,
    players: [PersonId; 2],
) -> Result<Option<LockedPlayers>, DbErr> {
    let people = || players.map(|player| player.as_str().into());
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = "SELECT 1 FROM person WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE";
        transaction.query_all_raw(one(transaction, lock, people())).await?;
    }
    // A statement of its own: it sees what was committed while the locks were waited for.
    let found = "SELECT id FROM person WHERE id IN ($1, $2)";
    let found = transaction.query_all_raw(one(transaction, found, people())).await?;
    let found: Vec<String> = found.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    let are_all_there = players.iter().all(|player| found.iter().any(|id| id == player.as_str()));
    Ok(are_all_there.then_some(LockedPlayers(())))
}

/// Locks the row of a game. Returns whether it is running. In SQLite there is one writer.
pub(crate) async fn lock_game(transaction: &DatabaseTransaction, game: GameId) -> Result<bool, DbErr> {
    let sql = match transaction.get_database_backend() {
        DbBackend::Postgres => "SELECT ended_at FROM game WHERE id = $1 FOR NO KEY UPDATE",
        _ => "SELECT ended_at FROM game WHERE id = $1",
    };
    let row = transaction.query_one_raw(one(transaction, sql, [game.as_str().into()])).await?;
    let ended_at: Option<Option<i64>> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(ended_at == Some(None))
}

/// Returns a statement with its values.
pub(crate) fn one<const N: usize>(db: &impl ConnectionTrait, sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}
