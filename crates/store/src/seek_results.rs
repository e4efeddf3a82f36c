//! The results of posting and taking seeks.

use faraday_play::Timestamp;

use crate::matching::SeekObstacle;
use crate::{GameId, PersonId, SeekId};

/// A game that has begun from a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BegunGame {
    #[expect(missing_docs, reason = "the name says it")]
    pub game: GameId,
    /// The person whose seek it was.
    pub seeker: PersonId,
    /// The player of White.
    pub white: PersonId,
}

/// The result of seeking a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostSeekResult {
    /// The seek of another person fits, and the game has begun.
    Begun(BegunGame),
    /// An earlier request with the same ids has led to this game.
    Earlier(GameId),
    /// No seek fits, so this one waits.
    Waiting(SeekId),
    /// The person has this number of seeks, which is the maximum.
    TooMany(u64),
    /// Only members can seek rated games or opponents of about the same strength.
    NoAccount,
    /// The person must wait until then, because of aborted games with a clock.
    MustWait(Timestamp),
    /// The person is in a rated game with a clock, and seeks another one.
    InRatedGame,
    /// The session has ended.
    NoSession,
}

/// The result of taking a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakeSeekResult {
    /// The game has begun.
    Begun(BegunGame),
    /// The game of the seek has begun earlier, and the person plays in it.
    Earlier(GameId),
    /// The seek is the person's own.
    Own,
    /// Another person has taken the seek, or it has ended.
    Gone,
    /// The seek and the person do not fit.
    Refused(SeekObstacle),
}
