//! Requests that players send during a game.

use std::time::Duration;

use faraday_rules::Color;

use crate::{Claim, RequestId, Timestamp};

/// A request with the side of its player.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Command {
    pub side: Color,
    /// The client's id of the request.
    pub id: Option<RequestId>,
    pub wish: Wish,
}

/// A player's request during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wish {
    Move(Sent),
    Resign,
    /// Ends the game without a result, before both sides have moved.
    Abort,
    /// Offers a draw or accepts an open offer of one.
    Draw,
    /// Asks to take back the player's last move.
    Takeback,
    /// Accepts the offer with this number, or the only open one if there is no number.
    Yes(Option<u64>),
    /// Declines an offer of the opponent.
    No(Option<u64>),
    /// Adds time to the opponent's clock.
    GiveTime,
    /// Claims the game from an absent opponent.
    Claim {
        claim: Claim,
        /// The time when the opponent left.
        away_since: Timestamp,
    },
}

/// A move as sent by the client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Sent {
    /// The move, in UCI.
    pub uci: String,
    /// The number of the move in the game, starting at 0. It makes it safe to send the move again.
    pub ply: usize,
    /// The last act that the player had seen. A move from before a takeback is stale.
    pub seen: Option<u64>,
    /// True if the move carries a draw offer.
    pub draw: bool,
    pub transit: Transit,
}

/// The network delays of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transit {
    /// The delay of the previous move on its way to this player, which was not their fault.
    pub delay: Duration,
    /// The lag of this move, measured by the server and never reported by a client.
    pub lag: Duration,
}

impl Command {
    /// Returns a request without an id.
    pub const fn of(side: Color, wish: Wish) -> Command {
        Command { side, id: None, wish }
    }

    /// Returns a move without network delays.
    pub fn to_move(side: Color, ply: usize, uci: impl Into<String>) -> Command {
        let transit = Transit::default();
        Command::of(side, Wish::Move(Sent { uci: uci.into(), ply, seen: None, draw: false, transit }))
    }
}
