//! Refusals of games with a clock: a rated one is running, or the player must wait after aborted games from the lobby.

use faraday_play::Timestamp;
use faraday_variants::Language;
use faraday_wire::NotNowReason;

use crate::mail::Texts;
use crate::problem::{Kind, Problem};

/// The player who prevents a new rated game with a clock, by playing another one.
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

/// Returns the problem for a person who must wait before the next game with a clock from the lobby.
pub fn must_wait(until: Timestamp, now: Timestamp) -> Problem {
    let time = Texts::of(Language::ENGLISH).time.of(until.since(now));
    let detail = format!(
        "you aborted a game from the lobby, or did not make your first move in time: you can seek the next game with a \
         clock in {time}"
    );
    Problem::new(Kind::NotNow, detail).because(NotNowReason::Wait).remaining(seconds_until(until, now))
}

/// Returns the number of seconds until a time, rounded up.
pub fn seconds_until(until: Timestamp, now: Timestamp) -> u32 {
    u32::try_from(until.since(now).as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}
