//! Requests and responses of the HTTP API for games, sessions, and conditional moves.

use crate::Color;

use super::{GameOutcome, Leaves, OpenOffer, RematchOffer, Seats, Terms};

wire_types! {
    /// A new guest.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct NewGuest {
        /// The name, at most 20 characters; a random one if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
    }

    /// The session of a client, with its credentials.
    #[derive(Eq)]
    pub struct Session {
        /// The identity of the client; missing without a session.
        #[serde(rename = "who")]
        pub identity: Option<super::Identity>,
        /// The token for `Authorization: Bearer TOKEN`, returned only when the session begins. Browsers
        /// have a cookie instead.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub token: Option<String>,
        /// The origins at which other devices on the network reach the server, such as `http://192.0.2.7:8080`. A
        /// browser on the server's own machine needs them if its own address does not work from elsewhere.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub addresses: Vec<String>,
    }

    /// A one-time link that transfers a guest to another device.
    #[derive(Eq)]
    pub struct TransferLink {
        /// The link. Its token is after the `#`, which browsers do not send to servers.
        pub url: String,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
    }

    /// The one-time token of a link that transfers a guest to this device.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct TransferToken {
        /// The part of the link after the `#`.
        pub token: String,
    }

    /// An address to which email may be sent once it is confirmed.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct EmailAddress {
        /// The address, such as `ada@example.org`.
        pub address: String,
    }

    /// The token of a link in an email.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct EmailToken {
        /// The part of the link after the `#`.
        pub token: String,
    }

    /// A move to play.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct SentMove {
        /// The move in UCI.
        pub uci: String,
        /// The number of the move in the game, from 0.
        pub ply: usize,
        /// The number of the last act that the client has.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub seen: Option<u64>,
        /// True to offer a draw with the move.
        #[serde(default)]
        pub draw: bool,
    }

    /// A reference to an offer.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct OfferReference {
        /// The number of the act that made the offer; required if two offers are open.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub to: Option<u64>,
    }

    /// A rematch to offer or accept.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct NewRematch {
        /// True for a rated rematch, false for a casual one; like the finished game if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rated: Option<bool>,
    }

    /// A request was carried out and its effect is stored.
    #[derive(Eq)]
    pub struct Ack {
        /// The number of the act that resulted from it.
        pub seq: u64,
    }

    /// The consequence of an abort.
    #[derive(Eq)]
    pub struct AbortWait {
        /// The number of seconds for which you would have to wait for the next game with a clock from the lobby; missing
        /// if you would not.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub wait: Option<u32>,
    }

    /// The leave of a player.
    #[derive(Eq)]
    pub struct LeaveState {
        /// The start of the leave in force, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub from: Option<u64>,
        /// The end of the leave in force, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub until: Option<u64>,
        /// The number of days that the player can take from now.
        pub days_left: u32,
    }

    /// A leave to take.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewLeave {
        /// The number of days, from 1 to 28.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 28))]
        pub days: u32,
    }

    /// Games of a player.
    #[derive(Eq)]
    pub struct GameList {
        /// The games: running ones by deadline, the earliest first; finished ones with the latest first.
        pub games: Vec<ListedGame>,
        /// The value of `before` that requests the next page, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<String>,
    }

    /// An entry in the list of a player's games.
    #[derive(Eq)]
    pub struct ListedGame {
        /// The id of the game.
        pub game: String,
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The players.
        pub seats: Seats,
        /// The client's side.
        pub side: Color,
        /// The FEN of the current position.
        pub fen: String,
        /// The last move in UCI.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_move: Option<String>,
        /// The number of moves played.
        pub plies: usize,
        /// True if the client is to move.
        pub your_turn: bool,
        /// The time at which the side to move runs out of time, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// The players' leaves in force.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub leaves: Option<Leaves>,
        /// The number of the client's conditional moves along the longest line; missing if there are none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub plan_depth: Option<usize>,
        /// The open offers of the opponent in a running game.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub offers: Vec<OpenOffer>,
        /// The start of the game in milliseconds since 1970.
        pub started_at: u64,
        /// The end of the game, if it is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
        /// The side that aborted the game, if either did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub aborted_by: Option<Color>,
        /// The side whose first move did not come in time, if that aborted the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub missed_by: Option<Color>,
        /// The offer of a rematch that waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_offer: Option<RematchOffer>,
    }

    /// Conditional moves in a correspondence game.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Plan {
        /// The number of the last act of the game, to which the plan applies.
        pub after: u64,
        /// The answers to the opponent's next move.
        pub branches: Vec<Branch>,
    }

    /// An answer to one move, with the continuation.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub struct Branch {
        /// The opponent's move in UCI.
        pub expected: String,
        /// The answer in UCI.
        pub answer: String,
        /// The answers to the opponent's moves after that.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub then: Vec<Branch>,
    }
}

impl From<Plan> for faraday_play::Plan {
    fn from(plan: Plan) -> faraday_play::Plan {
        faraday_play::Plan { after: plan.after, branches: plan.branches.into_iter().map(Into::into).collect() }
    }
}

impl From<Branch> for faraday_play::Branch {
    fn from(Branch { expected, answer, then }: Branch) -> faraday_play::Branch {
        faraday_play::Branch { expected, answer, then: then.into_iter().map(Into::into).collect() }
    }
}

impl From<faraday_play::Plan> for Plan {
    fn from(plan: faraday_play::Plan) -> Plan {
        Plan { after: plan.after, branches: plan.branches.into_iter().map(Into::into).collect() }
    }
}

impl From<faraday_play::Branch> for Branch {
    fn from(branch: faraday_play::Branch) -> Branch {
        let faraday_play::Branch { expected, answer, then } = branch;
        Branch { expected, answer, then: then.into_iter().map(Into::into).collect() }
    }
}
