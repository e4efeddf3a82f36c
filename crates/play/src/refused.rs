//! The reasons why a player's request is refused.

use std::time::Duration;

use faraday_rules::{Color, MoveTextError};
use thiserror::Error;

use crate::Offer;
use crate::act::MOST_GIFTS;

/// The reason for refusing a player's request. The messages are for logs and programs; the web app has its own.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Refused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    #[error("it is {}'s turn", .0.name())]
    NotYourTurn(Color),
    /// Other acts have followed the last one that the player had seen.
    #[error("the game is at ply {ply}")]
    Stale {
        /// The number of the next move.
        ply: usize,
    },
    /// The move is illegal or malformed.
    #[error(transparent)]
    Illegal(#[from] MoveTextError),
    /// The side to move is out of time.
    #[error("time is up")]
    TimeUp,
    /// No offer is open, or not the one with this number.
    #[error("there is no such offer")]
    NoOffer,
    /// Two offers are open, and the answer does not specify one.
    #[error("two offers are open: say which one you mean")]
    WhichOffer,
    /// The same offer is open already.
    #[error("the same offer is open already")]
    Offered(Offer),
    /// The player must make more moves before the next draw offer (T.4).
    #[error("a draw may be offered again after {} more {}", .0, if *.0 == 1 { "move" } else { "moves" })]
    TooSoon(u32),
    /// A takeback of this move was declined.
    #[error("the takeback has been declined: you may ask again after the next move")]
    Declined,
    /// Both sides have moved, so the game cannot be aborted (T.4).
    #[error("both have moved: the game can be resigned, not aborted")]
    BothMoved,
    /// The player has no move to take back.
    #[error("there is no move to take back")]
    NothingPlayed,
    /// The player has already given time since the last move (T.4).
    #[error("time can be given once between two moves")]
    Given,
    /// The player has given time as often as a game allows (T.4).
    #[error("time can be given {MOST_GIFTS} times a game")]
    AllGiven,
    /// The journal has reached a length at which only moves and the end of the game are accepted.
    #[error("the game has had too many offers: only moves and the end of the game are left")]
    TooMany,
    /// The request is not allowed in a rated game (T.4).
    #[error("not allowed in a rated game")]
    Rated,
    /// The request requires a clock (T.4, T.5).
    #[error("the game has no clock")]
    NoClock,
    /// The opponent's clock is not running, so their absence costs no time (T.5).
    #[error("the opponent's clock is not running")]
    NotRunning,
    /// Only correspondence games can end by a tablebase claim (T.8).
    #[error("only correspondence games can end by a tablebase claim")]
    NotCorrespondence,
    /// A player has not moved yet (T.8).
    #[error("both players must move first")]
    FirstMoves,
    /// The tablebase does not give the claimed result (T.8a).
    #[error("the tablebase does not give this result")]
    TableDenies,
    /// The opponent has not been absent for long enough (T.5).
    #[error("the game can be claimed in {} s", .0.as_secs_f64().ceil())]
    NotYet(Duration),
}
