//! Letters: tokens that are good once and for a short while, and that make a device a guest's own, too.
//!
//! Whoever has the token has what the letter gives, so it is kept as its hash alone, and is gone in the transaction in
//! which it is taken.

use faraday_play::Timestamp;
use sea_orm::ConnectionTrait;

use crate::people::begin_session;
use crate::row::{at, at_value};
use crate::transaction::one;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{GuestId, Session, Store, StoreError, TokenHash, Who};

impl Store {
    /// Writes a letter by which another device becomes a guest's own. Only the last letter of a guest counts.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn write_letter(&self, who: Who, letter: &TokenHash, ends_at: Timestamp) -> Result<(), StoreError> {
        let guest = match who {
            Who::Guest(guest) => guest,
            Who::Account(id) => return Err(StoreError::Refused(format!("there is no account `{id}`"))),
        };
        let sql = "INSERT INTO letter (hash, guest, purpose, ends_at) VALUES ($1, $2, 'carry', $3)
            ON CONFLICT (guest, purpose) WHERE guest IS NOT NULL
            DO UPDATE SET hash = excluded.hash, ends_at = excluded.ends_at";
        let values = [letter.as_str().into(), guest.as_str().into(), at_value(ends_at)];
        self.execute(Urgency::Request, self.statement(sql, values)).await?;
        Ok(())
    }

    /// Whose letter it is, unless it has been taken or has ended.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn letter(&self, letter: &TokenHash, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT guest.id, guest.name FROM letter JOIN guest ON guest.id = letter.guest
            WHERE letter.hash = $1 AND letter.purpose = 'carry' AND letter.ends_at > $2";
        let values = [letter.as_str().into(), at_value(now)];
        let Some(row) = self.0.read.query_one_raw(self.statement(sql, values)).await? else { return Ok(None) };
        let guest: String = row.try_get_by_index(0)?;
        let guest = GuestId::parse(&guest).map_err(|error| StoreError::row("letter", error))?;
        Ok(Some(Session { who: Who::Guest(guest), name: row.try_get_by_index(1)? }))
    }

    /// Takes a letter: it is gone, and a session of its guest begins. None if somebody has taken it, or it has ended.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_letter(
        &self,
        letter: &TokenHash,
        token: &TokenHash,
        agent: &str,
        [now, ends_at]: [Timestamp; 2],
    ) -> Result<Option<Session>, StoreError> {
        // Of two who take it at once the second waits for the first, and then finds nothing.
        let sql = "DELETE FROM letter WHERE hash = $1 AND purpose = 'carry' AND ends_at > $2
            RETURNING guest, (SELECT name FROM guest WHERE guest.id = letter.guest)";
        let (letter, token, agent) = (letter.clone(), token.clone(), agent.to_owned());
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let values = [letter.as_str().into(), at(now).into()];
                let Some(row) = db.query_one_raw(one(db, sql, values)).await? else {
                    return Ok(Ending::Rollback(None));
                };
                let guest: String = row.try_get_by_index(0)?;
                let guest = GuestId::parse(&guest).map_err(|error| StoreError::row("letter", error))?;
                let session = Session { who: Who::Guest(guest), name: row.try_get_by_index(1)? };
                begin_session(db, session.who, &token, &agent, [now, ends_at]).await?;
                Ok(Ending::Commit(Some(session)))
            })
        })
        .await
    }
}
