//! Email addresses: entering one, confirming it with a link in an email, and unsubscribing it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use faraday_wire::live::{EmailAddress, EmailToken};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::errors::{EmailLinkProblems, EmailProblems, PlainProblems, UnsubscribeProblems, VisitProblems};
use crate::client::ClientPermit;
use crate::mail::{MailAddress, MailKey};
use crate::people::{Player, Visitor};
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::rate_limits::MailLimit;
use crate::request::{Json, Query};

/// Set your email address
///
/// The server sends a link to it, valid for 24 hours, that confirms it: at most three times a day to one address. If a
/// member's address changes, the member gets a notice, and an email at the earlier address if it was confirmed.
#[utoipa::path(post, path = "/notices/email", tag = "play", request_body = EmailAddress, responses(
    (status = 202, description = "The address is stored, and the link is sent unless the address is confirmed already"),
    EmailProblems,
))]
pub async fn set_email(
    State(mails): State<MailLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(EmailAddress { address }): Json<EmailAddress>,
) -> Result<StatusCode, Problem> {
    if play.mailer.is_none() {
        return Err(Problem::new(Kind::NoMail, "this site sends no email"));
    }
    let refused = || Problem::new(Kind::BadAddress, "this is not an email address: write it like ada@example.org");
    let address = MailAddress::parse(&address).ok_or_else(|| refused().at("address"))?.to_string();
    mails.admit(permit.client(), &address)?;
    play.store().set_email(who, &address, play.now()).await?;
    play.announce_notices(who).await?;
    play.games.jobs_added.notify_waiters();
    Ok(StatusCode::ACCEPTED)
}

/// Delete your email address
///
/// Members get a notice, and an email at the address if it was confirmed.
#[utoipa::path(delete, path = "/notices/email", tag = "play", responses(
    (status = 204, description = "The address is deleted, or there was none"), VisitProblems,
))]
pub async fn delete_email(_permit: ClientPermit, Player { who, play, .. }: Player) -> Result<StatusCode, Problem> {
    play.store().delete_email(who, play.now()).await?;
    play.announce_notices(who).await?;
    play.games.jobs_added.notify_waiters();
    Ok(StatusCode::NO_CONTENT)
}

/// Confirm an email address
///
/// Needs no session: the link may be opened on another device.
#[utoipa::path(post, path = "/notices/email/verify", tag = "play", request_body = EmailToken, responses(
    (status = 200, description = "The address, which is confirmed", body = EmailAddress), EmailLinkProblems,
))]
pub async fn verify_email(
    _permit: ClientPermit,
    visitor: Visitor,
    Json(EmailToken { token }): Json<EmailToken>,
) -> Result<axum::Json<EmailAddress>, Problem> {
    let play = &visitor.play;
    let who = MailKey::person_of(&token).ok_or_else(over)?;
    let email = play.store().email(who).await?.ok_or_else(over)?;
    if !play.mail_key.confirms(&token, who, &email.address, play.now()) {
        return Err(over());
    }
    if !play.store().verify_email(who, &email.address, play.now()).await? {
        return Err(over());
    }
    Ok(axum::Json(EmailAddress { address: email.address }))
}

/// The token of a link that unsubscribes from all email.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UnsubscribeToken {
    /// The token in the link.
    token: String,
}

/// Unsubscribe an address from all email
///
/// Mail programs send this request without a session or an `Origin` header (RFC 8058). It turns off the emails to the
/// address of the token, and does nothing else. A body is ignored.
#[utoipa::path(post, path = "/notices/unsubscribe", tag = "play", params(UnsubscribeToken), responses(
    (status = 204, description = "No more email is sent to the address"), UnsubscribeProblems,
))]
pub async fn unsubscribe(
    State(play): State<Play>,
    _permit: ClientPermit,
    Query(UnsubscribeToken { token }): Query<UnsubscribeToken>,
) -> Result<StatusCode, Problem> {
    let who = MailKey::person_of(&token).ok_or_else(over)?;
    let email = play.store().email(who).await?.ok_or_else(over)?;
    if !play.mail_key.unsubscribes(&token, who, &email.address) {
        return Err(over());
    }
    play.store().turn_mail_off(who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Open the page that unsubscribes an address from all email
///
/// It changes nothing, because programs open links in emails.
#[utoipa::path(get, path = "/notices/unsubscribe", tag = "play", params(UnsubscribeToken), responses(
    (status = 303, description = "The page, which has a button"), PlainProblems,
))]
pub async fn unsubscribe_page(Query(UnsubscribeToken { token }): Query<UnsubscribeToken>) -> Redirect {
    // Escaped, because the address is a header of the response.
    let token: String = token
        .split('.')
        .map(|part| utf8_percent_encode(part, NON_ALPHANUMERIC).to_string())
        .collect::<Vec<_>>()
        .join(".");
    Redirect::to(&format!("/unsubscribe#{token}"))
}

fn over() -> Problem {
    Problem::new(Kind::LinkOver, "this link is not valid, or no longer: enter your email address again in the settings")
}
