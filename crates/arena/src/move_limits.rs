//! The limits of a player's moves (clock, time per move, nodes, and depth), and their notation on the command line.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use faraday_play::{TimeControl, TimeControlError};
use thiserror::Error;

/// The maximum time for a move: a week.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// The limits of a player's moves. A search ends at the first limit reached. Without any, it has no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MoveLimits {
    pub control: Option<TimeControl>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The number of positions visited for each move.
    pub nodes: Option<u64>,
    /// The depth of the last iteration in plies.
    pub depth: Option<u32>,
}

/// The error for a text that is not a valid limit of a player's moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveLimitsError {
    /// An invalid time control.
    #[error(transparent)]
    Control(#[from] TimeControlError),
    /// An invalid time for a move.
    #[error("`{0}` is not a time: write seconds, such as 0.5")]
    Seconds(String),
    /// An invalid number of nodes or plies.
    #[error("`{0}` is not a number from 1 up")]
    Count(String),
}

impl MoveLimits {
    /// Returns true if there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == MoveLimits::default()
    }

    /// Returns true if a clock or a time per move limits the search.
    pub const fn is_timed(&self) -> bool {
        self.control.is_some() || self.move_time.is_some()
    }
}

/// Writes the limits in the notation of an entrant's settings.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.control.map(|control| format!("tc={control}")),
            self.move_time.map(|time| format!("movetime={}", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// Parses a duration in seconds, with an optional fraction.
pub fn seconds(text: &str) -> Result<Duration, MoveLimitsError> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = is_plain.then(|| text.parse().ok()).flatten();
    let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).filter(|time| *time <= LONGEST);
    // UCI counts time in milliseconds.
    let whole = time.map(|time| Duration::from_millis(time.as_millis() as u64));
    whole.ok_or_else(|| MoveLimitsError::Seconds(text.to_owned()))
}

/// Parses a number of at least 1.
pub fn count<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, MoveLimitsError> {
    text.parse().ok().filter(|number| *number >= N::from(1)).ok_or_else(|| MoveLimitsError::Count(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_settings() {
        let limits = MoveLimits { control: "5+1".parse().ok(), nodes: Some(7), ..MoveLimits::default() };
        assert_eq!(limits.to_string(), "tc=5+1,nodes=7");
        assert!(limits.is_timed() && !limits.is_empty());
        assert!(!MoveLimits { depth: Some(1), ..MoveLimits::default() }.is_timed() && MoveLimits::default().is_empty());
    }
}
