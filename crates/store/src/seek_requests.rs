//! Repeated requests for a seek. The first one has created a seek or a game with ids that the repetition knows.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::entity::{game, seek};
use crate::seek_results::PostSeekResult;
use crate::{Origin, PersonId, SeekIds, Store, StoreError, games};

impl Store {
    /// Returns the result of an earlier request with the same ids.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn posted_seek(&self, who: PersonId, ids: SeekIds) -> Result<Option<PostSeekResult>, StoreError> {
        earlier_result(&self.0.read, who, ids).await
    }
}

/// Returns the result of an earlier request of a person with the same ids.
pub(crate) async fn earlier_result(
    db: &impl ConnectionTrait,
    who: PersonId,
    ids: SeekIds,
) -> Result<Option<PostSeekResult>, StoreError> {
    let waiting = seek::Entity::find_by_id(ids.seek.as_str()).filter(seek::Column::Person.eq(who.as_str()));
    if waiting.count(db).await? > 0 {
        return Ok(Some(PostSeekResult::Waiting(ids.seek)));
    }
    // The game has begun at once, or later from the waiting seek.
    let begun = Condition::any().add(game::Column::Id.eq(ids.game.as_str()));
    let begun = begun.add(game::Column::Origin.eq(Origin::Seek(ids.seek).to_string()));
    let begun = game::Entity::find().filter(begun).filter(games::is_player(who)).one(db).await?;
    Ok(begun.map(games::read).transpose()?.map(|game| PostSeekResult::Earlier(game.id)))
}
