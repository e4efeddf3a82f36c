//! The email address of each person, its confirmation, and the outcome of the last emails to it.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait};

use crate::entity::{email, person as person_row};
use crate::notices::{self, NewNotice};
use crate::people::MEMBER;
use crate::row::{at, at_value, person, timestamp};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{AccountEvent, Channels, MAX_FAILURES, NoticeBody, NoticeKind, PersonId, Store, StoreError, email_jobs};

/// The email address of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Email {
    pub address: String,
    /// `None` until the person has opened the link in an email to it.
    pub verified_at: Option<Timestamp>,
    /// True if the person wants a daily list of games that wait for a move.
    pub digest: bool,
    /// The number of failures in a row.
    pub failures: u64,
    pub last_ok_at: Option<Timestamp>,
    pub last_error: Option<String>,
}

/// A confirmed address, and the time from which the next digest is calculated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DigestState {
    pub who: PersonId,
    /// The time of the last digest, or of the confirmation.
    pub since: Timestamp,
    pub time_zone: Option<String>,
}

impl Email {
    /// Returns true if notices are sent to the address.
    pub fn is_usable(&self) -> bool {
        self.verified_at.is_some() && self.failures < MAX_FAILURES
    }
}

impl Store {
    /// Returns the email address of a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn email(&self, who: PersonId) -> Result<Option<Email>, StoreError> {
        let row = email::Entity::find_by_id(who.as_str()).one(&self.0.read).await?;
        Ok(row.map(|row| Email {
            address: row.address,
            verified_at: row.verified_at.map(timestamp),
            digest: row.digest,
            failures: row.failures.cast_unsigned(),
            last_ok_at: row.last_ok_at.map(timestamp),
            last_error: row.last_error,
        }))
    }

    /// Sets the email address of a person, which must then be confirmed, and adds the job that sends the link for it.
    /// If a member's address changes, the member is notified, also at the earlier address if it was confirmed. Nothing
    /// changes if the address is confirmed already and in use.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_email(&self, who: PersonId, address: &str, now: Timestamp) -> Result<(), StoreError> {
        const SET: &str = "INSERT INTO email (person, address, digest, failures) VALUES ($1, $2, TRUE, 0)
            ON CONFLICT (person) DO UPDATE SET address = excluded.address, verified_at = NULL, digested_at = NULL,
                failures = 0, last_ok_at = NULL, last_error = NULL
            WHERE email.address <> excluded.address OR email.verified_at IS NULL OR email.failures >= $3";
        self.write(Priority::Request, (who, address.to_owned(), now), |db, (who, address, now)| {
            Box::pin(async move {
                lock_person(db, *who).await?;
                let former = email::Entity::find_by_id(who.as_str()).one(db).await?;
                let most = MAX_FAILURES.cast_signed().into();
                let set = statement(db, SET, [who.as_str().into(), address.as_str().into(), most]);
                if db.execute_raw(set).await?.rows_affected() == 0 {
                    return Ok(TransactionEnd::Rollback(()));
                }
                email_jobs::add(db, &format!("{who}/verify/{}", now.as_millis()), *now).await?;
                if former.as_ref().is_none_or(|former| former.address != *address) {
                    report(db, *who, former.as_ref(), (AccountEvent::Email, *now)).await?;
                }
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }

    /// Confirms the email address of a person, unless they have entered another one meanwhile. Returns true if it is
    /// confirmed.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn verify_email(&self, who: PersonId, address: &str, now: Timestamp) -> Result<bool, StoreError> {
        let sql = "UPDATE email SET verified_at = COALESCE(verified_at, $3) WHERE person = $1 AND address = $2";
        let values = [who.as_str().into(), address.into(), at_value(now)];
        Ok(self.execute(Priority::Request, self.statement(sql, values)).await? > 0)
    }

    /// Adds the jobs that send a link for a new password to each member with a confirmed email address. Returns them.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_reset_emails(&self, address: &str, now: Timestamp) -> Result<Vec<PersonId>, StoreError> {
        const MEMBERS: &str = "SELECT email.person FROM email JOIN person ON person.id = email.person
            WHERE lower(email.address) = $1 AND email.verified_at IS NOT NULL AND person.kind = 'member'
                AND person.disabled_at IS NULL
            ORDER BY email.person LIMIT 3";
        self.write(Priority::Request, (address.to_ascii_lowercase(), now), |db, (address, now)| {
            Box::pin(async move {
                let rows = db.query_all_raw(statement(db, MEMBERS, [address.as_str().into()])).await?;
                let mut members = Vec::new();
                for row in rows {
                    let who = person("email", &row.try_get_by_index::<String>(0)?)?;
                    email_jobs::add(db, &format!("{who}/reset/{}", now.as_millis()), *now).await?;
                    members.push(who);
                }
                Ok(TransactionEnd::Commit(members))
            })
        })
        .await
    }

    /// Deletes the email address of a person. A member is notified, also at the address if it was confirmed.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn delete_email(&self, who: PersonId, now: Timestamp) -> Result<(), StoreError> {
        self.write(Priority::Request, (who, now), |db, (who, now)| {
            Box::pin(async move {
                lock_person(db, *who).await?;
                let former = email::Entity::find_by_id(who.as_str()).one(db).await?;
                let Some(former) = former else { return Ok(TransactionEnd::Rollback(())) };
                email::Entity::delete_by_id(who.as_str()).exec(db).await?;
                report(db, *who, Some(&former), (AccountEvent::EmailRemoved, *now)).await?;
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }

    /// Turns the daily digest of a person on or off.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_digest(&self, who: PersonId, is_wanted: bool) -> Result<(), StoreError> {
        let sql = "UPDATE email SET digest = $2 WHERE person = $1";
        self.execute(Priority::Request, self.statement(sql, [who.as_str().into(), is_wanted.into()])).await?;
        Ok(())
    }

    /// Turns off all emails to a person: the digest, and notices of all kinds.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn turn_mail_off(&self, who: PersonId) -> Result<(), StoreError> {
        const CHANNEL: &str = "INSERT INTO channel (person, kind, app, push, mail)
            SELECT id, $2, $3, $4, FALSE FROM person WHERE id = $1
            ON CONFLICT (person, kind) DO UPDATE SET mail = FALSE";
        self.write(Priority::Request, who, |db, who| {
            Box::pin(async move {
                for kind in NoticeKind::ALL {
                    let Channels { app, push, .. } = Channels::default_for(kind);
                    let values = [who.as_str().into(), kind.as_str().into(), app.into(), push.into()];
                    db.execute_raw(statement(db, CHANNEL, values)).await?;
                }
                let digest = "UPDATE email SET digest = FALSE WHERE person = $1";
                db.execute_raw(statement(db, digest, [who.as_str().into()])).await?;
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }

    /// Records that a mail server accepted an email to the address of a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn mail_sent(&self, who: PersonId, address: &str, now: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE email SET failures = 0, last_ok_at = $3, last_error = NULL
            WHERE person = $1 AND address = $2";
        let values = [who.as_str().into(), address.into(), at_value(now)];
        self.execute(Priority::Request, self.statement(sql, values)).await?;
        Ok(())
    }

    /// Records why an email to the address of a person was not sent. The last failure that is permitted to an address
    /// turns email to it off and adds a notice about that. Returns true if it was this one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn mail_failed(
        &self,
        who: PersonId,
        address: &str,
        failure: MailFailure,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE email SET failures = failures + $4, last_error = $3
            WHERE person = $1 AND address = $2 RETURNING failures";
        let more = match failure.cause {
            MailFailureCause::Address => 1_i64,
            MailFailureCause::Server => 0,
        };
        let values = [who.as_str().into(), address.into(), failure.reason.into(), more.into()];
        let input = (who, self.statement(SQL, values), more, now);
        self.write(Priority::Request, input, |db, (who, failed, more, now)| {
            Box::pin(async move {
                let row = db.query_one_raw(failed.clone()).await?;
                let failures: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
                // Emails that were on their way raise the number further.
                let is_last = *more > 0 && failures == Some(MAX_FAILURES.cast_signed());
                let is_off = is_last && notices::add(db, &mail_is_off(*who, *now)).await?;
                Ok(TransactionEnd::Commit(is_off))
            })
        })
        .await
    }

    /// Returns the confirmed addresses of people after `last`, in the order of their ids.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn digest_states(&self, last: Option<PersonId>, limit: u64) -> Result<Vec<DigestState>, StoreError> {
        const SQL: &str = "SELECT email.person, COALESCE(digested_at, verified_at), time_zone
            FROM email JOIN person ON person.id = email.person
            WHERE verified_at IS NOT NULL AND email.person > $1 ORDER BY email.person LIMIT $2";
        let last = last.map_or_else(String::new, |last| last.to_string());
        let rows = self.0.read.query_all_raw(self.statement(SQL, [last.into(), limit.cast_signed().into()])).await?;
        let read = |row: &sea_orm::QueryResult| {
            Ok(DigestState {
                who: person("email", &row.try_get_by_index::<String>(0)?)?,
                since: timestamp(row.try_get_by_index(1)?),
                time_zone: row.try_get_by_index(2)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Begins the digest of a person: adds its job if the person wants one. Does nothing if another node has begun it.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn begin_digest(&self, state: DigestState, now: Timestamp) -> Result<(), StoreError> {
        const BEGIN: &str = "UPDATE email SET digested_at = $3
            WHERE person = $1 AND COALESCE(digested_at, verified_at) = $2 RETURNING digest, failures";
        self.write(Priority::Request, (state, now), |db, (state, now)| {
            Box::pin(async move {
                let values = [state.who.as_str().into(), at_value(state.since), at_value(*now)];
                let Some(row) = db.query_one_raw(statement(db, BEGIN, values)).await? else {
                    return Ok(TransactionEnd::Rollback(()));
                };
                let (digest, failures): (bool, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
                if digest && failures.cast_unsigned() < MAX_FAILURES {
                    email_jobs::add(db, &format!("{}/digest/{}", state.who, now.as_millis()), *now).await?;
                }
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }
}

/// A failure to send an email.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MailFailure {
    pub reason: String,
    pub cause: MailFailureCause,
}

/// The cause of a failure to send an email.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailFailureCause {
    /// The address, which the mail server refuses.
    Address,
    /// The mail server, for any address.
    Server,
}

/// Notifies a member of a new or removed address, in the app and at the former address.
async fn report(
    db: &DatabaseTransaction,
    who: PersonId,
    former: Option<&email::Model>,
    (event, now): (AccountEvent, Timestamp),
) -> Result<(), StoreError> {
    let member = person_row::Entity::find_by_id(who.as_str()).one(db).await?;
    if member.is_none_or(|member| member.kind != MEMBER) {
        return Ok(());
    }
    notices::add_account_event(db, who, event, now).await?;
    if let Some(former) = former.filter(|former| former.verified_at.is_some()) {
        email_jobs::add_for_former_address(db, who, &former.address, (event, now)).await?;
    }
    Ok(())
}

/// Returns the notice that email to a person is off.
fn mail_is_off(who: PersonId, now: Timestamp) -> NewNotice {
    NewNotice {
        who,
        key: format!("security/mail/{}", at(now)),
        // Email also warns a person of access to the account.
        kind: NoticeKind::Security,
        game: None,
        at: now,
        body: NoticeBody { mail_off: true, ..NoticeBody::default() },
        send_at: now,
    }
}
