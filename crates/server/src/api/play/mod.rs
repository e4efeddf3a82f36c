//! The HTTP API of online play: sessions, challenges, seeks, games, and conditional moves.

pub mod acts;
pub mod challenges;
pub mod emails;
pub mod games;
pub mod house;
pub mod leave;
pub mod live;
pub mod plans;
pub mod public_games;
pub mod rating;
pub mod seeks;
pub mod session;
pub mod transfer;

use axum::http::{HeaderMap, header};
use faraday_play::RequestId;
use faraday_store::GameId;

use crate::games::Failure;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::shapes::failed;

/// Returns the game of an address.
fn game_id(text: &str) -> Result<GameId, Problem> {
    GameId::parse(text).map_err(|_| failed(&Failure::NotFound))
}

/// Returns a link to a path of the web app, on the host that the client uses.
pub(in crate::api) fn link(play: &Play, headers: &HeaderMap, path: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    match &play.public {
        Some(public) => format!("{public}{path}"),
        None => format!("http://{host}{path}"),
    }
}

/// Returns the id of a request, from its header `Idempotency-Key`.
fn request_id(headers: &HeaderMap) -> Result<Option<RequestId>, Problem> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let read = key.to_str().ok().and_then(|key| RequestId::parse(key.trim_matches('"')).ok());
    let wrong = || Problem::new(Kind::BadRequest, "`Idempotency-Key` must be 16 to 32 letters, digits, `-`, or `_`");
    read.map(Some).ok_or_else(wrong)
}
