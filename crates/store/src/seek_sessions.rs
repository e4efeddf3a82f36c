//! The sessions of seeks for games with a clock. Each node records the sessions that are connected to it. Seeks
//! without a connected session for 30 seconds are deleted, so that no one is matched with an absent player.

use std::collections::HashSet;

use faraday_play::Timestamp;
use sea_orm::sea_query::{Expr, LockBehavior, LockType};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use crate::entity::seek;
use crate::row::at;
use crate::seek_rows::UNSEEN_MS;
use crate::writer::Priority;
use crate::{Store, StoreError, TokenHash};

/// The maximum number of sessions in one statement.
const BATCH: usize = 500;

impl Store {
    /// Returns the sessions with seeks that end unless the session is recorded as connected.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn sessions_with_seeks(&self, now: Timestamp) -> Result<HashSet<TokenHash>, StoreError> {
        let live = seek::Entity::find().select_only().column(seek::Column::Session).distinct();
        let live = live.filter(seek::Column::Session.is_not_null());
        let live = live.filter(seek::Column::SeenAt.gt(at(now) - UNSEEN_MS));
        let sessions: Vec<String> = live.into_tuple().all(&self.0.read).await?;
        Ok(sessions.into_iter().map(TokenHash::from_stored).collect())
    }

    /// Records that these sessions are connected, so that their seeks do not end.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn note_seen(&self, sessions: &[TokenHash], now: Timestamp) -> Result<(), StoreError> {
        for batch in sessions.chunks(BATCH) {
            // A locked seek is being taken, or is being updated by another node.
            let found = seek::Entity::find().select_only().column(seek::Column::Id);
            let found = found.filter(seek::Column::Session.is_in(batch.iter().map(TokenHash::as_str)));
            let found = found.filter(seek::Column::SeenAt.lt(at(now)));
            let found = found.filter(seek::Column::SeenAt.gt(at(now) - UNSEEN_MS));
            let found = found.lock_with_behavior(LockType::NoKeyUpdate, LockBehavior::SkipLocked).into_query();
            let note = seek::Entity::update_many().col_expr(seek::Column::SeenAt, Expr::value(at(now)));
            let note = note.filter(seek::Column::Id.in_subquery(found));
            self.execute(Priority::Request, note.build(self.backend())).await?;
        }
        Ok(())
    }

    /// Deletes the seeks for games with a clock that have expired, or whose session has not been connected for 30
    /// seconds. Writes only if there are any. Returns their number.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn delete_unseen_seeks(&self, now: Timestamp) -> Result<u64, StoreError> {
        let is_gone = Condition::any().add(seek::Column::SeenAt.lte(at(now) - UNSEEN_MS));
        let is_gone = is_gone.add(seek::Column::EndsAt.lte(at(now)));
        let gone = seek::Entity::find().select_only().column(seek::Column::Id);
        let gone = gone.filter(seek::Column::SeenAt.is_not_null()).filter(is_gone);
        if gone.clone().limit(1).into_tuple::<String>().one(&self.0.read).await?.is_none() {
            return Ok(0);
        }
        let gone = gone.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).into_query();
        let delete = seek::Entity::delete_many().filter(seek::Column::Id.in_subquery(gone));
        self.execute(Priority::Request, delete.build(self.backend())).await
    }
}
