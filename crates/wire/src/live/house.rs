//! The house: opponents of ten levels whose moves the server chooses.

use crate::Color;

use super::{Player, Terms};

wire_types! {
    /// The levels of the house.
    #[derive(Eq)]
    pub struct HouseLevels {
        /// All levels, the weakest first.
        pub levels: Vec<HouseGameLevel>,
    }

    /// A level of the house.
    #[derive(Eq)]
    pub struct HouseGameLevel {
        /// The number of the level, from 1 to 10.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
        pub level: u8,
        /// The opponent of this level.
        pub player: Player,
        /// True if games against this level can be rated.
        pub rated: bool,
    }

    /// A game against the house to begin.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewHouseGame {
        /// The id of the variant.
        pub variant: String,
        /// The time control: a clock, days per move, or a reserve of days.
        pub terms: Terms,
        /// The level of the house, from 1 to 10.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
        pub level: u8,
        /// The side of the player; random if missing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
    }
}
