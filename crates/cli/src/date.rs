//! Today's date in UTC, in PGN format.

use std::time::{SystemTime, UNIX_EPOCH};

use faraday_play::Timestamp;

/// Returns today's date in UTC, such as `2026.05.09`.
pub fn today() -> String {
    // A clock set before 1970 must not prevent a game.
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64);
    Timestamp::from_millis(millis).date()
}
