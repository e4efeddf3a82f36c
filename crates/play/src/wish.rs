//! What a player wants.

use std::time::Duration;

use faraday_rules::Color;

use crate::{Claim, RequestId, Timestamp};

/// What a player wants, and who that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The side of the player.
    pub side: Color,
    /// The name of the request.
    pub id: Option<RequestId>,
    /// What is wanted.
    pub wish: Wish,
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To move.
    Move(Sent),
    /// To give up.
    Resign,
    /// To break off before both have moved.
    Abort,
    /// To offer a draw, or to accept one that is offered.
    Draw,
    /// To take back the last move of one's own.
    Takeback,
    /// To accept an offer: the one with this number; the only one if none is said.
    Yes(Option<u64>),
    /// To decline an offer.
    No(Option<u64>),
    /// To give the opponent time.
    GiveTime,
    /// To claim the game from an opponent who is away.
    Claim {
        /// What is claimed.
        claim: Claim,
        /// Since when the opponent is away.
        away_since: Timestamp,
    },
}

/// A move, as its player has sent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    /// The move, in UCI.
    pub uci: String,
    /// The number that it has in the game, from 0: what makes it safe to send it again.
    pub ply: usize,
    /// The last act that its player had seen; a move from before a takeback is stale.
    pub seen: Option<u64>,
    /// Whether to offer a draw with it.
    pub draw: bool,
    /// How it came.
    pub transit: Transit,
}

/// How a move came to whoever decides on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transit {
    /// How long the move before was held up on its way to this player, through no fault of theirs.
    pub delay: Duration,
    /// How long this one was on the way, as measured by the server and never as told by a client.
    pub lag: Duration,
}

impl Command {
    /// What a side wants, without a name for the request.
    pub const fn of(side: Color, wish: Wish) -> Command {
        Command { side, id: None, wish }
    }

    /// A move that takes no time to arrive.
    pub fn to_move(side: Color, ply: usize, uci: impl Into<String>) -> Command {
        let transit = Transit::default();
        Command::of(side, Wish::Move(Sent { uci: uci.into(), ply, seen: None, draw: false, transit }))
    }
}
