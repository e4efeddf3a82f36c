//! People and their sessions: creation, lookup by token, renewal, and expiry.

use std::collections::HashMap;

use faraday_play::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryTrait,
    Statement,
};

use crate::entity::{person, session};
use crate::role::Role;
use crate::row::{self, at};
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{PersonId, Store, StoreError, TokenHash, unused_guests};

/// The minimum time between two updates of a session's last use, so that not every request is a write.
const TOUCH_MS: i64 = 10 * 60 * 1000;

/// The time for which a session is valid after its last use (180 days). That of a guest ends when it is idle for 30 days.
pub const SESSION_MS: i64 = 180 * 24 * 60 * 60 * 1000;

/// The idle time after which a session expires (30 days), and the time for which it outlives the last game without a
/// clock of its person.
pub(crate) const IDLE_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// The kind of a person without an account.
pub(crate) const GUEST: &str = "guest";

/// The kind of a person with an account.
pub(crate) const MEMBER: &str = "member";

/// The kind of an opponent whose moves the server chooses.
pub(crate) const HOUSE: &str = "house";

/// A valid session, with the person whom its token identifies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Session {
    pub who: PersonId,
    pub name: String,
    /// The role of a member. `None` for guests.
    pub role: Option<Role>,
}

/// A session to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewSession {
    pub token: TokenHash,
    /// The `User-Agent` of the browser.
    pub agent: String,
    pub begins_at: Timestamp,
    pub ends_at: Timestamp,
}

impl NewSession {
    pub(crate) const fn times(&self) -> [Timestamp; 2] {
        [self.begins_at, self.ends_at]
    }
}

/// A person as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedPerson {
    #[expect(missing_docs, reason = "the name says it")]
    pub name: String,
    /// True if the person has no account.
    pub is_guest: bool,
}

impl Store {
    /// Adds a guest with a session.
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
    ) -> Result<PersonId, StoreError> {
        let id = PersonId::random();
        let guest = person::ActiveModel {
            id: Set(id.to_string()),
            kind: Set(GUEST.to_owned()),
            name: Set(name.to_owned()),
            ..person::ActiveModel::default()
        };
        let input = (guest, id, token.clone(), agent.to_owned(), [now, ends_at]);
        self.write(Priority::Request, input, |db, (guest, id, token, agent, times)| {
            Box::pin(async move {
                person::Entity::insert(guest.clone()).exec_without_returning(db).await?;
                begin_session(db, *id, token, agent, *times).await?;
                Ok(TransactionEnd::Commit(*id))
            })
        })
        .await
    }

    /// Returns the session of a token, unless it has expired or its account is disabled or to be erased. Use extends it, and it outlives
    /// its person's last game without a clock by 30 days, so that a correspondence player can always return.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn session(&self, token: &TokenHash, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let Some(row) = session::Entity::find_by_id(token.as_str()).one(&self.0.read).await? else { return Ok(None) };
        let now = at(now);
        let who = row::person("session", &row.person)?;
        let person = person::Entity::find_by_id(who.as_str()).one(&self.0.read).await?;
        let is_active = |person: &person::Model| person.disabled_at.is_none() && person.erase_at.is_none();
        let Some(person) = person.filter(is_active) else { return Ok(None) };
        let is_idle = person.kind == GUEST && row.seen_at <= now - IDLE_MS;
        let has_expired = row.ends_at <= now || is_idle;
        if has_expired && !self.has_game_without_clock(who, now - IDLE_MS).await? {
            return Ok(None);
        }
        if row.seen_at < now - TOUCH_MS {
            let touch = session::Entity::update_many()
                .col_expr(session::Column::SeenAt, Expr::value(now))
                .col_expr(session::Column::EndsAt, Expr::value(row.ends_at.max(now + SESSION_MS)))
                .filter(session::Column::Hash.eq(token.as_str()));
            self.execute(Priority::Request, touch.build(self.backend())).await?;
            if person.kind == MEMBER {
                self.execute(Priority::Request, seen(&self.0.read, who, now)).await?;
            }
        }
        let role = person.role.as_deref().map(Role::read).transpose()?;
        Ok(Some(Session { who, name: person.name, role }))
    }

    /// Ends the session of a token.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_session(&self, token: &TokenHash, now: Timestamp) -> Result<(), StoreError> {
        self.write(Priority::Request, (token.clone(), at(now)), |db, (token, now)| {
            Box::pin(async move {
                let found = session::Entity::find_by_id(token.as_str()).one(db).await?;
                unused_guests::check_later(db, found.map(|session| session.person), *now).await?;
                session::Entity::delete_by_id(token.as_str()).exec(db).await?;
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }

    /// Renames a guest. Members keep their names.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn rename(&self, who: PersonId, name: &str) -> Result<(), StoreError> {
        let rename = person::Entity::update_many().col_expr(person::Column::Name, Expr::value(name));
        let rename = rename.filter(person::Column::Id.eq(who.as_str())).filter(person::Column::Kind.eq(GUEST));
        self.execute(Priority::Request, rename.build(self.backend())).await?;
        Ok(())
    }

    /// Returns people as others see them. Unknown people are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn people(&self, people: &[PersonId]) -> Result<HashMap<PersonId, NamedPerson>, StoreError> {
        let ids = people.iter().map(PersonId::as_str);
        let rows = person::Entity::find().filter(person::Column::Id.is_in(ids)).all(&self.0.read).await?;
        let shown = |row: person::Model| {
            let who = row::person("person", &row.id)?;
            Ok((who, NamedPerson { is_guest: row.kind == GUEST, name: row.name }))
        };
        rows.into_iter().map(shown).collect()
    }

    /// Returns the names of people. Unknown people are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn names(&self, people: &[PersonId]) -> Result<HashMap<PersonId, String>, StoreError> {
        let ids = people.iter().map(PersonId::as_str);
        let rows = person::Entity::find().filter(person::Column::Id.is_in(ids)).all(&self.0.read).await?;
        rows.into_iter().map(|row| Ok((row::person("person", &row.id)?, row.name))).collect()
    }
}

/// Returns true if a person has an account.
pub(crate) async fn is_member(db: &impl ConnectionTrait, who: PersonId) -> Result<bool, DbErr> {
    let found = person::Entity::find_by_id(who.as_str()).filter(person::Column::Kind.eq(MEMBER));
    Ok(found.one(db).await?.is_some())
}

/// Begins a session.
pub(crate) async fn begin_session(
    db: &impl ConnectionTrait,
    who: PersonId,
    token: &TokenHash,
    agent: &str,
    [now, ends_at]: [Timestamp; 2],
) -> Result<(), DbErr> {
    let session = session::ActiveModel {
        hash: Set(token.as_str().to_owned()),
        person: Set(who.to_string()),
        agent: Set(agent.to_owned()),
        seen_at: Set(at(now)),
        ends_at: Set(at(ends_at)),
        confirmed_at: Set(None),
        admin_at: Set(None),
    };
    session::Entity::insert(session).exec_without_returning(db).await?;
    db.execute_raw(seen(db, who, at(now))).await?;
    Ok(())
}

/// Returns the statement that notes a visit of a member. It outlives the sessions, which end when the member signs out.
fn seen(db: &impl ConnectionTrait, who: PersonId, now: i64) -> Statement {
    const SQL: &str = "UPDATE person SET seen_at = $2 WHERE id = $1 AND kind = 'member'
        AND (seen_at IS NULL OR seen_at < $2)";
    statement(db, SQL, [who.as_str().into(), now.into()])
}

/// Notes that a person has given a code of the authenticator app in a session. Returns false if the session has ended.
pub(crate) async fn confirm_session(
    db: &DatabaseTransaction,
    who: PersonId,
    token: &TokenHash,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let confirm = session::Entity::update_many()
        .col_expr(session::Column::ConfirmedAt, Expr::value(at(now)))
        .col_expr(session::Column::AdminAt, Expr::value(at(now)))
        .filter(session::Column::Hash.eq(token.as_str()))
        .filter(session::Column::Person.eq(who.as_str()));
    Ok(confirm.exec(db).await?.rows_affected == 1)
}

/// Ends all sessions of a person, with their devices, and deletes the one-time tokens that could begin others.
pub(crate) async fn end_sessions(db: &DatabaseTransaction, who: PersonId) -> Result<(), DbErr> {
    // Tokens first: a session begun by a concurrent redemption exists by the time this continues.
    for sql in ["DELETE FROM letter WHERE person = $1", "DELETE FROM session WHERE person = $1"] {
        db.execute_raw(statement(db, sql, [who.as_str().into()])).await?;
    }
    Ok(())
}

/// Undoes the erasure of an account. Returns false if none has begun. Games that were not resigned yet go on.
pub(crate) async fn keep_account(db: &DatabaseTransaction, who: PersonId) -> Result<bool, DbErr> {
    let sql = "UPDATE person SET erase_at = NULL WHERE id = $1 AND erase_at IS NOT NULL";
    let is_kept = db.execute_raw(statement(db, sql, [who.as_str().into()])).await?.rows_affected() == 1;
    if is_kept {
        let sql = "DELETE FROM due WHERE kind = 'resign' AND key = $1";
        db.execute_raw(statement(db, sql, [who.as_str().into()])).await?;
    }
    Ok(is_kept)
}
