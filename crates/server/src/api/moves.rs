//! Handlers that return a position and its legal moves.

use axum::extract::State;
use faraday_wire as wire;

use super::errors::{BodyProblems, QueryProblems};
use super::placement::{MovesQuery, MovesRequest};
use crate::client::ClientPermit;
use crate::problem::Problem;
use crate::request::{Json, Query};
use crate::request_workers::RequestWorkers;

/// List the legal moves of a position
#[utoipa::path(get, path = "/moves", tag = "rules", params(MovesQuery), responses(
    (status = 200, description = "The position and its legal moves; none if the game is over", body = wire::Snapshot),
    QueryProblems,
))]
pub async fn get_moves(
    State(workers): State<RequestWorkers>,
    _permit: ClientPermit,
    Query(query): Query<MovesQuery>,
) -> Result<axum::Json<wire::Snapshot>, Problem> {
    respond(&workers, query.into()).await
}

/// List the legal moves of a position
#[utoipa::path(post, path = "/moves", tag = "rules", request_body = MovesRequest, responses(
    (status = 200, description = "The position and its legal moves; none if the game is over", body = wire::Snapshot),
    BodyProblems,
))]
pub async fn post_moves(
    State(workers): State<RequestWorkers>,
    _permit: ClientPermit,
    Json(request): Json<MovesRequest>,
) -> Result<axum::Json<wire::Snapshot>, Problem> {
    respond(&workers, request).await
}

async fn respond(workers: &RequestWorkers, request: MovesRequest) -> Result<axum::Json<wire::Snapshot>, Problem> {
    request.answer(workers, |game| Ok(wire::snapshot(game))).await
}
