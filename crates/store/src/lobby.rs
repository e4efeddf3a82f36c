//! The row of the lobby, and the seeks that end when a game begins.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use crate::PersonId;
use crate::transaction::{LockedPlayers, has_other_writers, statement};

/// Locks the lobby, so that of two people who seek a game at once, the second finds the seek of the first. SQLite needs
/// no lock because it has only one writer.
pub(crate) async fn lock(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    if has_other_writers(transaction) {
        let lock = "SELECT 1 FROM lobby WHERE id = 1 FOR NO KEY UPDATE";
        transaction.query_one_raw(statement(transaction, lock, [])).await?;
    }
    Ok(())
}

/// Deletes the seeks of a person for correspondence games, because a leave has begun.
pub(crate) async fn end_correspondence_seeks(transaction: &DatabaseTransaction, who: PersonId) -> Result<(), DbErr> {
    let sql = "DELETE FROM seek WHERE person = $1 AND seen_at IS NULL";
    transaction.execute_raw(statement(transaction, sql, [who.as_str().into()])).await?;
    Ok(())
}

/// Deletes the seeks of two players for games with a clock, when their game with a clock begins. Otherwise they might
/// have to play two at once.
pub(crate) async fn end_live_seeks(
    transaction: &DatabaseTransaction,
    LockedPlayers([one, other]): LockedPlayers,
) -> Result<(), DbErr> {
    let sql = "DELETE FROM seek WHERE person IN ($1, $2) AND seen_at IS NOT NULL";
    transaction.execute_raw(statement(transaction, sql, [one.as_str().into(), other.as_str().into()])).await?;
    Ok(())
}
