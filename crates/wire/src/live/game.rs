//! A game between two people, as everybody sees it.

use crate::Color;

use super::{Ended, Offer, PlayedAct, Terms};

shapes! {
    /// A game: what it is, who plays, and all that has happened.
    #[derive(Eq)]
    pub struct SharedGame {
        /// Its id.
        pub game: String,
        /// The id of its variant.
        pub variant: String,
        /// The version of the rules by which it is played.
        pub rules: String,
        /// The position in which it began; none if that is the variant's start.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// What was agreed on.
        pub terms: Terms,
        /// When it began, in milliseconds since 1970.
        pub started_at: u64,
        /// Who plays.
        pub seats: Seats,
        /// The side of whoever asks; none for a spectator.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The number of the last act, or of the last one here if there are more; 0 before the first.
        pub seq: u64,
        /// What has happened, or what has happened since the act that the client has seen: at most 1,000 acts.
        pub acts: Vec<PlayedAct>,
        /// Whether there are more acts: the rest of the game is told as of act `seq`. On the WebSocket they follow by
        /// themselves; by HTTP ask again with `after`.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub more: bool,
        /// What White and Black had left after the last act, in milliseconds; none without a clock.
        pub left: Option<[u64; 2]>,
        /// Whose time runs.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<Runs>,
        /// When the time of the side to move is up, in milliseconds since 1970, the time for a first move included.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// What is proposed, and waits for an answer.
        pub offers: Vec<StandingOffer>,
        /// The game before this one, if it is a rematch.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_of: Option<String>,
        /// The offer of a rematch that waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_offer: Option<RematchOffer>,
        /// The rematch, once there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch: Option<String>,
        /// How it has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Ended>,
    }

    /// Who plays.
    #[derive(Eq)]
    pub struct Seats {
        /// White.
        pub white: Player,
        /// Black.
        pub black: Player,
    }

    /// A player.
    #[derive(Eq)]
    pub struct Player {
        /// The id of a guest.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub guest: Option<String>,
        /// The name.
        pub name: String,
    }

    /// Whose time runs.
    #[derive(Copy, Eq)]
    pub struct Runs {
        /// The side to move.
        pub side: Color,
        /// Since when, in milliseconds since 1970.
        pub since: u64,
    }

    /// What is proposed.
    #[derive(Copy, Eq)]
    pub struct StandingOffer {
        /// What.
        pub what: Offer,
        /// By whom.
        pub side: Color,
        /// The number of the act that proposed it: what an answer refers to.
        pub seq: u64,
    }

    /// The offer of a rematch: a challenge that only the other player can accept.
    #[derive(Eq)]
    pub struct RematchOffer {
        /// The side, in the game that has ended, of the player who offers it.
        pub by: Color,
        /// The challenge.
        pub challenge: String,
        /// Until when it can be accepted, in milliseconds since 1970.
        pub ends_at: u64,
    }
}

impl From<&faraday_play::Standing> for StandingOffer {
    fn from(offer: &faraday_play::Standing) -> StandingOffer {
        StandingOffer { what: offer.what.into(), side: offer.side.into(), seq: offer.seq }
    }
}
