//! Leave in correspondence games (T.6a).

use axum::extract::State;
use faraday_wire::live::{LeaveState, NewLeave};

use crate::api::errors::{EndLeaveProblems, LeaveProblems, ListProblems};
use crate::client::ClientPermit;
use crate::people::Player;
use crate::problem::Problem;
use crate::rate_limits::ActLimit;
use crate::request::Json;

/// Get your leave
///
/// While it lasts, your time does not run in correspondence games (T.6a).
#[utoipa::path(get, path = "/leave", tag = "play", responses(
    (status = 200, description = "The leave in force, and the days that are left", body = LeaveState),
    ListProblems,
))]
pub async fn leave(_permit: ClientPermit, Player { who, play, .. }: Player) -> Result<axum::Json<LeaveState>, Problem> {
    Ok(axum::Json(play.leave(who).await?))
}

/// Take leave
///
/// It begins at once and lasts for a number of whole days, at most 28 within any 365. Your own next move ends it.
#[utoipa::path(post, path = "/leave", tag = "play", request_body = NewLeave, responses(
    (status = 200, description = "The leave has begun", body = LeaveState),
    LeaveProblems,
))]
pub async fn take_leave(
    State(acts): State<ActLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(new): Json<NewLeave>,
) -> Result<axum::Json<LeaveState>, Problem> {
    acts.0.admit(permit.client())?;
    Ok(axum::Json(play.take_leave(who, new.days).await?))
}

/// End your leave early
#[utoipa::path(delete, path = "/leave", tag = "play", responses(
    (status = 200, description = "The leave has ended", body = LeaveState),
    EndLeaveProblems,
))]
pub async fn end_leave(
    State(acts): State<ActLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
) -> Result<axum::Json<LeaveState>, Problem> {
    acts.0.admit(permit.client())?;
    Ok(axum::Json(play.end_leave(who).await?))
}
