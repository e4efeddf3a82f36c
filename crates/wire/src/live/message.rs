//! Messages: the WebSocket messages from a client to the server.

use std::collections::BTreeMap;

use super::Offer;

wire_types! {
    /// A message from a client on the WebSocket.
    #[derive(Eq)]
    #[serde(tag = "kind")]
    pub enum Message {
        /// The first message of a connection.
        Hello {
            /// The version of the protocol that the client speaks.
            protocol: u32,
        },
        /// Subscribes to a game.
        Watch {
            /// The id of the game.
            game: String,
            /// The number of the last act that the client has; missing for all acts.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
        },
        /// Subscribes to a game like `watch`, for a small board in a list: the client does not count as a spectator.
        Preview {
            /// The id of the game.
            game: String,
            /// The number of the last act that the client has; missing for all acts.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
        },
        /// Ends the subscription to a game.
        Unwatch {
            /// The id of the game.
            game: String,
        },
        /// Plays a move.
        Move {
            /// The id of the request: 16 to 32 letters, digits, `-`, and `_`. A resent request keeps its id.
            id: String,
            /// The id of the game.
            game: String,
            /// The number of the last act that the client has.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
            /// The number of the move in the game, from 0.
            ply: usize,
            /// The move in UCI.
            uci: String,
            /// True to offer a draw with the move.
            #[serde(skip_serializing_if = "std::ops::Not::not", default)]
            draw: bool,
        },
        /// Does something other than moving in a game.
        Act {
            /// The id of the request.
            id: String,
            /// The id of the game.
            game: String,
            /// The number of the last act that the client has.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
            /// The action.
            #[serde(rename = "do")]
            action: GameAction,
            /// The number of the act that made the offer which `yes` or `no` answers; required if two offers are open.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            to: Option<u64>,
        },
        /// Offers a rematch with sides swapped, or accepts one.
        Rematch {
            /// The id of the request.
            id: String,
            /// The id of the finished game.
            game: String,
            /// True for a rated rematch, false for a casual one; like the finished game if missing.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            rated: Option<bool>,
        },
        /// Measures the round-trip time, and compares the state of the watched games.
        Ping {
            /// Any number; the answer contains the same one.
            n: u64,
            /// The number of the last act for each watched game.
            #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
            seen: BTreeMap<String, u64>,
        },
    }

    /// An action of a player other than a move.
    #[derive(Copy, Eq)]
    pub enum GameAction {
        /// Resigns the game.
        Resign,
        /// Aborts the game before both sides have moved.
        Abort,
        /// Offers a draw, or accepts one.
        Draw,
        /// Requests to take back the player's own last move.
        Takeback,
        /// Accepts an offer.
        Yes,
        /// Declines an offer.
        No,
        /// Gives the opponent time.
        GiveTime,
        /// Claims the win because the opponent has left.
        ClaimWin,
        /// Claims a draw because the opponent has left.
        ClaimDraw,
        /// Claims the result that a tablebase gives for the position.
        ClaimTable,
    }
}

impl From<Offer> for GameAction {
    fn from(offer: Offer) -> GameAction {
        match offer {
            Offer::Draw => GameAction::Draw,
            Offer::Takeback => GameAction::Takeback,
        }
    }
}
