//! The origin of a game: the challenge, the earlier game, the seek, or the request from which it began.

use std::fmt;

use crate::{ChallengeId, GameId, SeekId};

/// The origin of a game. Origins are unique, so a second request for the same origin returns the existing game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An accepted challenge. An aborted game releases its origin.
    Challenge(ChallengeId),
    /// The previous game of a rematch.
    Rematch(GameId),
    /// A seek that has found an opponent.
    Seek(SeekId),
    /// A request for a game against the house, identified by a random number.
    House(u64),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Challenge(id) => write!(f, "challenge/{id}"),
            Origin::Rematch(game) => write!(f, "rematch/{game}"),
            Origin::Seek(id) => write!(f, "seek/{id}"),
            Origin::House(request) => write!(f, "house/{request:016x}"),
        }
    }
}
