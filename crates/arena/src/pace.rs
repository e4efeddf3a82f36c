//! What limits a player's moves: a clock, a time, nodes, a depth.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use faraday_play::{TimeControl, TimeControlError};
use thiserror::Error;

/// The most that a move may be given: a week.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// What limits a player's moves. Whatever is reached first ends a search; nothing at all limits nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// The clock.
    pub control: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Positions visited for each move.
    pub nodes: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
}

/// Why a text is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PaceError {
    /// No time control.
    #[error(transparent)]
    Control(#[from] TimeControlError),
    /// No time for a move.
    #[error("`{0}` is not a time: write seconds, such as 0.5")]
    Seconds(String),
    /// No count.
    #[error("`{0}` is not a number from 1 up")]
    Count(String),
}

impl Pace {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Pace::default()
    }

    /// Whether the clock on the wall limits a move.
    pub const fn is_timed(&self) -> bool {
        self.control.is_some() || self.move_time.is_some()
    }
}

/// As an entrant's settings write it.
impl fmt::Display for Pace {
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

/// Reads seconds, with a fraction if there is one.
pub fn seconds(text: &str) -> Result<Duration, PaceError> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = is_plain.then(|| text.parse().ok()).flatten();
    let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).filter(|time| *time <= LONGEST);
    // Engines are told milliseconds.
    let whole = time.map(|time| Duration::from_millis(time.as_millis() as u64));
    whole.ok_or_else(|| PaceError::Seconds(text.to_owned()))
}

/// Reads a number from 1 on.
pub fn count<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, PaceError> {
    text.parse().ok().filter(|number| *number >= N::from(1)).ok_or_else(|| PaceError::Count(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_says_what_it_limits() {
        let pace = Pace { control: "5+1".parse().ok(), nodes: Some(7), ..Pace::default() };
        assert_eq!(pace.to_string(), "tc=5+1,nodes=7");
        assert!(pace.is_timed() && !pace.is_empty());
        assert!(!Pace { depth: Some(1), ..Pace::default() }.is_timed() && Pace::default().is_empty());
    }
}
