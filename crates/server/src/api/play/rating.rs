//! The handler for the effect of a game on the ratings of its players.

use axum::extract::State;
use faraday_wire::live;

use super::game_id;
use crate::api::errors::GameRatingProblems;
use crate::client::ClientPermit;
use crate::games::Failure;
use crate::play::Play;
use crate::problem::Problem;
use crate::request::Path;
use crate::shapes::failed;

/// Get the ratings of a game's players
///
/// Before the end of a rated game, returns the current ratings of both players. A moment after the end, returns their
/// changes, or the reason why the game does not count.
#[utoipa::path(get, path = "/games/{id}/rating", tag = "play", operation_id = "game_rating",
    params(("id" = String, Path, description = "The id of the game")), responses(
        (status = 200, description = "The ratings", body = live::GameRating),
        GameRatingProblems,
    ))]
pub async fn rating(
    State(play): State<Play>,
    _permit: ClientPermit,
    Path(id): Path<String>,
) -> Result<axum::Json<live::GameRating>, Problem> {
    let game = play.store().game(game_id(&id)?).await?.ok_or_else(|| failed(&Failure::NotFound))?;
    Ok(axum::Json(play.game_rating(&game).await?))
}
