//! The handler for a change of the password.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::CredentialResult;
use faraday_wire::live::{self, ChangedPassword};

use super::{log_recovery_codes, no_account};
use crate::api::errors::PasswordProblems;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenCredentials, Password, PasswordHasher, Player, wrong_factor};
use crate::problem::Problem;
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Change your password
///
/// All sessions end, and a new one begins.
#[utoipa::path(post, path = "/account/password", tag = "account", operation_id = "change_password",
    request_body = ChangedPassword, responses(
        (status = 201, description = "A new session; its token is only shown here", body = live::Session),
        PasswordProblems,
    ))]
pub async fn change(
    State(authenticator): State<Authenticator>,
    State(hasher): State<PasswordHasher>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
    Json(changed): Json<ChangedPassword>,
) -> Result<SessionResponse, Problem> {
    let ChangedPassword { password, code, new_password } = changed;
    let new_password = Password::choose(&new_password).map_err(|error| Problem::from(error).at("newPassword"))?;
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let given = GivenCredentials { name: &member.name, password: &password, code: code.as_deref() };
    let verified = authenticator.verify(&play, permit.client(), given).await?;
    let hash = hasher.hash(permit.client(), &member.name, new_password).await;
    let hash = hash.map_err(|problem| problem.at("newPassword"))?;
    let new_session = NewSession::now(&play, &headers);
    let factors = verified.factors;
    match play.store().set_password(who, &hash, factors.clone(), &new_session.stored).await? {
        CredentialResult::Changed(session) => {
            log_recovery_codes(who, permit.client(), &factors);
            SecurityEvent::PasswordChanged.log(who, permit.client());
            play.session_changed(who);
            Ok(new_session.response(&session, &play, &headers))
        }
        CredentialResult::WrongFactor => Err(wrong_factor(who, permit.client(), &factors)),
    }
}
