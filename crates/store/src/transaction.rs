//! Helpers for transactions: statements, row locks, and retries after a deadlock.
//!
//! # Lock order
//!
//! To avoid deadlocks, a transaction locks rows in this order: the lobby, people by id, seeks, challenges, the keys of
//! acts, games by id, sessions, notices, devices, jobs. There are four exceptions. Unused guests are locked by the time of
//! their check, without waiting, a batch of acts locks its games in the order in which the database finds them, an import
//! writes rows in the order of its lines, and the member to whom a guest's games have moved is locked after the guest's
//! opponent. If PostgreSQL rolls back a transaction because of that, it is retried ([`with_retries`], and the writer for
//! its batches).

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, Value};

use crate::{GameId, PersonId, StoreError};

/// The pauses before the three retries of a transaction that was rolled back because of another.
const PAUSES: [Duration; 3] = [Duration::from_millis(5), Duration::from_millis(20), Duration::from_millis(80)];

/// Runs a transaction and retries it if the database rolled it back because of another.
///
/// # Errors
///
/// The error of the last try. A commit that may have succeeded is not retried.
pub(crate) async fn with_retries<T, F: std::future::Future<Output = Result<T, StoreError>>>(
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

/// Returns true if other transactions may write at the same time. Rows that were read before a lock must then be read
/// again, because they may have changed while the transaction waited. SQLite has only one writer.
pub(crate) fn has_other_writers(transaction: &DatabaseTransaction) -> bool {
    transaction.get_database_backend() == DbBackend::Postgres
}

/// Locks the row of a person, so that only one transaction at a time can check and change what belongs to them. SQLite
/// needs no lock because it has only one writer.
pub(crate) async fn lock_person(transaction: &DatabaseTransaction, who: PersonId) -> Result<(), DbErr> {
    if has_other_writers(transaction) {
        let lock = "SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE";
        transaction.query_one_raw(statement(transaction, lock, [who.as_str().into()])).await?;
    }
    Ok(())
}

/// Locks the rows of two people, in the order of their ids. Rows of the house are not locked: they never change, and a
/// lock would delay all games that begin at the same time.
pub(crate) async fn lock_two_people(transaction: &DatabaseTransaction, people: [PersonId; 2]) -> Result<(), DbErr> {
    let [one, other] = people;
    let people = match (one.house_level(), other.house_level()) {
        (Some(_), _) => [other; 2],
        (None, Some(_)) => [one; 2],
        (None, None) => people,
    };
    if has_other_writers(transaction) {
        let lock = "SELECT 1 FROM person WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE";
        transaction.query_all_raw(statement(transaction, lock, people.map(|who| who.as_str().into()))).await?;
    }
    Ok(())
}

/// Two players whose rows are locked until the transaction ends.
#[derive(Clone, Copy)]
pub(crate) struct LockedPlayers(pub [PersonId; 2]);

/// Locks the rows of two players. The member to whom a guest's games have moved takes the guest's place. `None` if one
/// of them does not exist or has a disabled account.
pub(crate) async fn lock_players(
    transaction: &DatabaseTransaction,
    players: [PersonId; 2],
) -> Result<Option<LockedPlayers>, DbErr> {
    lock_two_people(transaction, players).await?;
    let mut locked = players;
    for player in &mut locked {
        // A separate statement, so that it sees rows committed while this transaction waited for the locks.
        let Some(merged_into) = active(transaction, *player).await? else { return Ok(None) };
        if let Some(member) = merged_into.and_then(|member| PersonId::parse(&member).ok()) {
            lock_person(transaction, member).await?;
            if active(transaction, member).await?.is_none() {
                return Ok(None);
            }
            *player = member;
        }
    }
    Ok(Some(LockedPlayers(locked)))
}

/// Returns the person into whom a person was merged, if there is one. `None` if the person does not exist, or has an
/// account that is disabled or to be erased.
async fn active(transaction: &DatabaseTransaction, who: PersonId) -> Result<Option<Option<String>>, DbErr> {
    let sql = "SELECT merged_into FROM person WHERE id = $1 AND disabled_at IS NULL AND erase_at IS NULL
        AND erased_at IS NULL";
    let row = transaction.query_one_raw(statement(transaction, sql, [who.as_str().into()])).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// Locks the row of a game. Returns true if the game is running. SQLite needs no lock because it has only one writer.
pub(crate) async fn lock_game(transaction: &DatabaseTransaction, game: GameId) -> Result<bool, DbErr> {
    let sql = match transaction.get_database_backend() {
        DbBackend::Postgres => "SELECT ended_at FROM game WHERE id = $1 FOR NO KEY UPDATE",
        _ => "SELECT ended_at FROM game WHERE id = $1",
    };
    let row = transaction.query_one_raw(statement(transaction, sql, [game.as_str().into()])).await?;
    let ended_at: Option<Option<i64>> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(ended_at == Some(None))
}

/// Builds a statement with its values.
pub(crate) fn statement<const N: usize>(db: &impl ConnectionTrait, sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}
