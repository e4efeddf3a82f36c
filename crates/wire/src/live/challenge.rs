//! A game that is proposed by a link.

use crate::Color;

use super::{Player, Terms};

shapes! {
    /// A proposal of a game.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewChallenge {
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The side of the player who proposes; drawn at random if it is left out.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The position in which the game begins; the variant's start if it is left out.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
    }

    /// A challenge that was made.
    #[derive(Eq)]
    pub struct MadeChallenge {
        /// Its id.
        pub id: String,
        /// The link to send.
        pub url: String,
    }

    /// A challenge.
    #[derive(Eq)]
    pub struct Challenge {
        /// Its id.
        pub id: String,
        /// The link to send.
        pub url: String,
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The side of the player who proposed it; drawn at random if it is left out.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The position in which the game begins; none if that is the variant's start.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The player who proposes.
        pub maker: Player,
        /// True if that is the client.
        pub yours: bool,
        /// The state.
        pub state: ChallengeState,
        /// Until when it can be accepted, in milliseconds since 1970.
        pub ends_at: u64,
        /// True if its maker has a connection open; none if that is not known, or it cannot be accepted.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub maker_here: Option<bool>,
        /// The game that has come of it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// True if the client plays in that game.
        pub plays: bool,
        /// The last game that has come of it, if it was aborted, so that the challenge can be accepted again.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub aborted_game: Option<String>,
        /// The game that has ended, if a rematch is proposed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_of: Option<String>,
    }

    /// The state of a challenge.
    #[derive(Copy, Eq)]
    pub enum ChallengeState {
        /// It can be accepted.
        Open,
        /// The game has begun.
        Accepted,
        /// Somebody has declined it.
        Declined,
        /// Its maker has withdrawn it.
        Withdrawn,
        /// No one has accepted it in time.
        Expired,
    }

    /// A game that has begun.
    #[derive(Eq)]
    pub struct BegunGame {
        /// Its id.
        pub game: String,
        /// The side of whoever asks.
        pub side: Color,
    }

    /// The answer to a call for a rematch: the game, or a challenge that the other player may accept.
    #[derive(Eq)]
    pub struct Rematch {
        /// The game, once both want it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// The challenge that waits for the other player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub challenge: Option<String>,
    }
}
