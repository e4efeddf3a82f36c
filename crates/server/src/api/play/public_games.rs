//! The handler for the list of running games that everyone may watch.

use faraday_wire::live::PublicGameList;

use crate::api::errors::ListProblems;
use crate::client::ClientPermit;
use crate::people::Visitor;
use crate::problem::Problem;

/// List the running games that everyone may watch
///
/// Lists games with a clock whose players both show their games, without those in which you play.
#[utoipa::path(get, path = "/games/live", tag = "play", operation_id = "public_games", responses(
    (status = 200, description = "The games", body = PublicGameList),
    ListProblems,
))]
pub async fn list(_permit: ClientPermit, visitor: Visitor) -> Result<axum::Json<PublicGameList>, Problem> {
    let viewer = visitor.session.map(|session| session.who);
    Ok(axum::Json(PublicGameList { games: visitor.play.public_games(viewer).await? }))
}
