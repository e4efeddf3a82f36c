//! Accounts: members have a unique name, a role, and credentials. A guest who signs up becomes a member and keeps the
//! id, so all games stay.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, QueryResult, Value};

use crate::credentials::{self, CredentialKind};
use crate::people::{NewSession, begin_session, end_sessions};
use crate::role::Role;
use crate::row::{self, at, timestamp};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{PersonId, Session, Store, StoreError, taken_names};

/// The name of a member, in the forms in which it is unique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberName {
    /// The name as shown.
    pub name: String,
    /// The name in lower case.
    pub key: String,
    /// The skeleton of the name, which names that look alike share.
    pub look: String,
}

impl MemberName {
    pub(crate) fn forms(&self) -> [&str; 2] {
        [&self.key, &self.look]
    }
}

/// A member to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMember {
    #[expect(missing_docs, reason = "the name says it")]
    pub name: MemberName,
    /// The PHC string of the password.
    pub password: String,
    #[expect(missing_docs, reason = "the name says it")]
    pub role: Role,
}

/// The result of a sign-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SignUpResult {
    /// The person is a member, and the session has begun.
    Begun(Session),
    /// The name, or one that looks like it, belongs to another member.
    NameTaken,
    /// The person of the session is not a guest, or not one any longer.
    NotGuest,
}

/// A member with an account.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Member {
    pub who: PersonId,
    pub name: String,
    pub role: Role,
    pub created_at: Timestamp,
    pub disabled_at: Option<Timestamp>,
    /// The time at which the account is to be erased, unless the member signs in before.
    pub erase_at: Option<Timestamp>,
    pub has_password: bool,
    /// The time until which the link of the invitation works, if there is one.
    pub invited_until: Option<Timestamp>,
    /// True if signing in needs the code of an authenticator app.
    pub has_totp: bool,
    /// The number of recovery codes that were not used.
    pub recovery_codes: u32,
    /// The last use of a session that has not ended, to the hour.
    pub seen_at: Option<Timestamp>,
}

/// The result of a change that could leave the server without an admin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdminResult {
    #[expect(missing_docs, reason = "the name says it")]
    Changed,
    /// Changed. The link of the member's invitation no longer works, because it was for another role.
    InvitationEnded,
    /// There is no member of this name.
    Unknown,
    /// The last admin stays.
    LastAdmin,
}

/// Selects members. A condition can be added.
pub(crate) const MEMBERS: &str = "SELECT id, name, role, created_at, disabled_at,
    (SELECT count(*) FROM credential WHERE person = person.id AND kind = 'password'),
    (SELECT count(*) FROM credential WHERE person = person.id AND kind = 'totp' AND step IS NOT NULL),
    (SELECT count(*) FROM credential WHERE person = person.id AND kind = 'recovery' AND used_at IS NULL),
    (SELECT max(seen_at) FROM session WHERE session.person = person.id), erase_at,
    (SELECT max(ends_at) FROM invitation WHERE invitation.person = person.id)
    FROM person WHERE kind = 'member' AND role IS NOT NULL";

impl Store {
    /// Makes a guest a member, or adds a new one, and begins a session. All other sessions, one-time tokens, and
    /// devices of the guest end, because others may have had access to them.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn sign_up(
        &self,
        guest: Option<PersonId>,
        new: &NewMember,
        session: &NewSession,
    ) -> Result<SignUpResult, StoreError> {
        let input = (guest, new.clone(), session.clone());
        let result = self.write(Priority::Request, input, |db, (guest, new, session)| {
            Box::pin(async move {
                let who = match add_member(db, *guest, new, session.begins_at).await? {
                    Ok(who) => who,
                    Err(refused) => return Ok(TransactionEnd::Rollback(refused)),
                };
                begin_session(db, who, &session.token, &session.agent, session.times()).await?;
                let session = Session { who, name: new.name.name.clone(), role: Some(new.role) };
                Ok(TransactionEnd::Commit(SignUpResult::Begun(session)))
            })
        });
        match result.await {
            // Another member took the name after this transaction had looked for it.
            Err(StoreError::Refused(_)) if self.is_name_taken(&new.name).await? => Ok(SignUpResult::NameTaken),
            result => result,
        }
    }

    /// Returns true if a member has this name or one that looks like it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn is_name_taken(&self, name: &MemberName) -> Result<bool, StoreError> {
        Ok(name_owner(&self.0.read, name).await?.is_some() || taken_names::is_taken(&self.0.read, name.forms()).await?)
    }

    /// Returns the account of a person. `None` for guests.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn member(&self, who: PersonId) -> Result<Option<Member>, StoreError> {
        let sql = format!("{MEMBERS} AND id = $1");
        let row = self.0.read.query_one_raw(self.statement(&sql, [who.as_str().into()])).await?;
        row.map(|row| read_member(&row)).transpose()
    }

    /// Returns the account with a name in lower case.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn member_named(&self, key: &str) -> Result<Option<Member>, StoreError> {
        let sql = format!("{MEMBERS} AND name_key = $1");
        let row = self.0.read.query_one_raw(self.statement(&sql, [key.into()])).await?;
        row.map(|row| read_member(&row)).transpose()
    }

    /// Returns all members by name.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn members(&self) -> Result<Vec<Member>, StoreError> {
        let sql = format!("{MEMBERS} ORDER BY name_key");
        self.0.read.query_all_raw(self.statement(&sql, [])).await?.iter().map(read_member).collect()
    }

    /// Returns true if there is an admin who can sign in.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn has_admin(&self) -> Result<bool, StoreError> {
        Ok(self.0.read.query_one_raw(self.statement(ADMINS, [])).await?.is_some())
    }

    /// Gives a member a role. The last admin stays an admin. An open invitation to another role ends: its link may be
    /// valid for longer, and known to more people, than one to the new role would be.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn grant(&self, key: &str, role: Role) -> Result<AdminResult, StoreError> {
        self.change_member(key, MemberChange::Role(role)).await
    }

    /// Disables an account, so that the member cannot sign in, or enables it again. Disabling ends all sessions. The
    /// last admin cannot be disabled.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn disable(&self, key: &str, disabled_at: Option<Timestamp>) -> Result<AdminResult, StoreError> {
        self.change_member(key, MemberChange::Disabled(disabled_at)).await
    }

    async fn change_member(&self, key: &str, change: MemberChange) -> Result<AdminResult, StoreError> {
        self.write(Priority::Request, (key.to_owned(), change), |db, (key, change)| {
            Box::pin(async move {
                let (column, value): (_, Value) = match *change {
                    MemberChange::Role(role) => ("role", role.as_str().into()),
                    MemberChange::Disabled(disabled_at) => ("disabled_at", disabled_at.map(at).into()),
                };
                let sql = format!(
                    "UPDATE person SET {column} = $2 WHERE name_key = $1 AND kind = 'member' RETURNING id, disabled_at"
                );
                // Two admins who demote each other wait here.
                if db.get_database_backend() == DbBackend::Postgres {
                    let lock = "SELECT 1 FROM person WHERE role = 'admin' ORDER BY id FOR NO KEY UPDATE";
                    db.query_all_raw(statement(db, lock, [])).await?;
                }
                let had_admin = db.query_one_raw(statement(db, ADMINS, [])).await?.is_some();
                let Some(row) = db.query_one_raw(statement(db, &sql, [key.as_str().into(), value])).await? else {
                    return Ok(TransactionEnd::Rollback(AdminResult::Unknown));
                };
                if had_admin && db.query_one_raw(statement(db, ADMINS, [])).await?.is_none() {
                    return Ok(TransactionEnd::Rollback(AdminResult::LastAdmin));
                }
                let who = row::person("person", &row.try_get_by_index::<String>(0)?)?;
                if row.try_get_by_index::<Option<i64>>(1)?.is_some() {
                    end_sessions(db, who).await?;
                }
                if let MemberChange::Role(role) = *change {
                    let sql = "DELETE FROM invitation WHERE person = $1 AND role <> $2";
                    let ended = statement(db, sql, [who.as_str().into(), role.as_str().into()]);
                    if db.execute_raw(ended).await?.rows_affected() > 0 {
                        return Ok(TransactionEnd::Commit(AdminResult::InvitationEnded));
                    }
                }
                Ok(TransactionEnd::Commit(AdminResult::Changed))
            })
        })
        .await
    }
}

/// A change of an account by an admin.
#[derive(Clone, Copy, Debug)]
enum MemberChange {
    Role(Role),
    Disabled(Option<Timestamp>),
}

/// Selects an admin who can sign in.
pub(crate) const ADMINS: &str = "SELECT 1 FROM person WHERE role = 'admin' AND disabled_at IS NULL AND erase_at IS NULL
    AND EXISTS (SELECT 1 FROM credential WHERE person = person.id AND kind = 'password') LIMIT 1";

/// Makes a guest a member, or adds a new one, with a password.
pub(crate) async fn add_member(
    db: &DatabaseTransaction,
    guest: Option<PersonId>,
    new: &NewMember,
    now: Timestamp,
) -> Result<Result<PersonId, SignUpResult>, StoreError> {
    if let Some(guest) = guest {
        lock_person(db, guest).await?;
    }
    if name_owner(db, &new.name).await?.is_some() || taken_names::is_taken(db, new.name.forms()).await? {
        return Ok(Err(SignUpResult::NameTaken));
    }
    let MemberName { name, key, look } = &new.name;
    let who = guest.unwrap_or_else(PersonId::random);
    let sql = if guest.is_some() {
        "UPDATE person SET kind = 'member', name = $2, name_key = $3, look_key = $4, role = $5, created_at = $6,
            check_at = NULL WHERE id = $1 AND kind = 'guest' AND merged_into IS NULL"
    } else {
        "INSERT INTO person (id, kind, name, name_key, look_key, role, created_at)
            VALUES ($1, 'member', $2, $3, $4, $5, $6)"
    };
    let values = [who.as_str().into(), name.into(), key.into(), look.into(), new.role.as_str().into(), at(now).into()];
    if db.execute_raw(statement(db, sql, values)).await?.rows_affected() == 0 {
        return Ok(Err(SignUpResult::NotGuest));
    }
    credentials::put(db, who, CredentialKind::Password, 0, &new.password).await?;
    // The correspondence seek of a guest ends with the session, but that of a member waits without one.
    let keep = "UPDATE seek SET session = NULL WHERE person = $1 AND seen_at IS NULL";
    db.execute_raw(statement(db, keep, [who.as_str().into()])).await?;
    end_sessions(db, who).await?;
    Ok(Ok(who))
}

/// Returns the member with a name or one that looks like it.
pub(crate) async fn name_owner(db: &impl ConnectionTrait, name: &MemberName) -> Result<Option<PersonId>, StoreError> {
    let sql = "SELECT id FROM person WHERE name_key = $1 OR look_key = $2 LIMIT 1";
    let row = db.query_one_raw(statement(db, sql, [(&name.key).into(), (&name.look).into()])).await?;
    row.map(|row| row::person("person", &row.try_get_by_index::<String>(0)?)).transpose()
}

/// Reads a row of [`MEMBERS`].
pub(crate) fn read_member(row: &QueryResult) -> Result<Member, StoreError> {
    let count = |index| row.try_get_by_index::<i64>(index);
    Ok(Member {
        who: row::person("person", &row.try_get_by_index::<String>(0)?)?,
        name: row.try_get_by_index(1)?,
        role: Role::read(&row.try_get_by_index::<String>(2)?)?,
        created_at: timestamp(row.try_get_by_index(3)?),
        disabled_at: row.try_get_by_index::<Option<i64>>(4)?.map(timestamp),
        has_password: count(5)? > 0,
        has_totp: count(6)? > 0,
        recovery_codes: u32::try_from(count(7)?).unwrap_or_default(),
        seen_at: row.try_get_by_index::<Option<i64>>(8)?.map(timestamp),
        erase_at: row.try_get_by_index::<Option<i64>>(9)?.map(timestamp),
        invited_until: row.try_get_by_index::<Option<i64>>(10)?.map(timestamp),
    })
}
