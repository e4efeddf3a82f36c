//! Links that carry a guest to another device, once. The token stands behind the `#`, so that it is in no log, and it takes
//! a request of the page to use it, so that a link alone makes nobody somebody else.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use faraday_play::Timestamp;
use faraday_store::TokenHash;
use faraday_wire::live::{self, CarryLink, CarryToken, You};

use super::link;
use super::session::{Begins, Told, known};
use crate::api::errors::{CarriedProblems, VisitProblems};
use crate::client::Caller;
use crate::people::{Player, Visitor};
use crate::play::random_name;
use crate::problem::{Kind, Problem};
use crate::rate_limits::Guests;
use crate::request::Json;
use crate::shapes::you;

/// How long a link works (10 minutes).
const CARRY_MS: u64 = 10 * 60 * 1000;

/// Makes a link by which you play on another device, too
///
/// It works once, for 10 minutes, and in place of an earlier one.
#[utoipa::path(post, path = "/session/carry", tag = "play", responses(
    (status = 201, description = "Whoever has the link becomes you on their device", body = CarryLink),
    VisitProblems,
))]
pub async fn carry(
    _caller: Caller,
    Player { who, play }: Player,
    headers: HeaderMap,
) -> Result<(StatusCode, axum::Json<CarryLink>), Problem> {
    let token = random_name();
    let ends_at = play.now().as_millis().saturating_add(CARRY_MS);
    play.store().write_letter(who, &TokenHash::of(&token), Timestamp::from_millis(ends_at)).await?;
    let url = link(&play, &headers, &format!("/carry#{token}"));
    Ok((StatusCode::CREATED, axum::Json(CarryLink { url, ends_at })))
}

/// Tells whom a link carries, and leaves it as it is
#[utoipa::path(post, path = "/session/carried/who", tag = "play", request_body = CarryToken, responses(
    (status = 200, description = "Who you would be", body = You),
    CarriedProblems,
))]
pub async fn who(
    _caller: Caller,
    visitor: Visitor,
    Json(CarryToken { token }): Json<CarryToken>,
) -> Result<axum::Json<You>, Problem> {
    let play = &visitor.play;
    let carried = play.store().letter(&TokenHash::of(&token), play.now()).await?.ok_or_else(over)?;
    Ok(axum::Json(you(&carried)))
}

/// Uses a link: you are the guest whom it carries, and your session in place of that ends
#[utoipa::path(post, path = "/session/carried", tag = "play", request_body = CarryToken, responses(
    (status = 200, description = "You were that guest before; the link still works", body = live::Session),
    (status = 201, description = "You are that guest; the token is told only here", body = live::Session),
    CarriedProblems,
))]
pub async fn carried(
    State(guests): State<Guests>,
    caller: Caller,
    visitor: Visitor,
    headers: HeaderMap,
    Json(CarryToken { token }): Json<CarryToken>,
) -> Result<Told, Problem> {
    let Visitor { session: before, token: held, play, .. } = visitor;
    let letter = TokenHash::of(&token);
    let carried = play.store().letter(&letter, play.now()).await?.ok_or_else(over)?;
    if before.as_ref().is_some_and(|before| before.who == carried.who) {
        return Ok(known(&carried));
    }
    guests.0.admit(caller.client())?;
    let begins = Begins::now(&play, &headers);
    let taken = play.store().take_letter(&letter, &begins.hash(), &begins.agent, begins.lasts).await?;
    let session = taken.ok_or_else(over)?;
    // Nobody could show its token any more.
    if let Some((before, held)) = before.zip(held) {
        // The link is used up by now: whoever used it is let in, whatever becomes of the session that nobody can use.
        if let Err(error) = play.store().end_session(&held, play.now()).await {
            tracing::warn!("a session that another has taken the place of was not ended: {error}");
        }
        play.hub.session_changed(before.who);
    }
    Ok(begins.told(&session, &play))
}

fn over() -> Problem {
    Problem::new(Kind::LinkOver, "this link has been used, or its 10 minutes are over: make a new one where you play")
}
