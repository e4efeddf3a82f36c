//! The data of one person, for that person: rows of all tables as JSON objects, without the secrets of the server. Games
//! are exported as PGN instead, by those who know their rules.

use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::Value;

use super::export::without_nulls;
use super::{DumpedSeek, DumpedSeekGame, Line};
use crate::entity::{
    block, challenge, channel, credential, device, email, leave, notice, person, rating_event, seek, seek_term, session,
};
use crate::{PersonId, Store, StoreError};

/// Columns that are secrets, or that only help the server to find a row.
const HIDDEN: [&str; 9] = ["hash", "data", "p256dh", "auth", "session", "check_at", "name_key", "look_key", "step"];

impl Store {
    /// Returns the rows of a person in tables with few of them: the person, credentials without their content, sessions,
    /// leave, blocked people, seeks, devices, channels of notices, and the email address.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn personal_rows(&self, who: PersonId) -> Result<Vec<Value>, StoreError> {
        let (db, id) = (&self.0.read, who.as_str());
        let mut lines: Vec<Line> = Vec::new();
        lines.extend(person::Entity::find_by_id(id).all(db).await?.into_iter().map(Line::Person));
        let rows = credential::Entity::find().filter(credential::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Credential));
        let rows = session::Entity::find().filter(session::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Session));
        let rows = leave::Entity::find().filter(leave::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Leave));
        let rows = block::Entity::find().filter(block::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Block));
        for row in seek::Entity::find().filter(seek::Column::Person.eq(id)).all(db).await? {
            let terms = seek_term::Entity::find().filter(seek_term::Column::Seek.eq(row.id.as_str()));
            let terms = terms.order_by_asc(seek_term::Column::Number).all(db).await?;
            let games = terms.into_iter().map(|term| DumpedSeekGame {
                variant: term.variant,
                clock: term.clock,
                rated: term.rated,
            });
            lines.push(Line::Seek(DumpedSeek { games: games.collect(), row }));
        }
        let rows = device::Entity::find().filter(device::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Device));
        let rows = channel::Entity::find().filter(channel::Column::Person.eq(id)).all(db).await?;
        lines.extend(rows.into_iter().map(Line::Channel));
        lines.extend(email::Entity::find_by_id(id).all(db).await?.into_iter().map(Line::Email));
        lines.iter().map(shown).collect()
    }

    /// Returns a page of the challenges that a person has made, accepted, or got by name, after one with an id.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn personal_challenges(&self, who: PersonId, after: &str, limit: u64) -> Result<Vec<Value>, StoreError> {
        let is_own = Condition::any()
            .add(challenge::Column::Maker.eq(who.as_str()))
            .add(challenge::Column::Taker.eq(who.as_str()))
            .add(challenge::Column::Opponent.eq(who.as_str()));
        let mut page = challenge::Entity::find().filter(is_own).cursor_by(challenge::Column::Id);
        let rows = page.after(after).first(limit).all(&self.0.read).await?;
        rows.into_iter().map(|row| shown(&Line::Challenge(Box::new(row)))).collect()
    }

    /// Returns a page of the notices of a person, after one with a key.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn personal_notices(&self, who: PersonId, after: &str, limit: u64) -> Result<Vec<Value>, StoreError> {
        let own = notice::Entity::find().filter(notice::Column::Person.eq(who.as_str()));
        let mut page = own.cursor_by(notice::Column::Key);
        let rows = page.after(after).first(limit).all(&self.0.read).await?;
        rows.into_iter().map(|row| shown(&Line::Notice(row))).collect()
    }

    /// Returns a page of the changes of a person's ratings, after one with a variant, a pace, and a number.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn personal_ratings(
        &self,
        who: PersonId,
        (variant, pace, n): (&str, &str, i64),
        limit: u64,
    ) -> Result<Vec<Value>, StoreError> {
        let own = rating_event::Entity::find().filter(rating_event::Column::Person.eq(who.as_str()));
        let key = (rating_event::Column::Variant, rating_event::Column::Pace, rating_event::Column::N);
        let mut page = own.cursor_by(key);
        let rows = page.after((variant, pace, n)).first(limit).all(&self.0.read).await?;
        rows.into_iter().map(|row| shown(&Line::Rating(Box::new(row)))).collect()
    }
}

fn shown(line: &Line) -> Result<Value, StoreError> {
    let mut value = serde_json::to_value(line).map(without_nulls).map_err(|error| StoreError::row("export", error))?;
    if let Value::Object(columns) = &mut value {
        columns.retain(|name, _| !HIDDEN.contains(&name.as_str()));
    }
    Ok(value)
}
