//! Handlers for links with which a member sets a new password.

use axum::extract::State;
use axum::http::StatusCode;
use faraday_store::TokenHash;
use faraday_wire::live::{PasswordReset, RedeemedReset, ResetToken};

use crate::api::errors::{InvitationProblems, ResetProblems};
use crate::client::ClientPermit;
use crate::people::{Password, PasswordHasher, Visitor};
use crate::problem::{Kind, Problem};
use crate::request::Json;

/// Get the member of a link without redeeming it
#[utoipa::path(post, path = "/password-reset/look", tag = "account", operation_id = "password_reset",
    request_body = ResetToken, responses(
        (status = 200, description = "The member whose password the link resets", body = PasswordReset),
        InvitationProblems,
    ))]
pub async fn look(
    _permit: ClientPermit,
    visitor: Visitor,
    Json(ResetToken { token }): Json<ResetToken>,
) -> Result<axum::Json<PasswordReset>, Problem> {
    let play = &visitor.play;
    let name = play.store().reset(&TokenHash::of(&token), play.now()).await?.ok_or_else(over)?;
    Ok(axum::Json(PasswordReset { name }))
}

/// Set a new password by a link
///
/// All sessions of the member end. An authenticator app stays.
#[utoipa::path(post, path = "/password-reset/redeem", tag = "account", operation_id = "redeem_password_reset",
    request_body = RedeemedReset, responses(
        (status = 204, description = "The password is set; sign in with it"),
        ResetProblems,
    ))]
pub async fn redeem(
    State(hasher): State<PasswordHasher>,
    permit: ClientPermit,
    visitor: Visitor,
    Json(RedeemedReset { token, password }): Json<RedeemedReset>,
) -> Result<StatusCode, Problem> {
    let play = &visitor.play;
    let link = TokenHash::of(&token);
    let name = play.store().reset(&link, play.now()).await?.ok_or_else(over)?;
    let at = |problem: Problem| problem.at("password");
    let password = Password::choose(&password).map_err(|error| at(error.into()))?;
    let hash = hasher.hash(permit.client(), &name, password).await.map_err(at)?;
    if !play.store().redeem_reset(&link, &hash, play.now()).await? {
        return Err(over());
    }
    if let Some(member) = play.store().member_named(&name.to_ascii_lowercase()).await? {
        play.session_changed(member.who);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn over() -> Problem {
    Problem::new(Kind::LinkOver, "this link has been used, was replaced, or has expired: ask an admin for a new one")
}
