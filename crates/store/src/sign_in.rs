//! Sign-in of members. The games of the guest who signs in can move to the member.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait};

use crate::credentials::{self, CredentialKind, Factor, use_factors};
use crate::entity::{person, session};
use crate::notices::{self, NewNotice};
use crate::people::{GUEST, MEMBER, NewSession, begin_session, confirm_session, end_sessions, keep_account};
use crate::role::Role;
use crate::row::at;
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{
    AccountEvent, NoticeBody, NoticeKind, PersonId, Session, Store, StoreError, TokenHash, leaves, unused_guests,
};

/// A guest who becomes a member that exists already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merge {
    #[expect(missing_docs, reason = "the name says it")]
    pub guest: PersonId,
    /// True if the guest's games move to the member, false if they stay with the guest.
    pub keep_games: Option<bool>,
}

/// The result of a sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SignInResult {
    /// The session has begun.
    Begun(Session),
    /// A code has been used already or does not exist, or the password has been changed.
    WrongFactor,
    /// The account is disabled or no longer exists.
    Disabled,
    /// It is unknown whether the guest's games are to be moved. Nothing has changed.
    Undecided {
        /// The number of the guest's games and challenges.
        games: u64,
    },
}

impl Store {
    /// Signs a member in whose factors are verified: uses them up, begins a session, and ends the session in which the
    /// request was made. Undoes the erasure of the account, if one has begun.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn sign_in(
        &self,
        who: PersonId,
        factors: Vec<Factor>,
        merge: Option<Merge>,
        made_in: Option<TokenHash>,
        session: &NewSession,
    ) -> Result<SignInResult, StoreError> {
        let input = (who, factors, merge, made_in, session.clone());
        self.write(Priority::Request, input, |db, (who, factors, merge, made_in, session)| {
            Box::pin(async move {
                let (who, now) = (*who, session.begins_at);
                lock_people(db, who, *merge).await?;
                let found = person::Entity::find_by_id(who.as_str()).one(db).await?;
                let Some(member) = found.filter(|row| row.kind == MEMBER && row.role.is_some() && is_open(row, now))
                else {
                    return Ok(TransactionEnd::Rollback(SignInResult::Disabled));
                };
                if let Some(games) = undecided(db, *merge).await? {
                    return Ok(TransactionEnd::Rollback(SignInResult::Undecided { games }));
                }
                if !use_factors(db, who, factors, now).await? {
                    return Ok(TransactionEnd::Rollback(SignInResult::WrongFactor));
                }
                end_guest(db, *merge, who, now).await?;
                keep_account(db, who).await?;
                if let Some(made_in) = made_in {
                    session::Entity::delete_by_id(made_in.as_str()).exec(db).await?;
                }
                begin_session(db, who, &session.token, &session.agent, session.times()).await?;
                if factors.iter().any(|factor| matches!(factor, Factor::Totp { .. })) {
                    confirm_session(db, who, &session.token, now).await?;
                }
                notices::add(db, &new_session_notice(who, now)).await?;
                let role = member.role.as_deref().map(Role::read).transpose()?;
                Ok(TransactionEnd::Commit(SignInResult::Begun(Session { who, name: member.name, role })))
            })
        })
        .await
    }

    /// Replaces a password by other factors, which are verified, and begins a session. All other sessions, one-time
    /// tokens, and devices end. Undoes the erasure of the account, if one has begun.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn recover(&self, recovery: AccountRecovery, session: &NewSession) -> Result<SignInResult, StoreError> {
        self.write(Priority::Request, (recovery, session.clone()), |db, (recovery, session)| {
            Box::pin(recover(db, recovery, session))
        })
        .await
    }
}

/// Returns true if a member can sign in: the account is not disabled, and the time of its erasure has not come.
fn is_open(row: &person::Model, now: Timestamp) -> bool {
    row.disabled_at.is_none() && row.erase_at.is_none_or(|erase_at| erase_at > at(now))
}

/// A recovery of an account: a new password, with the factors that replace the earlier one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountRecovery {
    #[expect(missing_docs, reason = "the name says it")]
    pub who: PersonId,
    /// The PHC string of the new password.
    pub password: String,
    /// The factors, which are used up.
    pub factors: Vec<Factor>,
    /// The guest who recovers the account, if there is one.
    pub merge: Option<Merge>,
}

async fn recover(
    db: &DatabaseTransaction,
    AccountRecovery { who, password, factors, merge }: &AccountRecovery,
    session: &NewSession,
) -> Result<TransactionEnd<SignInResult>, StoreError> {
    let (who, now) = (*who, session.begins_at);
    lock_people(db, who, *merge).await?;
    let found = person::Entity::find_by_id(who.as_str()).one(db).await?;
    let Some(member) = found.filter(|row| row.kind == MEMBER && row.role.is_some() && is_open(row, now)) else {
        return Ok(TransactionEnd::Rollback(SignInResult::Disabled));
    };
    if let Some(games) = undecided(db, *merge).await? {
        return Ok(TransactionEnd::Rollback(SignInResult::Undecided { games }));
    }
    if !use_factors(db, who, factors, now).await? {
        return Ok(TransactionEnd::Rollback(SignInResult::WrongFactor));
    }
    end_guest(db, *merge, who, now).await?;
    credentials::put(db, who, CredentialKind::Password, 0, password).await?;
    end_sessions(db, who).await?;
    keep_account(db, who).await?;
    begin_session(db, who, &session.token, &session.agent, session.times()).await?;
    notices::add_account_event(db, who, AccountEvent::Password, now).await?;
    let role = member.role.as_deref().map(Role::read).transpose()?;
    Ok(TransactionEnd::Commit(SignInResult::Begun(Session { who, name: member.name, role })))
}

/// Returns the notice that a session of a person has begun.
pub(crate) fn new_session_notice(who: PersonId, now: Timestamp) -> NewNotice {
    NewNotice {
        who,
        key: format!("security/session/{}", at(now)),
        kind: NoticeKind::Security,
        game: None,
        at: now,
        body: NoticeBody::default(),
        send_at: now,
    }
}

/// Locks a member, and the guest who becomes it, in the order of their ids.
pub(crate) async fn lock_people(db: &DatabaseTransaction, who: PersonId, merge: Option<Merge>) -> Result<(), DbErr> {
    let mut people = vec![who];
    people.extend(merge.map(|merge| merge.guest));
    people.sort();
    for person in people {
        lock_person(db, person).await?;
    }
    Ok(())
}

/// Returns the number of games and challenges of a guest if there are any and it is unknown whether they are to be moved.
pub(crate) async fn undecided(db: &DatabaseTransaction, merge: Option<Merge>) -> Result<Option<u64>, DbErr> {
    const GAMES: &str =
        "SELECT (SELECT count(*) FROM game WHERE white = $1) + (SELECT count(*) FROM game WHERE black = $1)
        + (SELECT count(*) FROM challenge WHERE maker = $1 AND game IS NULL)";
    let Some(Merge { guest, keep_games: None }) = merge else { return Ok(None) };
    let row = db.query_one_raw(statement(db, GAMES, [guest.as_str().into()])).await?;
    let games = row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default();
    Ok(Some(games.cast_unsigned()).filter(|games| *games > 0))
}

/// Moves the games of a guest to a member if the guest wants that, and ends all sessions of the guest then.
pub(crate) async fn end_guest(
    db: &DatabaseTransaction,
    merge: Option<Merge>,
    member: PersonId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(Merge { guest, keep_games }) = merge else { return Ok(()) };
    unused_guests::check_later(db, [guest.to_string()], at(now)).await?;
    if keep_games != Some(true) {
        return Ok(());
    }
    let is_guest = "UPDATE person SET merged_into = $2 WHERE id = $1 AND kind = $3 AND merged_into IS NULL";
    let values = [guest.as_str().into(), member.as_str().into(), GUEST.into()];
    if db.execute_raw(statement(db, is_guest, values)).await?.rows_affected() == 0 {
        return Ok(());
    }
    for sql in MOVES {
        db.execute_raw(statement(db, sql, [guest.as_str().into(), member.as_str().into()])).await?;
    }
    // Games that do not know of a leave of the guest learn of it as one of the member.
    leaves::add_job(db, member, now).await?;
    Ok(end_sessions(db, guest).await?)
}

/// Moves the rows of guest `$1` to member `$2`. A seat stays if the opponent is the member, because no one plays
/// against themselves. The mail address stays, because someone else may have set it.
const MOVES: [&str; 7] = [
    "UPDATE challenge SET maker = $2 WHERE maker = $1 AND (taker IS NULL OR taker <> $2)",
    "UPDATE challenge SET taker = $2 WHERE taker = $1 AND maker <> $2",
    // Seeks for games with a clock end with the sessions of the guest.
    "UPDATE seek SET person = $2, session = NULL WHERE person = $1 AND seen_at IS NULL",
    "UPDATE game SET white = $2 WHERE white = $1 AND black <> $2",
    "UPDATE game SET black = $2 WHERE black = $1 AND white <> $2",
    "INSERT INTO leave (person, begins_at, ends_at, back_at)
        SELECT $2, begins_at, ends_at, back_at FROM leave WHERE person = $1 ON CONFLICT DO NOTHING",
    "UPDATE notice SET person = $2 WHERE person = $1
        AND NOT EXISTS (SELECT 1 FROM notice AS other WHERE other.person = $2 AND other.key = notice.key)",
];
