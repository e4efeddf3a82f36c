//! Handlers for games against the house.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use faraday_wire::live;

use super::request_id;
use crate::api::errors::{HouseGameProblems, PlainProblems};
use crate::client::ClientPermit;
use crate::people::Player;
use crate::play::house_levels;
use crate::problem::Problem;
use crate::rate_limits::ChallengeLimit;
use crate::request::Json;

/// List the levels of the house
#[utoipa::path(get, path = "/house", tag = "play", operation_id = "house", responses(
    (status = 200, description = "The levels", body = live::HouseLevels),
    PlainProblems,
))]
pub async fn levels(_permit: ClientPermit) -> axum::Json<live::HouseLevels> {
    axum::Json(house_levels())
}

/// Begin a game against the house
///
/// The server chooses the moves of the opponent.
#[utoipa::path(post, path = "/house/games", tag = "play", operation_id = "begin_house_game",
    request_body = live::NewHouseGame, params(("Idempotency-Key" = Option<String>, Header, description = "The id of the request: 16 to 32 letters, digits, `-`, and `_`. A resent request keeps its id")),
    responses(
        (status = 201, description = "The game, which has started", body = live::JoinedGame),
        HouseGameProblems,
    ))]
pub async fn begin(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
    Json(new): Json<live::NewHouseGame>,
) -> Result<(StatusCode, axum::Json<live::JoinedGame>), Problem> {
    challenges.0.admit(permit.client())?;
    let request = request_id(&headers)?;
    Ok((StatusCode::CREATED, axum::Json(play.begin_house_game(who, new, request.as_ref()).await?)))
}
