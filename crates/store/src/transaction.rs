//! Statements and locks within a transaction.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, Value};

use crate::GameId;

/// Waits until nobody else changes the row of a game, and keeps others from it. In SQLite there is one writer.
pub(crate) async fn lock(transaction: &DatabaseTransaction, game: GameId) -> Result<bool, DbErr> {
    let sql = match transaction.get_database_backend() {
        DbBackend::Postgres => "SELECT ended_at FROM game WHERE id = $1 FOR NO KEY UPDATE",
        _ => "SELECT ended_at FROM game WHERE id = $1",
    };
    let row = transaction.query_one_raw(one(transaction, sql, [game.as_str().into()])).await?;
    let ended_at: Option<Option<i64>> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(ended_at == Some(None))
}

/// A statement of a transaction.
pub(crate) fn one<const N: usize>(db: &impl ConnectionTrait, sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}
