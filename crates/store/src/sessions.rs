//! The sessions of a person, listed by device and ended one by one.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::entity::session;
use crate::row::{at, timestamp};
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{PersonId, Store, StoreError, TokenHash, unused_guests};

/// The number of digits of a token's hash that identify a session of a person.
const ID_DIGITS: usize = 16;

/// A session in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ListedSession {
    /// An id that identifies the session among those of its person, and does not reveal its token.
    pub id: String,
    /// The `User-Agent` of the browser.
    pub agent: String,
    /// The last use, to the hour.
    pub seen_at: Timestamp,
    pub ends_at: Timestamp,
    /// True for the session of the request.
    pub is_current: bool,
}

impl Store {
    /// Lists the sessions of a person, the last used first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn sessions_of(
        &self,
        who: PersonId,
        current: &TokenHash,
        now: Timestamp,
    ) -> Result<Vec<ListedSession>, StoreError> {
        let found = session::Entity::find().filter(session::Column::Person.eq(who.as_str()));
        let found = found.filter(session::Column::EndsAt.gt(at(now)));
        let rows = found.order_by_desc(session::Column::SeenAt).all(&self.0.read).await?;
        let list = rows.into_iter().map(|row| ListedSession {
            id: row.hash[..ID_DIGITS.min(row.hash.len())].to_owned(),
            is_current: row.hash == current.as_str(),
            agent: row.agent,
            seen_at: timestamp(row.seen_at),
            ends_at: timestamp(row.ends_at),
        });
        Ok(list.collect())
    }

    /// Ends a session of a person by its id in the list. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_session_of(&self, who: PersonId, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.write(Priority::Request, (who, id.to_owned(), at(now)), |db, (who, id, now)| {
            Box::pin(async move {
                const SQL: &str = "DELETE FROM session WHERE person = $1 AND substr(hash, 1, $3) = $2";
                unused_guests::check_later(db, [who.to_string()], *now).await?;
                let ended = db
                    .execute_raw(statement(
                        db,
                        SQL,
                        [who.as_str().into(), id.as_str().into(), (ID_DIGITS as i32).into()],
                    ))
                    .await?;
                Ok(TransactionEnd::Commit(ended.rows_affected() > 0))
            })
        })
        .await
    }
}
