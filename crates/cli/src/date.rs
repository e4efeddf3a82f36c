//! Today's date, as records write it.

use std::time::{SystemTime, UNIX_EPOCH};

use faraday_play::Timestamp;

/// Today in UTC: `2026.05.09`.
pub fn today() -> String {
    // A clock set before 1970 is no reason not to play.
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64);
    Timestamp::from_millis(millis).date()
}
