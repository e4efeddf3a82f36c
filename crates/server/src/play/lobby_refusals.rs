//! The refusal of a second rated game with a clock.

use faraday_wire::NotNowReason;

use crate::problem::{Kind, Problem};

/// The player of a new rated game with a clock who is in another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatedPlayer {
    /// The player whose request begins the game.
    Actor,
    Opponent,
}

/// Returns the problem for a second rated game with a clock.
pub fn in_rated_game(player: RatedPlayer) -> Problem {
    let (reason, detail) = match player {
        RatedPlayer::Actor => (NotNowReason::InRatedGame, "you are in a rated game with a clock: finish it first"),
        RatedPlayer::Opponent => {
            (NotNowReason::OpponentInRatedGame, "the other player is in a rated game with a clock: try again later")
        }
    };
    Problem::new(Kind::NotNow, detail).because(reason)
}
