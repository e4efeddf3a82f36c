//! Who is connected in a game.

/// Who is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// White and Black.
    pub seats: [SeatPresence; 2],
    /// How many spectators there are.
    pub watchers: u32,
}

/// Whether a player is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatPresence {
    /// Whether one of the player's connections listens.
    pub is_here: bool,
    /// The way to the player and back, in milliseconds.
    pub ping_ms: Option<u32>,
    /// In how many milliseconds the opponent may claim the game.
    pub gone_in_ms: Option<u64>,
}

impl Presence {
    /// The same, but for what goes on by itself.
    #[must_use]
    pub fn without_countdown(self) -> Presence {
        Presence { seats: self.seats.map(|seat| SeatPresence { gone_in_ms: None, ..seat }), ..self }
    }
}
