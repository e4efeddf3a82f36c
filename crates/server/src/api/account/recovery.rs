//! The handler for a new password by a recovery code, for members who have forgotten theirs.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::CredentialResult;
use faraday_wire::live::{self, Recovery};

use crate::api::errors::RecoveryProblems;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenRecovery, Password, PasswordHasher, Visitor, wrong_code};
use crate::problem::Problem;
use crate::request::Json;

/// Set a new password by a recovery code
///
/// The code replaces the password. If the account has an authenticator app, its code is also needed. All sessions end,
/// and a new one begins.
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
    Json(Recovery { name, recovery, code, password }): Json<Recovery>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token, play, .. } = visitor;
    let at = |problem: Problem| problem.at("password");
    let password = Password::choose(&password).map_err(|error| at(error.into()))?;
    let given = GivenRecovery { name: &name, recovery: &recovery, code: code.as_deref() };
    let recovered = authenticator.recover(&play, permit.client(), given).await?;
    let hash = hasher.hash(permit.client(), &name, password).await.map_err(at)?;
    let new_session = NewSession::now(&play, &headers);
    let result = play.store().set_password(recovered.who, &hash, recovered.factors, &new_session.stored).await?;
    let session = match result {
        CredentialResult::Changed(session) => session,
        CredentialResult::WrongCode => return Err(wrong_code()),
    };
    if let Some((before, token)) = before.zip(token) {
        play.store().end_session(&token, play.now()).await?;
        play.session_changed(before.who);
    }
    play.session_changed(recovered.who);
    Ok(new_session.response(&session, &play, &headers))
}
