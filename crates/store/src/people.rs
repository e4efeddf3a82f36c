//! People, and the tokens of their sessions.

use std::collections::HashMap;

use faraday_play::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryTrait};

use crate::entity::{guest, session};
use crate::row::{at, somebody, who_to_keep};
use crate::transaction::one;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{GuestId, Store, StoreError, TokenHash, Who, unused};

/// A session is noted as used at most so often: not every request is to be a write.
const TOUCH_MS: i64 = 60 * 60 * 1000;

/// A session that nobody has used for so long has ended (30 days).
pub(crate) const IDLE_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Somebody who is known by a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The person.
    pub who: Who,
    /// As they are called.
    pub name: String,
}

impl Store {
    /// A guest with a session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_guest(
        &self,
        name: &str,
        token: &TokenHash,
        agent: &str,
        [now, ends_at]: [Timestamp; 2],
    ) -> Result<GuestId, StoreError> {
        let id = GuestId::random();
        let guest = guest::ActiveModel { id: Set(id.to_string()), name: Set(name.to_owned()), check_at: Set(None) };
        let (token, agent) = (token.clone(), agent.to_owned());
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                guest::Entity::insert(guest).exec_without_returning(db).await?;
                begin_session(db, Who::Guest(id), &token, &agent, [now, ends_at]).await?;
                Ok(Ending::Commit(id))
            })
        })
        .await
    }

    /// The session of a token, unless it has ended or was not used for 30 days.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn session(&self, token: &TokenHash, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let found = session::Entity::find_by_id(token.as_str()).one(&self.0.read).await?;
        let now = at(now);
        let Some(row) = found.filter(|row| row.ends_at > now && row.seen_at > now - IDLE_MS) else { return Ok(None) };
        if row.seen_at < now - TOUCH_MS {
            let touch = session::Entity::update_many().col_expr(session::Column::SeenAt, Expr::value(now));
            let touch = touch.filter(session::Column::Hash.eq(token.as_str()));
            self.execute(Urgency::Request, touch.build(self.backend())).await?;
        }
        let who = somebody("session", row.guest.as_deref(), row.account.as_deref())?;
        let name = self.names(&[who]).await?.remove(&who);
        Ok(name.map(|name| Session { who, name }))
    }

    /// Ends a session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_session(&self, token: &TokenHash, now: Timestamp) -> Result<(), StoreError> {
        let token = token.clone();
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let sql = "DELETE FROM session WHERE hash = $1 RETURNING guest";
                let ended = db.query_one_raw(one(db, sql, [token.as_str().into()])).await?;
                let guest: Option<String> = ended.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
                unused::check_later(db, guest, at(now)).await?;
                Ok(Ending::Commit(()))
            })
        })
        .await
    }

    /// Ends every session of somebody but one, and takes back the letter by which another would begin.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_other_sessions(&self, who: Who, kept: &TokenHash) -> Result<(), StoreError> {
        let guest = match who {
            Who::Guest(guest) => guest,
            Who::Account(id) => return Err(StoreError::Refused(format!("there is no account `{id}`"))),
        };
        let kept = kept.clone();
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                // The letter first: whoever is taking it has a session by the time that this goes on, which ends, too.
                let letters = "DELETE FROM letter WHERE guest = $1";
                db.execute_raw(one(db, letters, [guest.as_str().into()])).await?;
                let sessions = "DELETE FROM session WHERE guest = $1 AND hash <> $2";
                let values = [guest.as_str().into(), kept.as_str().into()];
                db.execute_raw(one(db, sessions, values)).await?;
                Ok(Ending::Commit(()))
            })
        })
        .await
    }

    /// Gives somebody another name.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn rename(&self, who: Who, name: &str) -> Result<(), StoreError> {
        match who {
            Who::Guest(id) => {
                let rename = guest::Entity::update_many().col_expr(guest::Column::Name, Expr::value(name));
                let rename = rename.filter(guest::Column::Id.eq(id.as_str()));
                self.execute(Urgency::Request, rename.build(self.backend())).await?;
                Ok(())
            }
            Who::Account(id) => Err(StoreError::Refused(format!("there is no account `{id}`"))),
        }
    }

    /// The names of people. Unknown people are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn names(&self, people: &[Who]) -> Result<HashMap<Who, String>, StoreError> {
        let guests = people.iter().filter_map(|who| match who {
            Who::Guest(id) => Some(id.as_str()),
            Who::Account(_) => None,
        });
        let rows = guest::Entity::find().filter(guest::Column::Id.is_in(guests)).all(&self.0.read).await?;
        let named = rows.into_iter().map(|row| {
            let id = GuestId::parse(&row.id).map_err(|error| StoreError::row("guest", error))?;
            Ok((Who::Guest(id), row.name))
        });
        named.collect()
    }
}

/// A session that begins.
pub(crate) async fn begin_session(
    db: &impl ConnectionTrait,
    who: Who,
    token: &TokenHash,
    agent: &str,
    [now, ends_at]: [Timestamp; 2],
) -> Result<(), DbErr> {
    let [guest, account] = who_to_keep(who);
    let session = session::ActiveModel {
        hash: Set(token.as_str().to_owned()),
        guest: Set(guest),
        account: Set(account),
        agent: Set(agent.to_owned()),
        seen_at: Set(at(now)),
        ends_at: Set(at(ends_at)),
    };
    session::Entity::insert(session).exec_without_returning(db).await?;
    Ok(())
}
