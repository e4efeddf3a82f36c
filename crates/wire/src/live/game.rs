//! The state of an online game, as players and spectators receive it.

use crate::Color;

use super::{GameOutcome, Offer, PlayedAct, Terms};

wire_types! {
    /// A game with its players and acts.
    #[derive(Eq)]
    pub struct SharedGame {
        /// The id of the game.
        pub game: String,
        /// The id of the variant.
        pub variant: String,
        /// The version of the rules.
        pub rules: String,
        /// The FEN of the first position; missing if it is the variant's starting position.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The agreed time control.
        pub terms: Terms,
        /// The start of the game in milliseconds since 1970.
        pub started_at: u64,
        /// The players.
        pub seats: Seats,
        /// The client's side; missing for a spectator.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The number of the last act, or of the last one in `acts` if there are more; 0 before the first.
        pub seq: u64,
        /// The acts, or those after the one that the client has seen: at most 1,000.
        pub acts: Vec<PlayedAct>,
        /// True if there are more acts; the other fields describe the game after act `seq`. On the WebSocket the rest
        /// follows without a request; over HTTP, request the game again with `after`.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub more: bool,
        /// The time left to White and Black after the last act, in milliseconds; null without a clock.
        #[cfg_attr(feature = "openapi", schema(required))]
        pub left: Option<[u64; 2]>,
        /// The side whose clock is running.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<RunningClock>,
        /// The time at which the side to move runs out of time, in milliseconds since 1970, including the time
        /// for a first move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// The last leave of each side, which may be over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub leaves: Option<Leaves>,
        /// The offers that wait for an answer.
        pub offers: Vec<OpenOffer>,
        /// The id of the previous game, if this one is a rematch.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_of: Option<String>,
        /// The offer of a rematch that waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_offer: Option<RematchOffer>,
        /// The id of the rematch, once it has started.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch: Option<String>,
        /// The end of the game, if it is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
    }

    /// The players of a game.
    #[derive(Eq)]
    pub struct Seats {
        /// The player with the white pieces.
        pub white: Player,
        /// The player with the black pieces.
        pub black: Player,
    }

    /// A player.
    #[derive(Eq)]
    pub struct Player {
        /// The id of a guest.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub guest: Option<String>,
        /// The id of the person; in frames only since protocol 2.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub person: Option<String>,
        /// The name of the player.
        pub name: String,
        /// The level of the house, from 1 to 10, if the server chooses the moves of this player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
        pub house: Option<u8>,
    }

    /// A running clock.
    #[derive(Copy, Eq)]
    pub struct RunningClock {
        /// The side to move.
        pub side: Color,
        /// The time since which it runs, in milliseconds since 1970.
        pub since: u64,
    }

    /// The last leave of each side in a game.
    #[derive(Copy, Eq)]
    pub struct Leaves {
        /// The last leave of White.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub white: Option<LeavePeriod>,
        /// The last leave of Black.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub black: Option<LeavePeriod>,
    }

    /// A leave: a period in which the time of its player does not run.
    #[derive(Copy, Eq)]
    pub struct LeavePeriod {
        /// The start in milliseconds since 1970.
        pub from: u64,
        /// The end in milliseconds since 1970.
        pub until: u64,
    }

    /// An open offer.
    #[derive(Copy, Eq)]
    pub struct OpenOffer {
        /// The kind of offer.
        pub what: Offer,
        /// The side that made the offer.
        pub side: Color,
        /// The number of the act that made the offer; answers refer to it.
        pub seq: u64,
    }

    /// An offer of a rematch: a challenge that only the other player can accept.
    #[derive(Eq)]
    pub struct RematchOffer {
        /// The side, in the finished game, of the player who offers the rematch.
        pub by: Color,
        /// The id of the challenge.
        pub challenge: String,
        /// True if the rematch is rated; it is like the finished game if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rated: Option<bool>,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
    }
}

impl Leaves {
    /// Returns these leaves of White and Black, if there is one.
    pub fn of(leaves: [Option<faraday_play::Leave>; 2]) -> Option<Leaves> {
        let [white, black] = leaves.map(|leave| leave.map(LeavePeriod::from));
        (white.is_some() || black.is_some()).then_some(Leaves { white, black })
    }
}

impl From<faraday_play::Leave> for LeavePeriod {
    fn from(leave: faraday_play::Leave) -> LeavePeriod {
        LeavePeriod { from: leave.from.as_millis(), until: leave.until.as_millis() }
    }
}

impl From<&faraday_play::OpenOffer> for OpenOffer {
    fn from(offer: &faraday_play::OpenOffer) -> OpenOffer {
        OpenOffer { what: offer.what.into(), side: offer.side.into(), seq: offer.seq }
    }
}
