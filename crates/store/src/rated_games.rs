//! Rated games with a clock. A member plays only one at a time, because a second one would be lost on time.

use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait, QueryFilter};

use crate::entity::game;
use crate::transaction::LockedPlayers;
use crate::{PersonId, games, people};

/// Returns true if a person is in a running rated game with a clock.
pub(crate) async fn is_in_rated_game(db: &impl ConnectionTrait, who: PersonId) -> Result<bool, DbErr> {
    let running = game::Entity::find().filter(games::is_player(who)).filter(game::Column::EndedAt.is_null());
    let running = running.filter(game::Column::Rated.eq(true)).filter(game::Column::BaseMs.is_not_null());
    Ok(running.count(db).await? > 0)
}

/// Returns the first of two locked players who is a member in a running rated game with a clock. Bots and the house may
/// play many.
pub(crate) async fn busy_player(
    transaction: &DatabaseTransaction,
    LockedPlayers(players): LockedPlayers,
) -> Result<Option<PersonId>, DbErr> {
    for who in players {
        if people::is_member(transaction, who).await? && is_in_rated_game(transaction, who).await? {
            return Ok(Some(who));
        }
    }
    Ok(None)
}
