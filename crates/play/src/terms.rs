//! The terms of a game, agreed on before it begins: time control and rating.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::timestamp::whole_millis;
use crate::{Days, Reserve};

/// The maximum of both the base and the increment: a week.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// The maximum increment, in seconds, that players may enter.
const MOST_SECONDS: u32 = 3600;

/// The minimum and maximum of the absence, which is a tenth of the base (T.5).
const ABSENCES: [Duration; 2] = [Duration::from_secs(15), Duration::from_secs(120)];

/// A time control: a base, a Fischer increment, and optionally a number of moves after which the base is added again.
///
/// Invariant: there is time for the first move. Base and increment are whole milliseconds of at most a week each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
    moves: Option<NonZeroU32>,
}

/// The reason why a time control is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// A malformed text in minutes and seconds.
    #[error("`{0}` is not a time control: write minutes+seconds, such as 5+3")]
    Minutes(String),
    /// A malformed text in seconds.
    #[error("`{0}` is not a time control: write [moves/]seconds[+increment], such as 10+0.1 or 40/60")]
    Seconds(String),
    /// No time for the first move, or more than the maximum.
    #[error("a clock starts with at most a week, a move adds at most a week, and one of the two is not 0")]
    Range,
}

/// The kind of time limit in a game: a clock, days per move, a reserve of days, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeMode {
    /// A clock for each side.
    Clock(TimeControl),
    /// Correspondence: a number of days for each move.
    Days(Days),
    /// Correspondence: a reserve of days for each side.
    Reserve(Reserve),
    /// Neither side has a time limit.
    Unlimited,
}

/// The terms of a game, on which both players agree before it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Terms {
    pub time_mode: TimeMode,
    /// True if the game counts for ratings. Such a game has no takebacks and no gifts of time.
    pub rated: bool,
}

impl TimeControl {
    /// Returns a time control with a base and an increment. If the base is 0, the clock starts with one increment.
    ///
    /// # Errors
    ///
    /// If both are less than a millisecond, or one exceeds the maximum.
    pub fn fischer(base: Duration, increment: Duration) -> Result<TimeControl, TimeControlError> {
        if base > LONGEST || increment > LONGEST {
            return Err(TimeControlError::Range);
        }
        let (base, increment) = (whole_millis(base), whole_millis(increment));
        let base = if base.is_zero() { increment } else { base };
        if base.is_zero() { Err(TimeControlError::Range) } else { Ok(TimeControl { base, increment, moves: None }) }
    }

    /// Returns the time control with the base added again after every `moves` moves.
    #[must_use]
    pub const fn every(self, moves: NonZeroU32) -> TimeControl {
        TimeControl { moves: Some(moves), ..self }
    }

    /// Parses minutes and seconds as players write them, such as `5+3`.
    ///
    /// # Errors
    ///
    /// If the text is not `minutes` or `minutes+seconds` in whole numbers, or the time control is out of range.
    pub fn parse_minutes(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
            let [minutes, seconds] = [minutes, seconds].map(|number| number.trim().parse::<u32>().ok());
            let base = Duration::from_secs(u64::from(minutes?) * 60);
            let increment = seconds.filter(|seconds| *seconds <= MOST_SECONDS)?;
            TimeControl::fischer(base, Duration::from_secs(increment.into())).ok()
        };
        read().ok_or_else(|| TimeControlError::Minutes(text.to_owned()))
    }

    /// Returns the initial time on the clock.
    pub const fn base(self) -> Duration {
        self.base
    }

    /// Returns the time added by every move.
    pub const fn increment(self) -> Duration {
        self.increment
    }

    /// Returns the number of moves after which the base is added again; none if it never is.
    pub const fn moves(self) -> Option<NonZeroU32> {
        self.moves
    }

    /// Returns the time for which a player must be absent before the opponent may claim the game (T.5).
    pub fn absence(self) -> Duration {
        (self.base / 10).clamp(ABSENCES[0], ABSENCES[1])
    }
}

/// Parses `[moves/]seconds[+increment]`, the notation of the `TimeControl` tag in PGN.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse::<NonZeroU32>().ok()?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let control = TimeControl::fischer(seconds(base)?, seconds(increment)?).ok()?;
            Some(TimeControl { moves, ..control })
        };
        read().ok_or_else(|| TimeControlError::Seconds(text.to_owned()))
    }
}

/// Writes the notation of the `TimeControl` tag in PGN.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl Terms {
    /// The terms of a casual game without a time limit.
    pub const UNLIMITED: Terms = Terms { time_mode: TimeMode::Unlimited, rated: false };

    /// Returns the terms of a casual game with a clock for each side.
    pub const fn timed(control: TimeControl) -> Terms {
        Terms { time_mode: TimeMode::Clock(control), rated: false }
    }

    /// Returns the time control of a live game.
    pub const fn control(self) -> Option<TimeControl> {
        match self.time_mode {
            TimeMode::Clock(control) => Some(control),
            TimeMode::Days(_) | TimeMode::Reserve(_) | TimeMode::Unlimited => None,
        }
    }

    /// Returns true for a correspondence game (T.6).
    pub const fn is_correspondence(self) -> bool {
        matches!(self.time_mode, TimeMode::Days(_) | TimeMode::Reserve(_))
    }
}

/// Parses seconds without sign or exponent.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = is_plain.then(|| text.parse().ok()).flatten()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(text: &str) -> TimeControl {
        TimeControl::parse_minutes(text).unwrap()
    }

    #[test]
    fn players_say_minutes_and_seconds() {
        assert_eq!(minutes("5+3").to_string(), "300+3");
        assert_eq!(minutes("10").to_string(), "600");
        assert_eq!(minutes("0+5").to_string(), "5+5");
    }

    #[test]
    fn records_write_seconds_and_read_them_back() {
        for text in ["10+0.1", "60", "40/60+0.5", "0.5+0.01"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("0+2".parse::<TimeControl>().unwrap().to_string(), "2+2");
    }

    #[test]
    fn what_is_no_control_is_quoted() {
        for text in ["", "x", "5+", "-1+2", "0+0", "5+3+1", "99999999999999999999+1", "5+99999", "1.5"] {
            let error = TimeControl::parse_minutes(text).unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
        for text in ["", "x", "5+", "-1+2", "0+0", "0/5", "5+3+1", "1e9", "inf", "nan", "0.00001", "99999999999"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn absence_is_a_tenth_of_the_base_between_fifteen_seconds_and_two_minutes() {
        assert_eq!(["1", "5", "180"].map(|base| minutes(base).absence().as_secs()), [15, 30, 120]);
    }
}
