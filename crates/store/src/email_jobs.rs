//! The jobs that send emails, below the modules of addresses and of notices, which both add them.

use faraday_play::Timestamp;
use sea_orm::{DatabaseTransaction, DbErr, EntityTrait};

use crate::entity::email;
use crate::{AccountEvent, Job, JobKind, PersonId, jobs};

/// The number of failures in a row after which no more email is sent to an address.
pub const MAX_FAILURES: u64 = 3;

/// Adds the job that sends an email. Its key is `PERSON/` and the key of the mail.
pub(crate) async fn add(db: &DatabaseTransaction, key: &str, not_before: Timestamp) -> Result<(), DbErr> {
    let job = Job { kind: JobKind::Email, key: key.to_owned(), body: String::new(), not_before };
    jobs::add(db, &job).await
}

/// Adds the job that emails the earlier address of a person. Only the job has the address, because no table has it
/// anymore.
pub(crate) async fn add_for_former_address(
    db: &DatabaseTransaction,
    who: PersonId,
    address: &str,
    (event, now): (AccountEvent, Timestamp),
) -> Result<(), DbErr> {
    let key = format!("{who}/former/{}/{}", event.as_str(), now.as_millis());
    jobs::add(db, &Job { kind: JobKind::Email, key, body: address.to_owned(), not_before: now }).await
}

/// Adds the job that emails a notice, if the person has an address that gets mail.
pub(crate) async fn add_for_notice(
    db: &DatabaseTransaction,
    who: PersonId,
    notice: &str,
    not_before: Timestamp,
) -> Result<(), DbErr> {
    let email = email::Entity::find_by_id(who.as_str()).one(db).await?;
    if email.is_some_and(|email| email.verified_at.is_some() && email.failures.cast_unsigned() < MAX_FAILURES) {
        add(db, &format!("{who}/notice/{notice}"), not_before).await?;
    }
    Ok(())
}
