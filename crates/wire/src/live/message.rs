//! What a client says.

use std::collections::BTreeMap;

use super::Offer;

shapes! {
    /// What a client says on the WebSocket.
    #[derive(Eq)]
    #[serde(tag = "kind")]
    pub enum Message {
        /// The first message.
        Hello {
            /// The version of the protocol that the client speaks.
            protocol: u32,
        },
        /// To be told what happens in a game.
        Watch {
            /// The game.
            game: String,
            /// The last act that the client has; everything if it is left out.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
        },
        /// Not to be told any more.
        Unwatch {
            /// The game.
            game: String,
        },
        /// To move.
        Move {
            /// The name of the request: 16 to 32 letters, digits, `-` and `_`, resent unchanged.
            id: String,
            /// The game.
            game: String,
            /// The last act that the client has.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
            /// The number of the move in the game, from 0.
            ply: usize,
            /// The move.
            uci: String,
            /// Whether to offer a draw with it.
            #[serde(skip_serializing_if = "std::ops::Not::not", default)]
            draw: bool,
        },
        /// To do something else in a game.
        Act {
            /// The name of the request.
            id: String,
            /// The game.
            game: String,
            /// The last act that the client has.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            seen: Option<u64>,
            /// What.
            #[serde(rename = "do")]
            wanted: Wanted,
            /// The number of the act that made the offer which `yes` and `no` answer; needed if two stand.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            to: Option<u64>,
        },
        /// To play again with sides changed, or to accept that.
        Rematch {
            /// The name of the request.
            id: String,
            /// The game that has ended.
            game: String,
        },
        /// To measure the way, and to compare what is known of games.
        Ping {
            /// Any number, which comes back.
            n: u64,
            /// The last act of each game that is watched.
            #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
            seen: BTreeMap<String, u64>,
        },
    }

    /// What a player wants besides moving.
    #[derive(Copy, Eq)]
    pub enum Wanted {
        /// To give up.
        Resign,
        /// To break off before both have moved.
        Abort,
        /// To offer a draw, or to accept one.
        Draw,
        /// To take back the last move of one's own.
        Takeback,
        /// To accept an offer.
        Yes,
        /// To decline an offer.
        No,
        /// To give the opponent time.
        GiveTime,
        /// To claim the win from an opponent who has left.
        ClaimWin,
        /// To claim a draw from an opponent who has left.
        ClaimDraw,
    }
}

impl From<Offer> for Wanted {
    fn from(offer: Offer) -> Wanted {
        match offer {
            Offer::Draw => Wanted::Draw,
            Offer::Takeback => Wanted::Takeback,
        }
    }
}
