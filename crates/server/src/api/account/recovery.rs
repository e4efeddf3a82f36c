//! The handler for a new password with a recovery code, for members who have forgotten theirs.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::{AccountRecovery, SignInResult};
use faraday_wire::live::{self, Recovery};

use super::log_recovery_codes;
use super::sign_in::{ask_to_keep, merge_of, undecided};
use crate::api::errors::RecoveryProblems;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenRecovery, Password, PasswordHasher, Visitor, disabled, wrong_factor};
use crate::problem::Problem;
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Set a new password with a recovery code
///
/// The code replaces the password. If the account has an authenticator app, its code is also needed. All sessions end,
/// and a new one begins. If the session of the request is a guest's and the guest has games, `keepGames` decides if they
/// move to the member.
#[utoipa::path(post, path = "/session/recover", tag = "account", operation_id = "recover", request_body = Recovery,
    responses(
        (status = 201, description = "A new session of the member; its token is only shown here", body = live::Session),
        RecoveryProblems,
    ))]
pub async fn recover(
    State(authenticator): State<Authenticator>,
    State(hasher): State<PasswordHasher>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(recovery): Json<Recovery>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token, play, .. } = visitor;
    let Recovery { name, recovery, code, password, keep_games, keep_account } = recovery;
    let at = |problem: Problem| problem.at("password");
    let password = Password::choose(&password).map_err(|error| at(error.into()))?;
    let given = GivenRecovery { name: &name, recovery: &recovery, code: code.as_deref() };
    let recovered = authenticator.recover(&play, permit.client(), given).await?;
    ask_to_keep(recovered.erase_at, keep_account, play.now())?;
    let password = hasher.hash(permit.client(), &name, password).await.map_err(at)?;
    let new_session = NewSession::now(&play, &headers);
    let (who, factors, merge) = (recovered.who, recovered.factors, merge_of(before.as_ref(), keep_games));
    let stored = AccountRecovery { who, password, factors: factors.clone(), merge };
    let session = match play.store().recover(stored, &new_session.stored).await? {
        SignInResult::Begun(session) => session,
        SignInResult::WrongFactor => return Err(wrong_factor(who, permit.client(), &factors)),
        SignInResult::Disabled => return Err(disabled()),
        SignInResult::Undecided { games } => return Err(undecided(games)),
    };
    log_recovery_codes(who, permit.client(), &factors);
    SecurityEvent::PasswordChanged.log(who, permit.client());
    if recovered.erase_at.is_some() {
        SecurityEvent::ErasureUndone.log(who, permit.client());
    }
    if let Some((before, token)) = before.zip(token) {
        play.store().end_session(&token, play.now()).await?;
        play.session_changed(before.who);
    }
    play.session_changed(who);
    Ok(new_session.response(&session, &play, &headers))
}
