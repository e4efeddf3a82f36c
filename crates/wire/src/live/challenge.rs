//! Challenges: games proposed by a link, and rematches of finished games.

use crate::Color;

use super::{Player, Terms};

wire_types! {
    /// A challenge to create.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewChallenge {
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The side of the player who proposes the game; random if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The FEN of the first position; the variant's starting position if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The name of the member who is challenged; anyone who has the link can accept if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub to: Option<String>,
    }

    /// A challenge that was created.
    #[derive(Eq)]
    pub struct CreatedChallenge {
        /// The id of the challenge.
        pub id: String,
        /// The link to send to the opponent.
        pub url: String,
    }

    /// A challenge to a game.
    #[derive(Eq)]
    pub struct Challenge {
        /// The id of the challenge.
        pub id: String,
        /// The link to send to the opponent.
        pub url: String,
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The side of the player who proposed the game; random if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The FEN of the first position; missing if it is the variant's starting position.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The player who proposed the game.
        #[serde(rename = "maker")]
        pub challenger: Player,
        /// The member who is challenged, the only one who can accept; missing if anyone who has the link can.
        #[serde(rename = "to", skip_serializing_if = "Option::is_none", default)]
        pub opponent: Option<Player>,
        /// True if the client proposed the game.
        pub yours: bool,
        /// The state of the challenge.
        pub state: ChallengeState,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
        /// True if the player who proposed the game is connected; missing if unknown, or if the
        /// challenge cannot be accepted.
        #[serde(rename = "makerHere", skip_serializing_if = "Option::is_none", default)]
        pub is_challenger_online: Option<bool>,
        /// The id of the game that it led to.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// True if the client plays in that game.
        pub plays: bool,
        /// The id of the last game that it led to, if that was aborted, so that the challenge can be accepted again.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub aborted_game: Option<String>,
        /// The id of the finished game, if a rematch is proposed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_of: Option<String>,
    }

    /// Challenges that can be accepted.
    #[derive(Eq)]
    pub struct ChallengeList {
        /// The challenges, the latest first.
        pub challenges: Vec<Challenge>,
    }

    /// The state of a challenge.
    #[derive(Copy, Eq)]
    pub enum ChallengeState {
        /// The challenge can be accepted.
        Open,
        /// The challenge was accepted, and the game has started.
        Accepted,
        /// The challenge was declined.
        Declined,
        /// The challenge was withdrawn by the player who proposed the game.
        Withdrawn,
        /// The challenge was not accepted in time.
        Expired,
    }

    /// A game that has started.
    #[derive(Eq)]
    pub struct JoinedGame {
        /// The id of the game.
        pub game: String,
        /// The client's side.
        pub side: Color,
    }

    /// The result of a request for a rematch: the game, or a challenge that the other player may accept.
    #[derive(Eq)]
    pub struct Rematch {
        /// The id of the game, once both players agree.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// The id of the challenge that waits for the other player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub challenge: Option<String>,
    }
}
