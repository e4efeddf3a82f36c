//! The handler for a code with which a member confirms a session again, for actions that need it.

use axum::extract::State;
use axum::http::StatusCode;
use faraday_wire::live::CurrentCode;

use super::no_account;
use crate::api::errors::ConfirmProblems;
use crate::client::ClientPermit;
use crate::people::{Authenticator, Player, wrong_code};
use crate::problem::Problem;
use crate::request::Json;

/// Confirm your session with a code from the authenticator app
///
/// For 15 minutes, the session can be used for changes by admins.
#[utoipa::path(post, path = "/account/confirm", tag = "account", operation_id = "confirm_session",
    request_body = CurrentCode, responses(
        (status = 204, description = "The session is confirmed"),
        ConfirmProblems,
    ))]
pub async fn confirm(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    Player { who, token, play }: Player,
    Json(CurrentCode { code }): Json<CurrentCode>,
) -> Result<StatusCode, Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let step = authenticator.confirm(&play, permit.client(), &member.name, &code).await?;
    if !play.store().confirm_session(who, &token, step, play.now()).await? {
        return Err(wrong_code(who, permit.client()));
    }
    Ok(StatusCode::NO_CONTENT)
}
