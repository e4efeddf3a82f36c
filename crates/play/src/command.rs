//! Requests of players during a game: moves, offers, claims, and resignations.

use std::time::Duration;

use faraday_rules::Color;

use crate::{Claim, RequestId, TableCertificate, Timestamp};

/// A request of a player: an action and the side that asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Command {
    pub side: Color,
    /// The client's id of the request.
    pub id: Option<RequestId>,
    pub action: Action,
}

/// The action in a player's request: a move, an offer, an answer to one, a claim, or an end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Action {
    Move(MoveRequest),
    Resign,
    /// Ends the game without a result, before both sides have moved.
    Abort,
    /// Offers a draw or accepts an open offer of one.
    Draw,
    /// Asks to take back the player's last move.
    Takeback,
    /// Accepts the offer with this number, or the only open one if there is no number.
    Accept(Option<u64>),
    /// Declines an offer of the opponent.
    Decline(Option<u64>),
    /// Adds time to the opponent's clock.
    GiveTime,
    /// Claims the game from an absent opponent.
    Claim {
        claim: Claim,
        /// The time when the opponent left.
        away_since: Timestamp,
    },
    /// Claims the result that a tablebase gives for the position (T.8).
    ClaimTable(TableClaim),
}

/// A claim of the result in a tablebase, which the caller has looked up (T.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableClaim {
    /// The number of the act that led to the position.
    pub seq: u64,
    /// The claimed result: a win of the claimant, or a draw.
    pub claim: Claim,
    /// The entry of the table.
    pub certificate: TableCertificate,
}

/// A move as sent by the client, with its ply, so that it can be resent safely.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MoveRequest {
    /// The move, in UCI.
    pub uci: String,
    /// The number of the move in the game, starting at 0. It makes it safe to send the move again.
    pub ply: usize,
    /// The last act that the player had seen. A move from before a takeback is stale.
    pub seen: Option<u64>,
    /// True if the move carries a draw offer.
    pub draw: bool,
    pub latency: Latency,
}

/// The network delays of a move, for lag compensation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Latency {
    /// The delay of the previous move on its way to this player, which was not their fault.
    pub delay: Duration,
    /// The lag of this move, measured by the server and never reported by a client.
    pub lag: Duration,
}

impl Command {
    /// Returns a request without an id.
    pub const fn of(side: Color, action: Action) -> Command {
        Command { side, id: None, action }
    }

    /// Returns a move without network delays.
    pub fn to_move(side: Color, ply: usize, uci: impl Into<String>) -> Command {
        let latency = Latency::default();
        Command::of(side, Action::Move(MoveRequest { uci: uci.into(), ply, seen: None, draw: false, latency }))
    }
}
