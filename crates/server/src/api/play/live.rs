//! The handler that upgrades `/live` to a WebSocket, within the limits on connections.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use crate::api::errors::LiveProblems;
use crate::client::{ClientPermit, SocketLimiter};
use crate::config::Limits;
use crate::connections::{Priority, UpgradePermit};
use crate::live::{Connection, answer};
use crate::people::Visitor;
use crate::problem::{Kind, Problem};
use crate::rate_limits::LiveLimits;

/// The delay after which a refused client may retry.
const RETURN: Duration = Duration::from_secs(10);

/// Open a WebSocket to play and watch games, and to wait for them
///
/// The client sends a `Message` in JSON, first `hello`; the server sends a `Frame`.
#[utoipa::path(get, path = "/live", tag = "play", responses(
    (status = 101, description = "Frames follow on the WebSocket"),
    LiveProblems,
))]
pub async fn live(
    State(limits): State<Arc<Limits>>,
    permit: ClientPermit,
    visitor: Visitor,
    State(SocketLimiter(sockets)): State<SocketLimiter>,
    State(hourly): State<LiveLimits>,
    pass: Option<Extension<UpgradePermit>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let refused = |rejection| Problem::new(Kind::BadRequest, format!("this address is for WebSockets: {rejection}"));
    let upgrade = upgrade.map_err(refused)?;
    let permit = sockets.acquire(permit.client())?;
    let standing = if visitor.session.is_some() { Priority::Unsubscribed } else { Priority::Anonymous };
    let state = pass.map_or_else(|| Ok(Arc::default()), |Extension(pass)| pass.upgrade(standing));
    let state = state.map_err(|_| {
        let detail = "all WebSocket connections of this server are in use: try again later";
        Problem::new(Kind::Overloaded, detail).retry_after(RETURN)
    })?;
    Ok(answer(upgrade, visitor, limits, Connection { permit, state, hourly }))
}
