//! The handler that annuls a rated game.

use faraday_store::GameId;
use faraday_wire::live::{GameRating, NewAnnulment};

use crate::api::errors::AnnulmentProblems;
use crate::client::ClientPermit;
use crate::games::Failure;
use crate::people::Moderator;
use crate::problem::Problem;
use crate::request::{Json, Path};
use crate::security_log::SecurityEvent;
use crate::shapes::failed;

/// Annul a rated game
///
/// For moderators and admins. The game no longer counts for ratings (T.7d). A further change of each rating takes back
/// what is left of the change by the game. Earlier changes stay as they are. Everyone who has the game can read the
/// reason. Repeating the request changes nothing. A game that does not count cannot be annulled.
#[utoipa::path(post, path = "/admin/games/{id}/annul", tag = "admin", operation_id = "annul_game",
    params(("id" = String, Path, description = "The id of the game")), request_body = NewAnnulment, responses(
        (status = 200, description = "The game is annulled", body = GameRating),
        AnnulmentProblems,
    ))]
pub async fn annul(
    permit: ClientPermit,
    Moderator { who, play }: Moderator,
    Path(id): Path<String>,
    Json(NewAnnulment { reason }): Json<NewAnnulment>,
) -> Result<axum::Json<GameRating>, Problem> {
    let id = GameId::parse(&id).map_err(|_| failed(&Failure::NotFound))?;
    let (game, is_new) = play.annul(id, &reason).await?;
    if is_new {
        for seat in game.seats.iter().filter(|seat| seat.who.house_level().is_none()) {
            SecurityEvent::GameAnnulled.log_by(Some(who), seat.who, permit.client());
        }
    }
    let rating = play.game_rating(&game).await?;
    play.games.announce_rating(id, rating.clone());
    Ok(axum::Json(rating))
}
