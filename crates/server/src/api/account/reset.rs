//! Handlers for password reset links.

use axum::extract::State;
use axum::http::StatusCode;
use faraday_store::TokenHash;
use faraday_wire::live::{PasswordReset, RedeemedReset, ResetRequest, ResetToken};

use crate::api::errors::{InvitationProblems, ResetProblems, ResetRequestProblems};
use crate::client::ClientPermit;
use crate::mail::MailAddress;
use crate::people::{Password, PasswordHasher, Visitor};
use crate::problem::{Kind, Problem};
use crate::rate_limits::MailLimit;
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Request a link for a new password by email
///
/// Sends a link, valid for an hour, to each member who has confirmed this address. The response is the same whether
/// there is one, so it reveals no address. At most three emails a day are sent to one address.
#[utoipa::path(post, path = "/password-reset/request", tag = "account", operation_id = "request_password_reset",
    request_body = ResetRequest, responses(
        (status = 202, description = "If a member has confirmed the address, the email is on its way"),
        ResetRequestProblems,
    ))]
pub async fn request(
    State(mails): State<MailLimit>,
    permit: ClientPermit,
    visitor: Visitor,
    Json(ResetRequest { email }): Json<ResetRequest>,
) -> Result<StatusCode, Problem> {
    let play = visitor.play;
    if play.mailer.is_none() {
        return Err(Problem::new(Kind::NoMail, "this site sends no email: ask an admin for a link"));
    }
    let refused = || Problem::new(Kind::BadAddress, "this is not an email address: write it like ada@example.org");
    let address = MailAddress::parse(&email).ok_or_else(|| refused().at("email"))?.to_string();
    let client = permit.client();
    mails.admit(client, &address)?;
    // The response does not wait for the search, so its time reveals nothing either.
    tokio::spawn(async move {
        match play.store().add_reset_emails(&address, play.now()).await {
            Ok(members) => {
                members.into_iter().for_each(|who| SecurityEvent::ResetRequested.log(who, client));
                play.games.jobs_added.notify_waiters();
            }
            Err(error) => tracing::warn!("a link for a new password was not sent: {error}"),
        }
    });
    Ok(StatusCode::ACCEPTED)
}

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

/// Set a new password with a link
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
        SecurityEvent::ResetRedeemed.log(member.who, permit.client());
        play.session_changed(member.who);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn over() -> Problem {
    Problem::new(Kind::LinkOver, "this link has been used, was replaced, or has expired: ask an admin for a new one")
}
