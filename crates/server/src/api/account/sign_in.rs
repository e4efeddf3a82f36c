//! The handler for sign-in.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_play::Timestamp;
use faraday_store::{Merge, Session, SignInResult};
use faraday_wire::live::{self, Credentials};

use super::log_recovery_codes;
use crate::api::errors::SignInProblems;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenCredentials, Visitor, disabled, wrong_factor};
use crate::problem::{Kind, Problem};
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Sign in
///
/// Begins a session of the member and ends the session of the request. If that is a guest's and the guest has games,
/// `keepGames` decides if they move to the member.
#[utoipa::path(post, path = "/session", tag = "account", operation_id = "sign_in", request_body = Credentials, responses(
    (status = 201, description = "A new session of the member; its token is only shown here", body = live::Session),
    SignInProblems,
))]
pub async fn sign_in(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token, play, .. } = visitor;
    let Credentials { name, password, code, keep_games, keep_account } = credentials;
    let given = GivenCredentials { name: &name, password: &password, code: code.as_deref() };
    let verified = authenticator.verify(&play, permit.client(), given).await?;
    ask_to_keep(verified.erase_at, keep_account, play.now())?;
    let merge = merge_of(before.as_ref(), keep_games);
    let made_in = before.as_ref().and(token);
    let new_session = NewSession::now(&play, &headers);
    let (who, factors) = (verified.who, verified.factors);
    let result = play.store().sign_in(who, factors.clone(), merge, made_in, &new_session.stored).await?;
    let session = match result {
        SignInResult::Begun(session) => session,
        SignInResult::WrongFactor => return Err(wrong_factor(who, permit.client(), &factors)),
        SignInResult::Disabled => return Err(disabled()),
        SignInResult::Undecided { games } => return Err(undecided(games)),
    };
    log_recovery_codes(who, permit.client(), &factors);
    SecurityEvent::SignedIn.log(who, permit.client());
    if verified.erase_at.is_some() {
        SecurityEvent::ErasureUndone.log(who, permit.client());
    }
    if let Some(before) = before {
        play.session_changed(before.who);
    }
    Ok(new_session.response(&session, &play, &headers))
}

/// Returns the guest of the session in which a request was made, who becomes the member.
pub fn merge_of(before: Option<&Session>, keep_games: Option<bool>) -> Option<Merge> {
    let guest = before.filter(|before| before.role.is_none())?;
    Some(Merge { guest: guest.who, keep_games })
}

/// Refuses to begin a session of an account that is to be erased, unless the member keeps it.
pub fn ask_to_keep(erase_at: Option<Timestamp>, keep: Option<bool>, now: Timestamp) -> Result<(), Problem> {
    let Some(erase_at) = erase_at.filter(|_| keep != Some(true)) else { return Ok(()) };
    let seconds = erase_at.since(now).as_secs();
    let days = seconds.div_ceil(24 * 3600).max(1);
    let unit = if days == 1 { "day" } else { "days" };
    let detail = format!("this account is closed, and is erased within {days} {unit}: `keepAccount` keeps it");
    Err(Problem::new(Kind::ErasurePending, detail).remaining(u32::try_from(seconds).unwrap_or(u32::MAX)))
}

/// Returns the problem for a guest with games, who has not decided about them.
pub fn undecided(games: u64) -> Problem {
    let detail = format!("you have {games} games as a guest: `keepGames` decides if they move to the account");
    Problem::new(Kind::MergeUndecided, detail).remaining(u32::try_from(games).unwrap_or(u32::MAX))
}
