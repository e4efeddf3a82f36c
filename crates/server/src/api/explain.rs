//! Handlers that explain a move: the reason why it is illegal, or its effects.

use axum::extract::State;
use faraday_variants::AnyGame;
use faraday_wire as wire;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::errors::{BodyProblems, QueryProblems};
use super::placement::{MovesQuery, MovesRequest};
use crate::client::ClientPermit;
use crate::problem::{Kind, Problem};
use crate::request::{Json, Query};
use crate::request_workers::RequestWorkers;

/// A move in a position.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainRequest {
    /// The id of the variant.
    variant: String,
    /// The move to explain, in UCI or SAN.
    #[serde(rename = "move")]
    text: String,
    /// The FEN of the position before the moves; the starting position if missing.
    fen: Option<String>,
    /// The moves before it, in UCI or SAN.
    #[serde(default)]
    moves: Vec<String>,
    /// The language of the explanation, as a BCP 47 tag; English if missing.
    language: Option<String>,
}

/// A move in a position in an address.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExplainQuery {
    /// The id of the variant.
    variant: String,
    /// The move to explain, in UCI or SAN.
    #[serde(rename = "move")]
    #[param(rename = "move")]
    text: String,
    /// The FEN of the position before the moves; the starting position if missing.
    fen: Option<String>,
    /// The moves before it, in UCI or SAN, separated by spaces.
    moves: Option<String>,
    /// The language of the explanation, as a BCP 47 tag; English if missing.
    language: Option<String>,
}

impl From<ExplainQuery> for ExplainRequest {
    fn from(query: ExplainQuery) -> ExplainRequest {
        let ExplainQuery { variant, text, fen, moves, language } = query;
        let MovesRequest { variant, fen, moves, language } = MovesQuery { variant, fen, moves, language }.into();
        ExplainRequest { variant, text, fen, moves, language }
    }
}

/// Explain a move
///
/// Returns the rule that makes the move illegal, or its effects.
#[utoipa::path(get, path = "/explain", tag = "rules", params(ExplainQuery), responses(
    (status = 200, description = "The explanation of the move, legal or illegal", body = wire::Explanation),
    QueryProblems,
))]
pub async fn get_explain(
    State(workers): State<RequestWorkers>,
    _permit: ClientPermit,
    Query(query): Query<ExplainQuery>,
) -> Result<axum::Json<wire::Explanation>, Problem> {
    respond(&workers, query.into()).await
}

/// Explain a move
///
/// Returns the rule that makes the move illegal, or its effects.
#[utoipa::path(post, path = "/explain", tag = "rules", request_body = ExplainRequest, responses(
    (status = 200, description = "The explanation of the move, legal or illegal", body = wire::Explanation),
    BodyProblems,
))]
pub async fn post_explain(
    State(workers): State<RequestWorkers>,
    _permit: ClientPermit,
    Json(request): Json<ExplainRequest>,
) -> Result<axum::Json<wire::Explanation>, Problem> {
    respond(&workers, request).await
}

async fn respond(workers: &RequestWorkers, request: ExplainRequest) -> Result<axum::Json<wire::Explanation>, Problem> {
    let ExplainRequest { variant, text, fen, moves, language } = request;
    let explain = move |game: &dyn AnyGame| {
        let bad_move = |error| Problem::new(Kind::BadMove, game.complaint(&error)).at("move");
        wire::explain(game, &text).map_err(bad_move)
    };
    MovesRequest { variant, fen, moves, language }.answer(workers, explain).await
}
