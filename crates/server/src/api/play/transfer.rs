//! Device transfer: one-time links that sign another device in as the same guest. The token is in the fragment of the
//! link, so that no log contains it. Only a request of the web app redeems it, so that opening a link does not replace
//! a session.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use faraday_play::Timestamp;
use faraday_store::TokenHash;
use faraday_wire::live::{self, Identity, TransferLink, TransferToken};

use super::link;
use super::session::{NewSession, SessionResponse, existing_session};
use crate::api::errors::{TransferProblems, VisitProblems};
use crate::client::ClientPermit;
use crate::people::{Player, Visitor};
use crate::play::random_token;
use crate::problem::{Kind, Problem};
use crate::rate_limits::GuestLimit;
use crate::request::Json;
use crate::security_log::SecurityEvent;
use crate::shapes::you;

/// The time in which a link can be redeemed (10 minutes).
const TRANSFER_MS: u64 = 10 * 60 * 1000;

/// Create a one-time link that signs another device in as you
///
/// It expires after 10 minutes and replaces an earlier link.
#[utoipa::path(post, path = "/session/transfer", tag = "play", responses(
    (status = 201, description = "The link, which gives a device a session of yours", body = TransferLink),
    VisitProblems,
))]
pub async fn transfer(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
) -> Result<(StatusCode, axum::Json<TransferLink>), Problem> {
    let token = random_token();
    let ends_at = play.now().as_millis().saturating_add(TRANSFER_MS);
    play.store().add_one_time_token(who, &TokenHash::of(&token), Timestamp::from_millis(ends_at)).await?;
    let url = link(&play, &headers, &format!("/transfer#{token}"));
    Ok((StatusCode::CREATED, axum::Json(TransferLink { url, ends_at })))
}

/// Get the guest of a link without redeeming it
#[utoipa::path(post, path = "/session/transfer/preview", tag = "play", request_body = TransferToken, responses(
    (status = 200, description = "The guest of the link", body = Identity),
    TransferProblems,
))]
pub async fn preview(
    _permit: ClientPermit,
    visitor: Visitor,
    Json(TransferToken { token }): Json<TransferToken>,
) -> Result<axum::Json<Identity>, Problem> {
    let play = &visitor.play;
    let guest = play.store().one_time_token(&TokenHash::of(&token), play.now()).await?.ok_or_else(over)?;
    Ok(axum::Json(you(&guest)))
}

/// Redeem a link
///
/// Starts a session of the guest of the link, which replaces the session of the request.
#[utoipa::path(post, path = "/session/transfer/redeem", tag = "play", request_body = TransferToken, responses(
    (status = 200, description = "The session already belongs to that guest; the link still works", body = live::Session),
    (status = 201, description = "A new session; its token is only shown here", body = live::Session),
    TransferProblems,
))]
pub async fn redeem(
    State(guests): State<GuestLimit>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(TransferToken { token }): Json<TransferToken>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token: held, play, .. } = visitor;
    let link_token = TokenHash::of(&token);
    let guest = play.store().one_time_token(&link_token, play.now()).await?.ok_or_else(over)?;
    if before.as_ref().is_some_and(|before| before.who == guest.who) {
        return Ok(existing_session(&guest));
    }
    guests.0.admit(permit.client())?;
    let new_session = NewSession::now(&play, &headers);
    let new = &new_session.stored;
    let taken =
        play.store().redeem_one_time_token(&link_token, &new.token, &new.agent, [new.begins_at, new.ends_at]).await?;
    let session = taken.ok_or_else(over)?;
    if session.role.is_some() {
        SecurityEvent::DeviceAdded.log(session.who, permit.client());
    }
    // The replaced session could not be used again.
    if let Some((before, held)) = before.zip(held) {
        // The link has been redeemed, so an old session that cannot be ended must not fail the request.
        if let Err(error) = play.store().end_session(&held, play.now()).await {
            tracing::warn!("a replaced session was not ended: {error}");
        }
        play.hub.session_changed(before.who);
    }
    Ok(new_session.response(&session, &play, &headers))
}

fn over() -> Problem {
    Problem::new(
        Kind::LinkOver,
        "this link has been used or has expired: create a new one on the device where you play",
    )
}
