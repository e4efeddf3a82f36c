//! Invitations to a closed server, as one-time links. An invitation with a name adds the member, who cannot sign in
//! before the link is used. Links that reset a password are one-time tokens.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::accounts::{MemberName, NewMember, SignUpResult, add_member, name_owner};
use crate::credentials::{self, CredentialKind};
use crate::entity::{credential, person};
use crate::people::{NewSession, begin_session, end_sessions};
use crate::role::Role;
use crate::row::{self, at, at_value, timestamp};
use crate::sign_in::{Merge, end_guest, lock_people, new_session_notice, undecided};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{AccountEvent, PersonId, Session, Store, StoreError, TokenHash, notices, taken_names};

/// An invitation that can be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Invitation {
    /// The name of the invited member. `None` if they choose one.
    pub name: Option<String>,
    pub role: Role,
    pub ends_at: Timestamp,
}

/// The result of an invitation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum InviteResult {
    Invited,
    /// The name, or one that looks like it, belongs to a member who can sign in already.
    NameTaken,
}

/// An acceptance of an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The chosen name, if the invitation has none.
    pub name: Option<MemberName>,
    /// The PHC string of the password.
    pub password: String,
    /// The guest who accepts, if there is one.
    pub merge: Option<Merge>,
}

/// The result of accepting an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptInvitationResult {
    /// The session has begun.
    Begun(Session),
    /// The link has been used or replaced, or it has expired.
    Over,
    /// The invitation has no name, and none was chosen.
    NameMissing,
    #[expect(missing_docs, reason = "the name says it")]
    NameTaken,
    /// The person of the session is not a guest.
    NotGuest,
    /// It is unknown whether the guest's games are to be moved. Nothing has changed.
    Undecided {
        /// The number of the guest's games and challenges.
        games: u64,
    },
}

impl Store {
    /// Adds an invitation. One for the same name replaces an earlier one, and so does one without a name for an admin.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn invite(
        &self,
        name: Option<MemberName>,
        role: Role,
        link: &TokenHash,
        [now, ends_at]: [Timestamp; 2],
    ) -> Result<InviteResult, StoreError> {
        let input = (name.clone(), role, link.clone(), [now, ends_at]);
        let result = self.write(Priority::Request, input, |db, (name, role, link, [now, ends_at])| {
            Box::pin(async move {
                let who = match name {
                    None => None,
                    Some(name) => match invited(db, name, *role, *now).await? {
                        Some(who) => Some(who),
                        None => return Ok(TransactionEnd::Rollback(InviteResult::NameTaken)),
                    },
                };
                let earlier = match who {
                    Some(who) => statement(db, "DELETE FROM invitation WHERE person = $1", [who.as_str().into()]),
                    None => statement(
                        db,
                        "DELETE FROM invitation WHERE person IS NULL AND role = 'admin' AND role = $1",
                        [role.as_str().into()],
                    ),
                };
                db.execute_raw(earlier).await?;
                let sql = "INSERT INTO invitation (hash, person, role, ends_at) VALUES ($1, $2, $3, $4)";
                let who = who.map(|who| who.to_string());
                let values = [link.as_str().into(), who.into(), role.as_str().into(), at_value(*ends_at)];
                db.execute_raw(statement(db, sql, values)).await?;
                Ok(TransactionEnd::Commit(InviteResult::Invited))
            })
        });
        match result.await {
            // Another member took the name after this transaction had looked for it.
            Err(StoreError::Refused(error)) => match name {
                Some(name) if self.is_name_taken(&name).await? => Ok(InviteResult::NameTaken),
                _ => Err(StoreError::Refused(error)),
            },
            result => result,
        }
    }

    /// Returns the invitation of a link, unless it has been used or has expired.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn invitation(&self, link: &TokenHash, now: Timestamp) -> Result<Option<Invitation>, StoreError> {
        const SQL: &str = "SELECT person.name, invitation.role, invitation.ends_at
            FROM invitation LEFT JOIN person ON person.id = invitation.person
            WHERE invitation.hash = $1 AND invitation.ends_at > $2";
        let row = self.0.read.query_one_raw(self.statement(SQL, [link.as_str().into(), at_value(now)])).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Invitation {
            name: row.try_get_by_index(0)?,
            role: Role::read(&row.try_get_by_index::<String>(1)?)?,
            ends_at: timestamp(row.try_get_by_index(2)?),
        }))
    }

    /// Accepts an invitation: sets the first password of its member, or adds one with the chosen name, and begins a
    /// session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn accept_invitation(
        &self,
        link: &TokenHash,
        acceptance: &Acceptance,
        session: &NewSession,
    ) -> Result<AcceptInvitationResult, StoreError> {
        let input = (link.clone(), acceptance.clone(), session.clone());
        let result = self.write(Priority::Request, input, |db, (link, acceptance, session)| {
            Box::pin(accept_invitation(db, link, acceptance, session))
        });
        match (result.await, &acceptance.name) {
            (Err(StoreError::Refused(_)), Some(name)) if self.is_name_taken(name).await? => {
                Ok(AcceptInvitationResult::NameTaken)
            }
            (result, _) => result,
        }
    }

    /// Withdraws the invitation of a member who has not accepted it: deletes the member, so that the name is free
    /// again. Returns the member. `None` if no invited member has this name in lower case.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn withdraw_invitation(&self, key: &str) -> Result<Option<PersonId>, StoreError> {
        self.write(Priority::Request, key.to_owned(), |db, key| Box::pin(withdraw(db, key))).await
    }

    /// Adds a link with which a member sets a new password. It replaces an earlier one. Returns false if no member has
    /// this name.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_reset(&self, key: &str, link: &TokenHash, ends_at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "INSERT INTO letter (hash, person, purpose, ends_at)
            SELECT $1, id, 'reset', $3 FROM person WHERE name_key = $2 AND kind = 'member'
            ON CONFLICT (person, purpose) WHERE person IS NOT NULL
            DO UPDATE SET hash = excluded.hash, ends_at = excluded.ends_at";
        let values = [link.as_str().into(), key.into(), at_value(ends_at)];
        Ok(self.execute(Priority::Request, self.statement(SQL, values)).await? == 1)
    }

    /// Returns the name of the member whose password a link resets, unless it has been used or has expired.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn reset(&self, link: &TokenHash, now: Timestamp) -> Result<Option<String>, StoreError> {
        const SQL: &str = "SELECT person.name FROM letter JOIN person ON person.id = letter.person
            WHERE letter.hash = $1 AND letter.purpose = 'reset' AND letter.ends_at > $2";
        let row = self.0.read.query_one_raw(self.statement(SQL, [link.as_str().into(), at_value(now)])).await?;
        Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
    }

    /// Sets a new password by a reset link. All sessions end. The authenticator app stays. Returns false if the link has
    /// been used or has expired.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn redeem_reset(&self, link: &TokenHash, password: &str, now: Timestamp) -> Result<bool, StoreError> {
        let input = (link.clone(), password.to_owned(), now);
        self.write(Priority::Request, input, |db, (link, password, now)| {
            Box::pin(async move {
                const TAKE: &str =
                    "DELETE FROM letter WHERE hash = $1 AND purpose = 'reset' AND ends_at > $2 RETURNING person";
                let values = [link.as_str().into(), at_value(*now)];
                let Some(row) = db.query_one_raw(statement(db, TAKE, values)).await? else {
                    return Ok(TransactionEnd::Rollback(false));
                };
                let who = row::person("letter", &row.try_get_by_index::<String>(0)?)?;
                // A sign-in that has verified the earlier password waits here, or its session ends below.
                lock_person(db, who).await?;
                credentials::put(db, who, CredentialKind::Password, 0, password).await?;
                end_sessions(db, who).await?;
                notices::add_account_event(db, who, AccountEvent::Reset, *now).await?;
                Ok(TransactionEnd::Commit(true))
            })
        })
        .await
    }
}

/// Returns the invited member with a name, who is added if there is none. `None` if the name is taken.
async fn invited(
    db: &DatabaseTransaction,
    name: &MemberName,
    role: Role,
    now: Timestamp,
) -> Result<Option<PersonId>, StoreError> {
    const AGAIN: &str = "UPDATE person SET role = $3 WHERE id = $1 AND name_key = $2 AND kind = 'member'
        AND NOT EXISTS (SELECT 1 FROM credential WHERE person = $1)";
    const ADD: &str = "INSERT INTO person (id, kind, name, name_key, look_key, role, created_at)
        VALUES ($1, 'member', $2, $3, $4, $5, $6)";
    if let Some(owner) = name_owner(db, name).await? {
        // An acceptance of an earlier link at the same time is seen by the next statement.
        lock_person(db, owner).await?;
        let values = [owner.as_str().into(), (&name.key).into(), role.as_str().into()];
        let is_invited = db.execute_raw(statement(db, AGAIN, values)).await?.rows_affected() == 1;
        return Ok(Some(owner).filter(|_| is_invited));
    }
    if taken_names::is_taken(db, name.forms()).await? {
        return Ok(None);
    }
    let who = PersonId::random();
    let MemberName { name, key, look } = name;
    let values = [who.as_str().into(), name.into(), key.into(), look.into(), role.as_str().into(), at(now).into()];
    db.execute_raw(statement(db, ADD, values)).await?;
    Ok(Some(who))
}

async fn withdraw(db: &DatabaseTransaction, key: &str) -> Result<TransactionEnd<Option<PersonId>>, StoreError> {
    const MEMBER: &str = "SELECT id FROM person WHERE name_key = $1 AND kind = 'member'";
    const TRACES: [&str; 2] = [
        "DELETE FROM challenge WHERE opponent = $1 AND game IS NULL",
        "DELETE FROM block WHERE person = $1 OR other = $1",
    ];
    // The invitation and the notices go with their person.
    const DELETE: &str =
        "DELETE FROM person WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM credential WHERE credential.person = $1)";
    let Some(row) = db.query_one_raw(statement(db, MEMBER, [key.into()])).await? else {
        return Ok(TransactionEnd::Rollback(None));
    };
    let who = row::person("person", &row.try_get_by_index::<String>(0)?)?;
    // An acceptance that has begun ends first, and its password is seen then.
    lock_person(db, who).await?;
    for sql in TRACES {
        db.execute_raw(statement(db, sql, [who.as_str().into()])).await?;
    }
    let deleted = db.execute_raw(statement(db, DELETE, [who.as_str().into()])).await?;
    Ok(match deleted.rows_affected() {
        0 => TransactionEnd::Rollback(None),
        _ => TransactionEnd::Commit(Some(who)),
    })
}

async fn accept_invitation(
    db: &DatabaseTransaction,
    link: &TokenHash,
    Acceptance { name, password, merge }: &Acceptance,
    session: &NewSession,
) -> Result<TransactionEnd<AcceptInvitationResult>, StoreError> {
    use AcceptInvitationResult::{Begun, NameMissing, NameTaken, NotGuest, Over, Undecided};
    // Of two who use a link, the second waits here and then finds nothing.
    const TAKE: &str = "DELETE FROM invitation WHERE hash = $1 AND ends_at > $2 RETURNING person, role";
    let now = session.begins_at;
    let Some(row) = db.query_one_raw(statement(db, TAKE, [link.as_str().into(), at_value(now)])).await? else {
        return Ok(TransactionEnd::Rollback(Over));
    };
    let invited_as: String = row.try_get_by_index(1)?;
    let role = Role::read(&invited_as)?;
    let begun = if let Some(id) = row.try_get_by_index::<Option<String>>(0)? {
        let who = row::person("invitation", &id)?;
        lock_people(db, who, *merge).await?;
        if let Some(games) = undecided(db, *merge).await? {
            return Ok(TransactionEnd::Rollback(Undecided { games }));
        }
        let has_password = credential::Entity::find().filter(credential::Column::Person.eq(who.as_str()));
        let found = person::Entity::find_by_id(who.as_str()).one(db).await?;
        // Another role was granted by a version that left the link as it was, or while this transaction waited.
        let is_invited_as = |member: &person::Model| member.role.as_ref() == Some(&invited_as);
        let Some(member) = found.filter(|member| member.disabled_at.is_none() && is_invited_as(member)) else {
            return Ok(TransactionEnd::Rollback(Over));
        };
        if has_password.one(db).await?.is_some() {
            return Ok(TransactionEnd::Rollback(Over));
        }
        credentials::put(db, who, CredentialKind::Password, 0, password).await?;
        end_guest(db, *merge, who, now).await?;
        Session { who, name: member.name, role: Some(role) }
    } else {
        let Some(name) = name else { return Ok(TransactionEnd::Rollback(NameMissing)) };
        let new = NewMember { name: name.clone(), password: password.clone(), role };
        match add_member(db, merge.map(|merge| merge.guest), &new, now).await? {
            Ok(who) => Session { who, name: new.name.name, role: Some(role) },
            Err(SignUpResult::NameTaken) => return Ok(TransactionEnd::Rollback(NameTaken)),
            Err(_) => return Ok(TransactionEnd::Rollback(NotGuest)),
        }
    };
    begin_session(db, begun.who, &session.token, &session.agent, session.times()).await?;
    notices::add(db, &new_session_notice(begun.who, now)).await?;
    Ok(TransactionEnd::Commit(Begun(begun)))
}
