//! The people who are online. Nodes note the people connected to them; members only if they chose to be shown.

use faraday_play::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::entity::person;
use crate::people::{GUEST, MEMBER};
use crate::row::at;
use crate::writer::Priority;
use crate::{PersonId, Store, StoreError};

/// The number of people noted in one statement.
const BATCH: usize = 500;

/// The maximum number of listed members.
const MOST: u64 = 200;

/// The people who are online.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OnlinePeople {
    /// The names of the members who chose to be shown.
    pub members: Vec<String>,
    pub guests: u64,
}

impl Store {
    /// Notes that these people are online. Members who did not choose to be shown are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn note_online(&self, people: &[PersonId], now: Timestamp) -> Result<(), StoreError> {
        let is_shown = Condition::any().add(person::Column::Kind.eq(GUEST)).add(person::Column::ShowsPresence.eq(true));
        // In the order of ids, so that two nodes that note the same people do not wait for each other in a circle.
        let mut people: Vec<&str> = people.iter().map(PersonId::as_str).collect();
        people.sort_unstable();
        for batch in people.chunks(BATCH) {
            let note = person::Entity::update_many().col_expr(person::Column::OnlineAt, Expr::value(at(now)));
            let note = note.filter(person::Column::Id.is_in(batch.iter().copied())).filter(is_shown.clone());
            self.execute(Priority::Request, note.build(self.backend())).await?;
        }
        Ok(())
    }

    /// Returns the people who were noted after a time.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn online_people(&self, since: Timestamp) -> Result<OnlinePeople, StoreError> {
        let noted = || person::Entity::find().filter(person::Column::OnlineAt.gt(at(since)));
        let members = noted().filter(person::Column::Kind.eq(MEMBER)).filter(person::Column::ShowsPresence.eq(true));
        let members = members.filter(person::Column::DisabledAt.is_null()).filter(person::Column::EraseAt.is_null());
        let members = members.order_by_asc(person::Column::NameKey);
        let members = members.select_only().column(person::Column::Name).limit(MOST);
        let members = members.into_tuple::<String>().all(&self.0.read).await?;
        let guests = noted().filter(person::Column::Kind.eq(GUEST)).count(&self.0.read).await?;
        Ok(OnlinePeople { members, guests })
    }
}
