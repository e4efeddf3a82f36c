//! Running games with a clock that everyone may watch.

use super::{RatingValue, Seats, Terms};

wire_types! {
    /// Running games with a clock that everyone may watch.
    pub struct PublicGameList {
        /// The games, the latest first: at most 20.
        pub games: Vec<PublicGame>,
    }

    /// A running game with a clock, whose players both show their games. Watch it for its position.
    pub struct PublicGame {
        /// The id of the game.
        pub game: String,
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The players.
        pub seats: Seats,
        /// The rating of White in whole points; missing in a casual game, and for the house.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub white_rating: Option<RatingValue>,
        /// The rating of Black in whole points; missing in a casual game, and for the house.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub black_rating: Option<RatingValue>,
        /// The start of the game in milliseconds since 1970.
        pub started_at: u64,
    }
}
