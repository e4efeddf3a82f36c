//! Why a player cannot have what they want.

use std::time::Duration;

use faraday_rules::{Color, MoveTextError};
use thiserror::Error;

use crate::Offer;
use crate::act::MOST_GIFTS;

/// Why a player cannot have what they want. The texts are for logs and programs; a page has its own.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// Nothing is decided after the end.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn.
    #[error("it is {}'s turn", .0.name())]
    NotYourTurn(Color),
    /// The game has gone on, or back, since the player last heard of it.
    #[error("the game is at ply {ply}")]
    Stale {
        /// The number of the next move.
        ply: usize,
    },
    /// The rules forbid the move, or it is none.
    #[error(transparent)]
    Illegal(#[from] MoveTextError),
    /// The time of the side to move is up.
    #[error("time is up")]
    TimeUp,
    /// There is no offer to answer, or not the one that is named.
    #[error("there is no such offer")]
    NoOffer,
    /// Two offers stand, and the answer does not say which it means.
    #[error("two offers are open: say which one you mean")]
    WhichOffer,
    /// The same offer stands already.
    #[error("the same offer is open already")]
    Offered(Offer),
    /// The last offer of a draw was not long enough ago (T.4).
    #[error("a draw may be offered again after {} more {}", .0, if *.0 == 1 { "move" } else { "moves" })]
    TooSoon(u32),
    /// A takeback of this move has been declined.
    #[error("the takeback has been declined: you may ask again after the next move")]
    Declined,
    /// Both have moved, so the game cannot be aborted (T.4).
    #[error("both have moved: the game can be resigned, not aborted")]
    BothMoved,
    /// The player has no move to take back.
    #[error("there is no move to take back")]
    NothingPlayed,
    /// The player has given time since the last move (T.4).
    #[error("time can be given once between two moves")]
    Given,
    /// The player has given time as often as a game allows (T.4).
    #[error("time can be given {MOST_GIFTS} times a game")]
    AllGiven,
    /// The journal is so long that only moves and what ends the game are taken.
    #[error("the game has had too many offers: only moves and the end of the game are left")]
    TooMany,
    /// Not in a rated game (T.4).
    #[error("not allowed in a rated game")]
    Rated,
    /// Not without a clock (T.4, T.5).
    #[error("the game has no clock")]
    NoClock,
    /// The opponent's clock is not running, so it does no harm that they are away (T.5).
    #[error("the opponent's clock is not running")]
    NotRunning,
    /// The opponent has not been away for long enough (T.5).
    #[error("the game can be claimed in {} s", .0.as_secs_f64().ceil())]
    NotYet(Duration),
}
