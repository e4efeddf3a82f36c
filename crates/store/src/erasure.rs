//! Erasure of accounts: a week in which the member can undo it, and then the deletion of all that identifies the person.
//! The games stay, with the name `deleted`.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait};

use crate::accounts::ADMINS;
use crate::credentials::{Factor, use_factors};
use crate::entity::person;
use crate::people::{end_sessions, keep_account};
use crate::row::{self, at_value};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Job, JobKind, PersonId, Store, StoreError, jobs, taken_names};

/// The time in which a member can undo the erasure of the account (7 days).
pub const ERASURE_GRACE_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// The time before an erasure in which its account was surely closed, even if there was no grace.
const CLOSED_MS: i64 = 60 * 1000;

/// The time for which rated games that are not settled delay an erasure. The resignations of an account count (T.7d),
/// and the ratings of both players are needed for that.
const SETTLEMENT_MS: i64 = 24 * 60 * 60 * 1000;

/// Selects the accounts that can be erased at the time `$1`, if `$2` is [`SETTLEMENT_MS`].
const IS_DUE: &str = "erase_at <= $1 AND (erase_at <= $1 - $2 OR NOT EXISTS (
    SELECT 1 FROM game WHERE (white = person.id OR black = person.id) AND rated AND rated_as IS NULL))";

/// The name of all erased people.
pub(crate) const DELETED: &str = "deleted";

/// The result of a request to erase an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErasureResult {
    /// The account will be erased at this time. All sessions have ended.
    Begun {
        #[expect(missing_docs, reason = "the name says it")]
        erase_at: Timestamp,
    },
    /// The person has no account.
    Unknown,
    /// A code has been used already or does not exist, or the password has been changed.
    WrongFactor,
    /// The last admin stays.
    LastAdmin,
}

impl Store {
    /// Begins the erasure of an account: ends all sessions, withdraws all challenges and seeks, and adds the job that
    /// resigns all running games. The account can be used again if its member signs in before `erase_at`.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn begin_erasure(
        &self,
        who: PersonId,
        factors: Vec<Factor>,
        [now, erase_at]: [Timestamp; 2],
    ) -> Result<ErasureResult, StoreError> {
        let input = (who, factors, [now, erase_at]);
        self.write(Priority::Request, input, |db, (who, factors, times)| Box::pin(begin(db, *who, factors, *times)))
            .await
    }

    /// Undoes the erasure of an account. Returns false if none has begun.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn undo_erasure(&self, who: PersonId) -> Result<bool, StoreError> {
        self.write(Priority::Request, who, |db, who| {
            Box::pin(async move { Ok(TransactionEnd::Commit(keep_account(db, *who).await?)) })
        })
        .await
    }

    /// Returns the accounts whose time of erasure has come, without those that wait for a rated game.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn due_erasures(&self, now: Timestamp, limit: u64) -> Result<Vec<PersonId>, StoreError> {
        let sql = format!("SELECT id FROM person WHERE {IS_DUE} ORDER BY erase_at LIMIT $3");
        let values = [at_value(now), SETTLEMENT_MS.into(), limit.cast_signed().into()];
        let rows = self.0.read.query_all_raw(self.statement(&sql, values)).await?;
        rows.iter().map(|row| row::person("person", &row.try_get_by_index::<String>(0)?)).collect()
    }

    /// Erases an account whose time of erasure has come. Returns false if there is none, for example because the member
    /// has signed in again, or if a rated game of the account is not settled yet. Such games delay the erasure by at
    /// most a day.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn erase(&self, who: PersonId, now: Timestamp) -> Result<bool, StoreError> {
        self.write(Priority::Request, (who, now), |db, (who, now)| Box::pin(erase(db, *who, *now))).await
    }

    /// Returns true if a person's account was erased.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn is_erased(&self, who: PersonId) -> Result<bool, StoreError> {
        let row = person::Entity::find_by_id(who.as_str()).one(&self.0.read).await?;
        Ok(row.is_some_and(|row| row.erased_at.is_some()))
    }

    /// Returns true if a person's account was erased, or is closed and will be.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn is_leaving(&self, who: PersonId) -> Result<bool, StoreError> {
        let row = person::Entity::find_by_id(who.as_str()).one(&self.0.read).await?;
        Ok(row.is_some_and(|row| row.erase_at.is_some() || row.erased_at.is_some()))
    }

    /// Returns the people whose account was disabled or erased after a time, or whose erasure began then, perhaps by
    /// another process. Their connections must end. An erasure without grace may wait for rated games.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn left_after(&self, since: Timestamp) -> Result<Vec<PersonId>, StoreError> {
        const SQL: &str = "SELECT id FROM person WHERE disabled_at > $1
            UNION SELECT id FROM person WHERE erased_at > $1
            UNION SELECT id FROM person WHERE erase_at > $1 + $2
            UNION SELECT id FROM person WHERE erase_at > $1 AND erase_at <= $1 + $3";
        let values = [at_value(since), ERASURE_GRACE_MS.cast_signed().into(), CLOSED_MS.into()];
        let rows = self.0.read.query_all_raw(self.statement(SQL, values)).await?;
        rows.iter().map(|row| row::person("person", &row.try_get_by_index::<String>(0)?)).collect()
    }
}

async fn begin(
    db: &DatabaseTransaction,
    who: PersonId,
    factors: &[Factor],
    [now, erase_at]: [Timestamp; 2],
) -> Result<TransactionEnd<ErasureResult>, StoreError> {
    const BEGIN: &str = "UPDATE person SET erase_at = $2 WHERE id = $1 AND kind = 'member' AND erased_at IS NULL";
    // Two admins who leave at once wait here.
    if db.get_database_backend() == DbBackend::Postgres {
        let lock = "SELECT 1 FROM person WHERE id = $1 OR role = 'admin' ORDER BY id FOR NO KEY UPDATE";
        db.query_all_raw(statement(db, lock, [who.as_str().into()])).await?;
    }
    let had_admin = db.query_one_raw(statement(db, ADMINS, [])).await?.is_some();
    let values = [who.as_str().into(), at_value(erase_at)];
    if db.execute_raw(statement(db, BEGIN, values)).await?.rows_affected() == 0 {
        return Ok(TransactionEnd::Rollback(ErasureResult::Unknown));
    }
    if had_admin && db.query_one_raw(statement(db, ADMINS, [])).await?.is_none() {
        return Ok(TransactionEnd::Rollback(ErasureResult::LastAdmin));
    }
    if !use_factors(db, who, factors, now).await? {
        return Ok(TransactionEnd::Rollback(ErasureResult::WrongFactor));
    }
    withdraw_challenges(db, who, now).await?;
    db.execute_raw(statement(db, "DELETE FROM seek WHERE person = $1", [who.as_str().into()])).await?;
    end_sessions(db, who).await?;
    let invitations = "DELETE FROM invitation WHERE person = $1";
    db.execute_raw(statement(db, invitations, [who.as_str().into()])).await?;
    add_resignations(db, who, now).await?;
    Ok(TransactionEnd::Commit(ErasureResult::Begun { erase_at }))
}

async fn withdraw_challenges(db: &DatabaseTransaction, who: PersonId, now: Timestamp) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE challenge SET withdrawn_at = $2
        WHERE maker = $1 AND game IS NULL AND declined_at IS NULL AND withdrawn_at IS NULL AND ends_at > $2";
    db.execute_raw(statement(db, SQL, [who.as_str().into(), at_value(now)])).await?;
    Ok(())
}

/// Adds the job that resigns all running games of a person.
async fn add_resignations(db: &DatabaseTransaction, who: PersonId, now: Timestamp) -> Result<(), DbErr> {
    let job = Job { kind: JobKind::Resign, key: who.to_string(), body: String::new(), not_before: now };
    jobs::add(db, &job).await
}

/// The statements that delete what belongs to person `$1`, in lock order. Devices go with their sessions.
const DELETIONS: [&str; 15] = [
    "DELETE FROM credential WHERE person = $1",
    "DELETE FROM invitation WHERE person = $1",
    "DELETE FROM letter WHERE person = $1",
    "DELETE FROM email WHERE person = $1",
    "DELETE FROM channel WHERE person = $1",
    "DELETE FROM leave WHERE person = $1",
    "DELETE FROM block WHERE person = $1 OR other = $1",
    "DELETE FROM seek WHERE person = $1",
    "DELETE FROM plan WHERE side = 0 AND game IN (SELECT id FROM game WHERE white = $1)",
    "DELETE FROM plan WHERE side = 1 AND game IN (SELECT id FROM game WHERE black = $1)",
    "DELETE FROM session WHERE person = $1",
    "DELETE FROM notice WHERE person = $1",
    "DELETE FROM rating_event WHERE person = $1",
    "DELETE FROM rating WHERE person = $1",
    // The reason of a failed job may have an address.
    "DELETE FROM due WHERE (kind <> 'resign' AND substr(key, 1, length($1) + 1) = $1 || '/') OR body = $1",
];

async fn erase(db: &DatabaseTransaction, who: PersonId, now: Timestamp) -> Result<TransactionEnd<bool>, StoreError> {
    const GUESTS: &str = "SELECT id FROM person WHERE merged_into = $1 ORDER BY id";
    const RENAME: &str = "UPDATE person SET name = $2, name_key = NULL, look_key = NULL, role = NULL, language = NULL,
        time_zone = NULL, bio = NULL, shows_presence = FALSE, shows_games = FALSE, online_at = NULL, seen_at = NULL,
        created_at = NULL, disabled_at = NULL, erase_at = NULL, erased_at = $3 WHERE id = $1";
    lock_person(db, who).await?;
    let keys = format!("SELECT name_key, look_key FROM person WHERE id = $3 AND {IS_DUE}");
    let values = [at_value(now), SETTLEMENT_MS.into(), who.as_str().into()];
    let Some(row) = db.query_one_raw(statement(db, &keys, values)).await? else {
        return Ok(TransactionEnd::Rollback(false));
    };
    let keys: [Option<String>; 2] = [row.try_get_by_index(0)?, row.try_get_by_index(1)?];
    let [name, look] = keys.map(Option::unwrap_or_default);
    taken_names::take(db, [&name, &look]).await?;
    withdraw_challenges(db, who, now).await?;
    // The guests whose games have moved to the member are the same person.
    let guests = db.query_all_raw(statement(db, GUESTS, [who.as_str().into()])).await?;
    let mut people = vec![who.to_string()];
    people.extend(guests.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, _>>()?);
    for id in people {
        for sql in DELETIONS {
            db.execute_raw(statement(db, sql, [id.as_str().into()])).await?;
        }
        db.execute_raw(statement(db, RENAME, [id.as_str().into(), DELETED.into(), at_value(now)])).await?;
    }
    // Games may have begun after those of the request were resigned.
    add_resignations(db, who, now).await?;
    Ok(TransactionEnd::Commit(true))
}
