//! What ends games besides the rules of the game: time, patience, and agreements that the runner makes for the players.

use std::time::Duration;

use faraday_play::{DrawTerms, ResignTerms};

/// What ends games besides the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// When a player resigns.
    pub resign: Option<ResignTerms>,
    /// When a draw is agreed.
    pub draw: Option<DrawTerms>,
    /// After so many plies, those of the opening included, a game is a draw.
    pub most_plies: Option<usize>,
    /// So much may be missing on a clock before it is up: what the system takes between engine and clock.
    pub margin: Duration,
    /// How long an answer may take where no clock limits it.
    pub patience: Duration,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            resign: None,
            draw: None,
            most_plies: None,
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(60),
        }
    }
}
