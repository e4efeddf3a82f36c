//! Blocked people: no games begin between a member and the people whom the member has blocked. Running games continue.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder};

use crate::entity::{block, person};
use crate::people::MEMBER;
use crate::row::{self, at, timestamp};
use crate::transaction::statement;
use crate::writer::Priority;
use crate::{PersonId, Store, StoreError};

/// The person who has blocked the other, as seen by the person who acts. If both have, it is the person who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BlockedBy {
    Actor,
    Other,
}

/// A blocked person in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BlockedPerson {
    pub name: String,
    pub at: Timestamp,
}

impl Store {
    /// Removes a block.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn unblock(&self, who: PersonId, other: PersonId) -> Result<(), StoreError> {
        let sql = "DELETE FROM block WHERE person = $1 AND other = $2";
        self.execute(Priority::Request, self.statement(sql, [who.as_str().into(), other.as_str().into()])).await?;
        Ok(())
    }

    /// Returns true if `who` has blocked `other`.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn is_blocked(&self, who: PersonId, other: PersonId) -> Result<bool, StoreError> {
        Ok(has_blocked(&self.0.read, who, other).await?)
    }

    /// Returns the people whom a person has blocked, the last one first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn blocked_people(&self, who: PersonId) -> Result<Vec<BlockedPerson>, StoreError> {
        let blocks = block::Entity::find().filter(block::Column::Person.eq(who.as_str()));
        let blocks = blocks.order_by_desc(block::Column::At).order_by_asc(block::Column::Other);
        let rows = blocks.all(&self.0.read).await?;
        let others: Vec<PersonId> =
            rows.iter().map(|row| row::person("block", &row.other)).collect::<Result<_, _>>()?;
        let names = self.names(&others).await?;
        let blocked = rows
            .iter()
            .zip(&others)
            .filter_map(|(row, other)| Some(BlockedPerson { name: names.get(other)?.clone(), at: timestamp(row.at) }));
        Ok(blocked.collect())
    }
}

/// Returns who of two people has blocked the other.
pub(crate) async fn between(
    db: &impl ConnectionTrait,
    actor: PersonId,
    other: PersonId,
) -> Result<Option<BlockedBy>, DbErr> {
    if has_blocked(db, actor, other).await? {
        return Ok(Some(BlockedBy::Actor));
    }
    Ok(has_blocked(db, other, actor).await?.then_some(BlockedBy::Other))
}

/// Blocks a person, who may be blocked already.
pub(crate) async fn insert(
    db: &DatabaseTransaction,
    who: PersonId,
    other: PersonId,
    now: Timestamp,
) -> Result<(), DbErr> {
    let sql = "INSERT INTO block (person, other, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let values = [who.as_str().into(), other.as_str().into(), at(now).into()];
    db.execute_raw(statement(db, sql, values)).await?;
    Ok(())
}

async fn has_blocked(db: &impl ConnectionTrait, who: PersonId, other: PersonId) -> Result<bool, DbErr> {
    let found = block::Entity::find_by_id((who.to_string(), other.to_string())).one(db).await?;
    Ok(found.is_some())
}

/// Returns true if a person has an account that is not disabled.
pub(crate) async fn is_active_member(db: &impl ConnectionTrait, who: PersonId) -> Result<bool, DbErr> {
    let found = person::Entity::find_by_id(who.as_str()).filter(person::Column::Kind.eq(MEMBER));
    Ok(found.one(db).await?.is_some_and(|row| row.disabled_at.is_none()))
}
