//! The WebSocket on which people play, watch and wait.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use crate::api::errors::LiveProblems;
use crate::client::{Caller, Sockets};
use crate::config::Limits;
use crate::hourly::Challenges;
use crate::live::answer;
use crate::people::Visitor;
use crate::problem::{Kind, Problem};

/// Plays, watches and waits on a WebSocket
///
/// Frames of JSON: the client sends a `Message`, first `hello`; the server sends a `Frame`.
#[utoipa::path(get, path = "/live", tag = "play", responses(
    (status = 101, description = "Frames follow"),
    LiveProblems,
))]
pub async fn live(
    State(limits): State<Arc<Limits>>,
    visitor: Visitor,
    State(Sockets(sockets)): State<Sockets>,
    State(challenges): State<Challenges>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let refused = |rejection| Kind::BadRequest.problem(format!("this address is for WebSockets: {rejection}"));
    let upgrade = upgrade.map_err(refused)?;
    let client = caller.client();
    Ok(answer(upgrade, visitor, limits, (challenges, client), sockets.call(client)?))
}
