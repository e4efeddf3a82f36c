//! Conditions that end a game in addition to the rules: adjudication, a maximum length, and time
//! limits with a tolerance.

use std::time::Duration;

use faraday_play::{DrawAdjudication, ResignAdjudication};

/// The conditions that end games in addition to the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The condition under which a player resigns.
    pub resign: Option<ResignAdjudication>,
    /// The condition under which a draw is agreed.
    pub draw: Option<DrawAdjudication>,
    /// The number of plies, including the opening, after which a game is drawn.
    pub most_plies: Option<usize>,
    /// The tolerance for exceeding the time, to allow for overhead between the engine and the clock.
    pub margin: Duration,
    /// The time for an answer if there is no time limit.
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
