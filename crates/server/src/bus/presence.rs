//! The presence of a game's players and spectators, as nodes report it to each other.

/// The presence of all players and spectators of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    pub seats: [SeatPresence; 2],
    /// The number of spectators.
    pub watchers: u32,
}

/// The presence of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatPresence {
    /// True while one of the player's connections is a subscriber.
    pub is_here: bool,
    /// The round trip to the player, in milliseconds.
    pub ping_ms: Option<u32>,
    /// The time until the opponent may claim the game, in milliseconds.
    pub gone_in_ms: Option<u64>,
}

impl Presence {
    /// Returns the same presence without the countdown to a claim, which changes by itself.
    #[must_use]
    pub fn without_countdown(self) -> Presence {
        Presence { seats: self.seats.map(|seat| SeatPresence { gone_in_ms: None, ..seat }), ..self }
    }
}
