//! Credentials of members: passwords, authenticator apps (TOTP), and recovery codes. A code works once, on any node.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder};

use crate::entity::{credential, person};
use crate::people::{NewSession, begin_session, confirm_session, end_sessions, keep_account};
use crate::role::Role;
use crate::row::{self, at, timestamp};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{AccountEvent, PersonId, Session, Store, StoreError, TokenHash, notices};

/// The number of wrong TOTP codes after which codes are refused for an hour.
const MAX_FAILURES: i64 = 10;

/// The time for which codes are refused after too many wrong ones.
const FAILURES_MS: i64 = 60 * 60 * 1000;

/// The kinds of credentials.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CredentialKind {
    Password,
    Totp,
    Recovery,
}

impl CredentialKind {
    pub(crate) fn parse(name: &str) -> Option<CredentialKind> {
        [CredentialKind::Password, CredentialKind::Totp, CredentialKind::Recovery]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            CredentialKind::Password => "password",
            CredentialKind::Totp => "totp",
            CredentialKind::Recovery => "recovery",
        }
    }
}

/// The credentials of a member, for a sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credentials {
    #[expect(missing_docs, reason = "the name says it")]
    pub session: Session,
    /// The PHC string of the password. `None` for an invited member who has not accepted.
    pub password: Option<String>,
    /// The authenticator app, if it is confirmed.
    pub totp: Option<Totp>,
    #[expect(missing_docs, reason = "the name says it")]
    pub is_disabled: bool,
    /// The time at which the account is to be erased, unless the member signs in before.
    pub erase_at: Option<Timestamp>,
}

/// An authenticator app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totp {
    /// The secret in Base32.
    pub secret: String,
    /// The time until which codes are refused, after too many wrong ones.
    pub refused_until: Option<Timestamp>,
}

/// A factor that is verified, and used up by the transaction that relies on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Factor {
    /// The password. It is not used up, but it may have been changed since it was verified.
    Password {
        /// The PHC string that was verified.
        hash: String,
    },
    /// A TOTP code of a time step.
    Totp {
        #[expect(missing_docs, reason = "the name says it")]
        step: u64,
    },
    /// A recovery code.
    Recovery {
        #[expect(missing_docs, reason = "the name says it")]
        hash: TokenHash,
    },
}

/// The result of a change of credentials that begins a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CredentialResult {
    /// Changed, and the session has begun. All others have ended.
    Changed(Session),
    /// A code has been used already or does not exist, or the password has been changed.
    WrongFactor,
}

impl Store {
    /// Returns the credentials of the member with a name in lower case.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn credentials(&self, key: &str) -> Result<Option<Credentials>, StoreError> {
        let found = person::Entity::find().filter(person::Column::NameKey.eq(key)).one(&self.0.read).await?;
        let Some(person) = found else { return Ok(None) };
        let rows = credential::Entity::find().filter(credential::Column::Person.eq(&person.id));
        let rows = rows.order_by_asc(credential::Column::Number).all(&self.0.read).await?;
        let of = |kind: CredentialKind| rows.iter().find(move |row| row.kind == kind.as_str());
        let totp = of(CredentialKind::Totp).filter(|row| row.step.is_some()).map(|row| Totp {
            secret: row.data.clone(),
            refused_until: row
                .failed_at
                .filter(|_| row.failures >= MAX_FAILURES)
                .map(|failed_at| timestamp(failed_at + FAILURES_MS)),
        });
        Ok(Some(Credentials {
            session: Session {
                who: row::person("person", &person.id)?,
                role: person.role.as_deref().map(Role::read).transpose()?,
                name: person.name,
            },
            password: of(CredentialKind::Password).map(|row| row.data.clone()),
            totp,
            is_disabled: person.disabled_at.is_some(),
            erase_at: person.erase_at.map(timestamp),
        }))
    }

    /// Counts a wrong TOTP code.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn count_wrong_code(&self, who: PersonId, now: Timestamp) -> Result<(), StoreError> {
        // After the time in which codes are refused, counting begins again.
        const SQL: &str = "UPDATE credential SET failed_at = $2,
            failures = CASE WHEN failures >= $3 AND failed_at <= $4 THEN 1 ELSE failures + 1 END
            WHERE person = $1 AND kind = 'totp'";
        let values =
            [who.as_str().into(), at(now).into(), MAX_FAILURES.into(), at(now).saturating_sub(FAILURES_MS).into()];
        self.execute(Priority::Request, self.statement(SQL, values)).await?;
        Ok(())
    }

    /// Replaces a password once all factors are verified, and begins a session. All other sessions, one-time tokens, and
    /// devices end.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_password(
        &self,
        who: PersonId,
        password: &str,
        factors: Vec<Factor>,
        session: &NewSession,
    ) -> Result<CredentialResult, StoreError> {
        let input = (who, password.to_owned(), factors, session.clone());
        self.write(Priority::Request, input, |db, (who, password, factors, session)| {
            Box::pin(async move {
                lock_person(db, *who).await?;
                if !use_factors(db, *who, factors, session.begins_at).await? {
                    return Ok(TransactionEnd::Rollback(CredentialResult::WrongFactor));
                }
                put(db, *who, CredentialKind::Password, 0, password).await?;
                let begun = begin_only_session(db, *who, session).await?;
                notices::add_account_event(db, *who, AccountEvent::Password, session.begins_at).await?;
                Ok(begun)
            })
        })
        .await
    }

    /// Returns true if a member has this recovery code and has not used it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn has_recovery_code(&self, who: PersonId, hash: &TokenHash) -> Result<bool, StoreError> {
        const SQL: &str =
            "SELECT 1 FROM credential WHERE person = $1 AND kind = 'recovery' AND data = $2 AND used_at IS NULL";
        let row = self.0.read.query_one_raw(self.statement(SQL, [who.as_str().into(), hash.as_str().into()])).await?;
        Ok(row.is_some())
    }

    /// Stores the secret of an authenticator app that is to be confirmed. Returns false if one is confirmed already.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn begin_totp(&self, who: PersonId, secret: &str) -> Result<bool, StoreError> {
        const SQL: &str = "INSERT INTO credential (person, kind, number, data, failures) VALUES ($1, 'totp', 0, $2, 0)
            ON CONFLICT (person, kind, number) DO UPDATE SET data = excluded.data, failures = 0
            WHERE credential.step IS NULL";
        Ok(self.execute(Priority::Request, self.statement(SQL, [who.as_str().into(), secret.into()])).await? == 1)
    }

    /// Returns the secret of an authenticator app that is to be confirmed. `None` after too many wrong codes, so that a
    /// stolen session cannot guess a code of it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn pending_totp(&self, who: PersonId) -> Result<Option<String>, StoreError> {
        const SQL: &str =
            "SELECT data FROM credential WHERE person = $1 AND kind = 'totp' AND step IS NULL AND failures < $2";
        let values = [who.as_str().into(), MAX_FAILURES.into()];
        let row = self.0.read.query_one_raw(self.statement(SQL, values)).await?;
        Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
    }

    /// Confirms an authenticator app by the time step of its first code, with recovery codes, and begins a
    /// session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn confirm_totp(
        &self,
        who: PersonId,
        step: u64,
        recovery: &[TokenHash],
        session: &NewSession,
    ) -> Result<CredentialResult, StoreError> {
        let input = (who, step, recovery.to_vec(), session.clone());
        self.write(Priority::Request, input, |db, (who, step, recovery, session)| {
            Box::pin(async move {
                const SQL: &str =
                    "UPDATE credential SET step = $2, failures = 0 WHERE person = $1 AND kind = 'totp' AND step IS NULL";
                lock_person(db, *who).await?;
                let values = [who.as_str().into(), step.cast_signed().into()];
                if db.execute_raw(statement(db, SQL, values)).await?.rows_affected() == 0 {
                    return Ok(TransactionEnd::Rollback(CredentialResult::WrongFactor));
                }
                put_recovery_codes(db, *who, recovery).await?;
                let begun = begin_only_session(db, *who, session).await?;
                confirm_session(db, *who, &session.token, session.begins_at).await?;
                notices::add_account_event(db, *who, AccountEvent::TotpOn, session.begins_at).await?;
                Ok(begun)
            })
        })
        .await
    }

    /// Removes the authenticator app and the recovery codes, and begins a session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn remove_totp(
        &self,
        who: PersonId,
        factors: Vec<Factor>,
        session: &NewSession,
    ) -> Result<CredentialResult, StoreError> {
        let input = (who, factors, session.clone());
        self.write(Priority::Request, input, |db, (who, factors, session)| {
            Box::pin(async move {
                const SQL: &str = "DELETE FROM credential WHERE person = $1 AND kind <> 'password'";
                lock_person(db, *who).await?;
                if !use_factors(db, *who, factors, session.begins_at).await? {
                    return Ok(TransactionEnd::Rollback(CredentialResult::WrongFactor));
                }
                db.execute_raw(statement(db, SQL, [who.as_str().into()])).await?;
                let begun = begin_only_session(db, *who, session).await?;
                notices::add_account_event(db, *who, AccountEvent::TotpOff, session.begins_at).await?;
                Ok(begun)
            })
        })
        .await
    }

    /// Replaces the recovery codes. Returns false if a factor was wrong.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn replace_recovery_codes(
        &self,
        who: PersonId,
        factors: Vec<Factor>,
        recovery: &[TokenHash],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let input = (who, factors, recovery.to_vec(), now);
        self.write(Priority::Request, input, |db, (who, factors, recovery, now)| {
            Box::pin(async move {
                lock_person(db, *who).await?;
                if !use_factors(db, *who, factors, *now).await? {
                    return Ok(TransactionEnd::Rollback(false));
                }
                put_recovery_codes(db, *who, recovery).await?;
                notices::add_account_event(db, *who, AccountEvent::NewRecoveryCodes, *now).await?;
                Ok(TransactionEnd::Commit(true))
            })
        })
        .await
    }
}

/// Inserts or replaces a credential.
pub(crate) async fn put(
    db: &DatabaseTransaction,
    who: PersonId,
    kind: CredentialKind,
    number: i16,
    data: &str,
) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO credential (person, kind, number, data, failures) VALUES ($1, $2, $3, $4, 0)
        ON CONFLICT (person, kind, number)
        DO UPDATE SET data = excluded.data, failures = 0, failed_at = NULL, used_at = NULL";
    let values = [who.as_str().into(), kind.as_str().into(), number.into(), data.into()];
    db.execute_raw(statement(db, SQL, values)).await?;
    Ok(())
}

async fn put_recovery_codes(db: &DatabaseTransaction, who: PersonId, codes: &[TokenHash]) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM credential WHERE person = $1 AND kind = 'recovery'";
    db.execute_raw(statement(db, SQL, [who.as_str().into()])).await?;
    for (number, code) in (0..).zip(codes) {
        put(db, who, CredentialKind::Recovery, number, code.as_str()).await?;
    }
    Ok(())
}

/// Uses codes up, so that none of them works again, and compares the password. The person must be locked. Returns false
/// if a code has been used already or does not exist, or if the password has been changed since it was verified.
pub(crate) async fn use_factors(
    db: &DatabaseTransaction,
    who: PersonId,
    factors: &[Factor],
    now: Timestamp,
) -> Result<bool, StoreError> {
    const PASSWORD: &str = "SELECT 1 FROM credential WHERE person = $1 AND kind = 'password' AND data = $2";
    // Of two nodes with the same code, the second waits for the first and then changes no row.
    const TOTP: &str =
        "UPDATE credential SET step = $2, failures = 0 WHERE person = $1 AND kind = 'totp' AND step < $2";
    const RECOVERY: &str = "UPDATE credential SET used_at = $3
        WHERE person = $1 AND kind = 'recovery' AND data = $2 AND used_at IS NULL";
    for factor in factors {
        let sql = match factor {
            Factor::Password { hash } => {
                let same = statement(db, PASSWORD, [who.as_str().into(), hash.as_str().into()]);
                if db.query_one_raw(same).await?.is_none() {
                    return Ok(false);
                }
                continue;
            }
            Factor::Totp { step } => statement(db, TOTP, [who.as_str().into(), step.cast_signed().into()]),
            Factor::Recovery { hash } => {
                statement(db, RECOVERY, [who.as_str().into(), hash.as_str().into(), at(now).into()])
            }
        };
        if db.execute_raw(sql).await?.rows_affected() == 0 {
            return Ok(false);
        }
        if let Factor::Recovery { .. } = factor {
            notices::add_account_event(db, who, AccountEvent::RecoveryCode, now).await?;
        }
    }
    Ok(true)
}

/// Ends all sessions of a member and begins a new one, which undoes an erasure of the account.
async fn begin_only_session(
    db: &DatabaseTransaction,
    who: PersonId,
    session: &NewSession,
) -> Result<TransactionEnd<CredentialResult>, StoreError> {
    end_sessions(db, who).await?;
    keep_account(db, who).await?;
    begin_session(db, who, &session.token, &session.agent, session.times()).await?;
    let found = person::Entity::find_by_id(who.as_str()).one(db).await?;
    let Some(person) = found else { return Ok(TransactionEnd::Rollback(CredentialResult::WrongFactor)) };
    let role = person.role.as_deref().map(Role::read).transpose()?;
    Ok(TransactionEnd::Commit(CredentialResult::Changed(Session { who, name: person.name, role })))
}
