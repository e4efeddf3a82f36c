//! What may be played in a position.

use axum::extract::State;
use faraday_wire as wire;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::errors::{BodyProblems, QueryProblems};
use super::language;
use super::placement::Placement;
use crate::client::Caller;
use crate::problem::Problem;
use crate::request::{Json, Query};
use crate::thinking::Thinking;

/// A position.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MovesRequest {
    /// The variant's id.
    pub variant: String,
    /// The position from which the moves start; the start of a game if it is left out.
    pub fen: Option<String>,
    /// Moves from there, in UCI or SAN.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of error messages, as a BCP 47 tag; English if it is left out.
    pub language: Option<String>,
}

/// A position in an address.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MovesQuery {
    /// The variant's id.
    variant: String,
    /// The position from which the moves start; the start of a game if it is left out.
    fen: Option<String>,
    /// Moves from there, in UCI or SAN, with spaces between them.
    moves: Option<String>,
    /// The language of error messages, as a BCP 47 tag; English if it is left out.
    language: Option<String>,
}

impl From<MovesQuery> for MovesRequest {
    fn from(query: MovesQuery) -> MovesRequest {
        let MovesQuery { variant, fen, moves, language } = query;
        let Placement { variant, fen, moves } = Placement::of_query(variant, fen, moves.as_deref());
        MovesRequest { variant, fen, moves, language }
    }
}

/// Lists the legal moves of a position
#[utoipa::path(get, path = "/moves", tag = "rules", params(MovesQuery), responses(
    (status = 200, description = "The position and its legal moves, none once the game is over", body = wire::Snapshot),
    QueryProblems,
))]
pub async fn get_moves(
    State(thinking): State<Thinking>,
    _caller: Caller,
    Query(query): Query<MovesQuery>,
) -> Result<axum::Json<wire::Snapshot>, Problem> {
    tell(&thinking, query.into()).await
}

/// Lists the legal moves of a position
#[utoipa::path(post, path = "/moves", tag = "rules", request_body = MovesRequest, responses(
    (status = 200, description = "The position and its legal moves, none once the game is over", body = wire::Snapshot),
    BodyProblems,
))]
pub async fn post_moves(
    State(thinking): State<Thinking>,
    _caller: Caller,
    Json(request): Json<MovesRequest>,
) -> Result<axum::Json<wire::Snapshot>, Problem> {
    tell(&thinking, request).await
}

async fn tell(thinking: &Thinking, request: MovesRequest) -> Result<axum::Json<wire::Snapshot>, Problem> {
    let MovesRequest { variant, fen, moves, language } = request;
    let language = language::read(language.as_deref())?;
    let placement = Placement { variant, fen, moves };
    thinking
        .answer(move |limits| Ok(axum::Json(wire::snapshot(&*placement.game(language, limits.moves_per_request)?))))
        .await
}
