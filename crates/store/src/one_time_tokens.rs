//! One-time tokens (table `letter`): short-lived tokens with which a guest adds another device.
//!
//! Anyone with the token can use it, so only its hash is stored, and the transaction that redeems it deletes it.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::entity::session;
use crate::notices;
use crate::people::begin_session;
use crate::row::{at, at_value, person};
use crate::sign_in::new_session_notice;
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{PersonId, Role, Session, Store, StoreError, TokenHash};

impl Store {
    /// Stores a one-time token that gives another device access to a guest. It replaces the guest's previous one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_one_time_token(
        &self,
        who: PersonId,
        letter: &TokenHash,
        ends_at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO letter (hash, person, purpose, ends_at) VALUES ($1, $2, 'carry', $3)
            ON CONFLICT (person, purpose) WHERE person IS NOT NULL
            DO UPDATE SET hash = excluded.hash, ends_at = excluded.ends_at";
        let values = [letter.as_str().into(), who.as_str().into(), at_value(ends_at)];
        self.execute(Priority::Request, self.statement(sql, values)).await?;
        Ok(())
    }

    /// Returns the guest of a one-time token, unless it has been redeemed or has expired.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn one_time_token(&self, letter: &TokenHash, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT person.id, person.name, person.role FROM letter JOIN person ON person.id = letter.person
            WHERE letter.hash = $1 AND letter.purpose = 'carry' AND letter.ends_at > $2";
        let values = [letter.as_str().into(), at_value(now)];
        let Some(row) = self.0.read.query_one_raw(self.statement(sql, values)).await? else { return Ok(None) };
        let who = person("letter", &row.try_get_by_index::<String>(0)?)?;
        Ok(Some(Session {
            who,
            name: row.try_get_by_index(1)?,
            role: role(row.try_get_by_index::<Option<String>>(2)?.as_deref())?,
        }))
    }

    /// Redeems a one-time token: deletes it, begins a session of its guest, and adds a notice of that. `None` if it has
    /// been redeemed or has expired.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn redeem_one_time_token(
        &self,
        letter: &TokenHash,
        token: &TokenHash,
        agent: &str,
        [now, ends_at]: [Timestamp; 2],
    ) -> Result<Option<Session>, StoreError> {
        // If two clients redeem it at once, the second waits for the first and then finds nothing.
        const TAKE: &str = "DELETE FROM letter WHERE hash = $1 AND purpose = 'carry' AND ends_at > $2
            RETURNING person, (SELECT name FROM person WHERE person.id = letter.person),
                (SELECT role FROM person WHERE person.id = letter.person)";
        let input = (letter.clone(), token.clone(), agent.to_owned(), [now, ends_at]);
        self.write(Priority::Request, input, |db, (letter, token, agent, times)| {
            Box::pin(async move {
                let values = [letter.as_str().into(), at(times[0]).into()];
                let Some(row) = db.query_one_raw(statement(db, TAKE, values)).await? else {
                    return Ok(TransactionEnd::Rollback(None));
                };
                let who = person("letter", &row.try_get_by_index::<String>(0)?)?;
                let session = Session {
                    who,
                    name: row.try_get_by_index(1)?,
                    role: role(row.try_get_by_index::<Option<String>>(2)?.as_deref())?,
                };
                begin_session(db, session.who, token, agent, *times).await?;
                notices::add(db, &new_session_notice(session.who, times[0])).await?;
                Ok(TransactionEnd::Commit(Some(session)))
            })
        })
        .await
    }

    /// Ends all sessions of a person except one, and deletes the one-time token that could begin another.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_other_sessions(&self, who: PersonId, kept: &TokenHash) -> Result<(), StoreError> {
        self.write(Priority::Request, (who, kept.clone()), |db, (who, kept)| {
            Box::pin(async move {
                // Tokens first: a session begun by a concurrent redemption exists by the time this continues,
                // and ends with the others.
                let letters = "DELETE FROM letter WHERE person = $1";
                db.execute_raw(statement(db, letters, [who.as_str().into()])).await?;
                let others = session::Entity::delete_many().filter(session::Column::Person.eq(who.as_str()));
                others.filter(session::Column::Hash.ne(kept.as_str())).exec(db).await?;
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }
}

fn role(name: Option<&str>) -> Result<Option<Role>, StoreError> {
    name.map(Role::read).transpose()
}
