//! Play between people by HTTP: sessions, challenges, games.

pub mod acts;
pub mod challenges;
pub mod games;
pub mod live;
pub mod plans;
pub mod session;

use faraday_store::GameId;

use crate::games::Failure;
use crate::live::failed;
use crate::problem::Problem;

/// The game that an address names.
fn game_id(text: &str) -> Result<GameId, Problem> {
    GameId::parse(text).map_err(|_| failed(&Failure::NotFound))
}
