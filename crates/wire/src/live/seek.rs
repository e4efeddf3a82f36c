//! Seeks: offers of a game to any opponent who fits.

use crate::Color;

use super::{Player, Terms};

wire_types! {
    /// A seek: any of the variants with any of the time controls.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewSeek {
        /// The ids of the variants, the preferred one first.
        pub variants: Vec<String>,
        /// The time controls, the preferred one first: all with clocks, or all with days.
        pub terms: Vec<Terms>,
        /// Your side; any if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// True if only opponents of about the same strength fit.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub near: bool,
        /// The id of your last game: a seek of your opponent in it is taken only if no other fits.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub after: Option<String>,
    }

    /// The result of posting a seek: the game if an earlier seek fits, or else the waiting seek.
    #[derive(Eq)]
    pub struct PostedSeek {
        /// The game that has started.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// Your side in the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The id of the seek that waits for an opponent.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub seek: Option<String>,
    }

    /// A seek that waits for an opponent.
    #[derive(Eq)]
    pub struct Seek {
        /// The id of the seek.
        pub id: String,
        /// The person who seeks a game.
        pub seeker: Player,
        /// The games, the preferred one first.
        pub games: Vec<SeekGame>,
        /// The side of the seeker; any if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// True if only opponents of about the same strength fit.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub near: bool,
        /// The time at which it was made, in milliseconds since 1970.
        pub made_at: u64,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
        /// True if the client made the seek.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub yours: bool,
        /// True if the client can take the seek.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub fits: bool,
        /// The reason why the client cannot take the seek; missing if it fits, and in your own seeks.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub obstacle: Option<SeekObstacle>,
        /// The number of seconds until the obstacle ends (`recently-aborted`, `wait`).
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub remaining: Option<u32>,
    }

    /// A game that a seek offers.
    #[derive(Eq)]
    pub struct SeekGame {
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// True if the client can take the seek for this game.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub fits: bool,
        /// The seeker's rating for the variant and the pace; missing before the first game that counts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rating: Option<SeekRating>,
    }

    /// The rating of a seeker.
    #[derive(Copy, Eq)]
    pub struct SeekRating {
        /// The rating in whole points.
        pub rating: u32,
        /// True if the deviation is above 110.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub provisional: bool,
    }

    /// The seeks in the lobby.
    #[derive(Eq)]
    pub struct SeekList {
        /// At most 100 seeks: yours, then those that fit you, then all others, each from the oldest.
        pub seeks: Vec<Seek>,
        /// The number of seconds for which you can neither post nor take seeks for games with a clock, if there is a wait.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub wait: Option<u32>,
    }

    /// A choice among the games that a seek offers.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct TakenSeek {
        /// The id of the variant; the first one that fits if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub variant: Option<String>,
        /// The time control; the first one that fits if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub terms: Option<Terms>,
    }
}

string_enum! {
    /// The reason why a client cannot take a seek. A refusal to take it has the same word as its kind or reason.
    pub enum SeekObstacle;

    /// The client has no session. The session of a guest is enough.
    NoSession,
    /// The games are rated, and the client has no account.
    NoAccount,
    /// A game between the two players was aborted within the last hour.
    RecentlyAborted,
    /// The strengths of the two players differ too much, and one of them wants an opponent of about the same strength.
    OtherStrength,
    /// The games are rated and have a clock, and the client is in such a game.
    InRatedGame,
    /// The games are rated and have a clock, and the seeker is in such a game.
    OpponentInRatedGame,
    /// The client aborted games from the lobby, or did not make the first move in time.
    Wait,
}
