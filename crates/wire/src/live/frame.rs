//! What the server says.

use crate::{Color, Problem};

use super::{GameAct, RematchOffer, SharedGame};

shapes! {
    /// What the server says on the WebSocket.
    #[derive(Eq)]
    // Fields are renamed one by one: the OpenAPI document does not follow `rename_all_fields`.
    #[serde(tag = "kind")]
    #[expect(clippy::large_enum_variant, reason = "the server boxes the frames that wait")]
    pub enum Frame {
        /// The answer to `hello`.
        Welcome {
            /// The version of the protocol.
            protocol: u32,
            /// Who the client is; none without a session, which may watch.
            you: Option<You>,
            /// The server's time in milliseconds since 1970.
            now: u64,
            /// The client's games that have not ended.
            games: Vec<OwnGame>,
        },
        /// A game, as the answer to `watch`.
        Game {
            /// The game.
            #[serde(flatten)]
            game: SharedGame,
            /// Who is here.
            here: [bool; 2],
            /// How many spectators there are.
            watchers: u32,
        },
        /// Something has happened in a game.
        Act(GameAct),
        /// A request is done, and is not lost any more.
        Ack {
            /// The name of the request.
            id: String,
            /// The act that answers it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seq: Option<u64>,
        },
        /// A request cannot be done.
        Refused {
            /// The name of the request; none if it has no readable one.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            id: Option<String>,
            /// The game, where the request was to watch it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            game: Option<String>,
            /// Why.
            problem: Problem,
        },
        /// Who is here.
        Here {
            /// The game.
            game: String,
            /// White.
            white: Presence,
            /// Black.
            black: Presence,
            /// How many spectators there are.
            watchers: u32,
        },
        /// The rematch of a game that has ended: the offer that is open, if any, or the game that has begun.
        Rematch {
            /// The game that has ended.
            game: String,
            /// The offer that waits for an answer.
            #[serde(rename = "rematchOffer", skip_serializing_if = "Option::is_none", default)]
            rematch_offer: Option<RematchOffer>,
            /// The rematch, once it has begun.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            rematch: Option<String>,
        },
        /// A game of the client has begun.
        Started {
            /// The game.
            game: String,
            /// The client's side.
            side: Color,
            /// The challenge that it came from.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            challenge: Option<String>,
            /// The game that it is a rematch of.
            #[serde(rename = "rematchOf", skip_serializing_if = "Option::is_none", default)]
            rematch_of: Option<String>,
        },
        /// The other player of a game that has ended wants a rematch.
        Challenged {
            /// The challenge.
            challenge: String,
            /// The game that has ended.
            #[serde(rename = "rematchOf", skip_serializing_if = "Option::is_none", default)]
            rematch_of: Option<String>,
        },
        /// A challenge is void.
        Unchallenged {
            /// The challenge.
            challenge: String,
            /// How.
            how: ChallengeEnd,
        },
        /// The answer to `ping`.
        Pong {
            /// The number of the ping.
            n: u64,
            /// The server's time in milliseconds since 1970.
            now: u64,
        },
        /// The server ends the connection.
        Bye {
            /// Why.
            why: ByeReason,
            /// How long to wait before coming back, in milliseconds.
            #[serde(rename = "backMs")]
            back_ms: u64,
        },
    }

    /// Who a client is.
    #[derive(Eq)]
    pub struct You {
        /// The id of a guest.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub guest: Option<String>,
        /// The id of the person; in frames only as of protocol 2.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub person: Option<String>,
        /// The name.
        pub name: String,
    }

    /// A game of the client that has not ended.
    #[derive(Eq)]
    pub struct OwnGame {
        /// The game.
        pub game: String,
        /// The client's side.
        pub side: Color,
        /// Whether it is the client's turn.
        pub your_turn: bool,
        /// When the time of the side to move is up, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
    }

    /// Whether a player is here.
    #[derive(Copy, Eq)]
    pub struct Presence {
        /// Whether one of the player's connections watches the game.
        pub here: bool,
        /// The way to the player and back, in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ping_ms: Option<u32>,
        /// When the opponent may claim the game if the player does not come back, in milliseconds from now.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub gone_in_ms: Option<u64>,
    }
}

words! {
    /// How a challenge became void.
    pub enum ChallengeEnd;

    /// A player declined it.
    Declined,
    /// Its maker withdrew it.
    Withdrawn,
    /// No one accepted it in time.
    Expired,
}

words! {
    /// Why the server ends a connection.
    pub enum ByeReason;

    /// The server restarts.
    Restart,
    /// The client was silent for too long.
    Idle,
    /// The client sent too many messages.
    Limit,
    /// The player has too many connections.
    Elsewhere,
    /// The client speaks a version of the protocol that is not served, or that lacks what a game has that it watches.
    Protocol,
    /// The session has ended or changed.
    Session,
}
