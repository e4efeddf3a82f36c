//! Frames: the WebSocket messages from the server to a client.

use crate::{Color, Problem};

use super::{GameAct, GameRating, RematchOffer, SharedGame};

wire_types! {
    /// A message from the server on the WebSocket.
    // Fields are renamed one by one: the OpenAPI document does not follow `rename_all_fields`.
    #[serde(tag = "kind")]
    #[expect(clippy::large_enum_variant, reason = "the server boxes the frames that wait")]
    pub enum Frame {
        /// The answer to `hello`.
        Welcome {
            /// The version of the protocol.
            protocol: u32,
            /// The identity of the client; missing without a session, which can only watch games.
            #[serde(rename = "you")]
            identity: Option<Identity>,
            /// The time of the server in milliseconds since 1970.
            now: u64,
            /// The running games of the client.
            games: Vec<OwnGame>,
        },
        /// A game, as the answer to `watch`.
        Game {
            /// The game.
            #[serde(flatten)]
            game: SharedGame,
            /// The presence of White and Black: true for a connected player.
            #[serde(rename = "here")]
            presence: [bool; 2],
            /// The number of spectators.
            #[serde(rename = "watchers")]
            spectators: u32,
        },
        /// An act in a game.
        Act(GameAct),
        /// A request was carried out and its effect is stored.
        Ack {
            /// The id of the request.
            id: String,
            /// The number of the act that resulted from it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seq: Option<u64>,
        },
        /// A request was rejected.
        Refused {
            /// The id of the request; missing if it has no readable one.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            id: Option<String>,
            /// The id of the game, if the request was to watch it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            game: Option<String>,
            /// The reason.
            problem: Problem,
        },
        /// A change in the presence of players or spectators.
        Here {
            /// The id of the game.
            game: String,
            /// The presence of White.
            white: Presence,
            /// The presence of Black.
            black: Presence,
            /// The number of spectators.
            #[serde(rename = "watchers")]
            spectators: u32,
        },
        /// The rematch of a finished game: the open offer, if any, or the new game.
        Rematch {
            /// The id of the finished game.
            game: String,
            /// The offer that waits for an answer.
            #[serde(rename = "rematchOffer", skip_serializing_if = "Option::is_none", default)]
            rematch_offer: Option<RematchOffer>,
            /// The id of the new game, once it has started.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            rematch: Option<String>,
        },
        /// An ended rated game was settled; since protocol 2.
        Rated {
            /// The effect on the ratings of both players.
            rating: GameRating,
        },
        /// A game of the client has started.
        Started {
            /// The id of the game.
            game: String,
            /// The client's side.
            side: Color,
            /// The id of the challenge that it came from.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            challenge: Option<String>,
            /// The id of the game that it is a rematch of.
            #[serde(rename = "rematchOf", skip_serializing_if = "Option::is_none", default)]
            rematch_of: Option<String>,
        },
        /// The other player of a finished game offers a rematch.
        Challenged {
            /// The id of the challenge.
            challenge: String,
            /// The id of the finished game.
            #[serde(rename = "rematchOf", skip_serializing_if = "Option::is_none", default)]
            rematch_of: Option<String>,
        },
        /// A challenge is no longer open.
        Unchallenged {
            /// The id of the challenge.
            challenge: String,
            /// The reason.
            #[serde(rename = "how")]
            reason: ChallengeEnd,
        },
        /// The notices of the client have changed.
        Notice {
            /// The number of unread notices.
            unread: u64,
        },
        /// The answer to `ping`.
        Pong {
            /// The number in the ping.
            n: u64,
            /// The time of the server in milliseconds since 1970.
            now: u64,
        },
        /// The server closes the connection.
        Bye {
            /// The reason.
            #[serde(rename = "why")]
            reason: ByeReason,
            /// The time to wait before reconnecting, in milliseconds.
            #[serde(rename = "backMs")]
            reconnect_ms: u64,
        },
    }

    /// The identity of a client.
    #[derive(Eq)]
    pub struct Identity {
        /// The id of a guest.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub guest: Option<String>,
        /// The id of the person; in frames only since protocol 2.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub person: Option<String>,
        /// The name of the client.
        pub name: String,
        /// The role of a member; missing for guests, and in frames of protocol 1.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub role: Option<super::PersonRole>,
    }

    /// A running game of the client.
    #[derive(Eq)]
    pub struct OwnGame {
        /// The id of the game.
        pub game: String,
        /// The client's side.
        pub side: Color,
        /// True if the client is to move.
        pub your_turn: bool,
        /// The time at which the side to move runs out of time, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
    }

    /// The presence of a player.
    #[derive(Copy, Eq)]
    pub struct Presence {
        /// True if one of the player's connections watches the game.
        #[serde(rename = "here")]
        pub is_present: bool,
        /// The round-trip time to the player in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ping_ms: Option<u32>,
        /// The time until the opponent may claim the game if the player does not return, in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub gone_in_ms: Option<u64>,
    }
}

string_enum! {
    /// The reason why a challenge is no longer open.
    pub enum ChallengeEnd;

    /// A player declined it.
    Declined,
    /// The player who proposed the game withdrew it.
    Withdrawn,
    /// It was not accepted in time.
    Expired,
}

string_enum! {
    /// The reason why the server closes a connection.
    pub enum ByeReason;

    /// The server is restarting.
    Restart,
    /// The client was silent for too long.
    Idle,
    /// The client sent too many messages.
    Limit,
    /// The player has too many connections.
    Elsewhere,
    /// The client's version of the protocol is not served, or lacks a feature of a game that it watches.
    Protocol,
    /// The session has ended or changed.
    Session,
}
