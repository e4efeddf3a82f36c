//! The clocks of a game. Knows nothing of the time of day: it is told how much time has passed.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use faraday_rules::Color;
use thiserror::Error;

/// The most minutes that a control may give: a week.
const MOST_MINUTES: u64 = 7 * 24 * 60;

/// The most seconds that a move may add.
const MOST_INCREMENT: u64 = 3600;

/// How much time each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// At the start.
    pub base: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a time control: write minutes+seconds, such as 5+3")]
pub struct TimeControlError(String);

/// Both clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || TimeControlError(text.to_owned());
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: u64| text.trim().parse().ok().filter(|number| *number <= most);
        let minutes = number(minutes, MOST_MINUTES).ok_or_else(error)?;
        let seconds = number(seconds, MOST_INCREMENT).ok_or_else(error)?;
        if minutes == 0 && seconds == 0 {
            return Err(error());
        }
        // With no minutes the first move lives on the first increment.
        let base = if minutes == 0 { seconds } else { minutes * 60 };
        Ok(TimeControl { base: Duration::from_secs(base), increment: Duration::from_secs(seconds) })
    }
}

/// As the PGN tag `TimeControl` writes it: seconds and increment.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs(), self.increment.as_secs())
    }
}

impl Clock {
    /// Both clocks full.
    pub const fn new(control: TimeControl) -> Clock {
        Clock { control, left: [control.base; 2] }
    }

    /// The control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What a side has left.
    pub const fn left(&self, color: Color) -> Duration {
        self.left[color as usize]
    }

    /// Lets a side's time pass.
    pub fn spend(&mut self, color: Color, elapsed: Duration) {
        let left = &mut self.left[color as usize];
        *left = left.saturating_sub(elapsed);
    }

    /// Whether a side's time is up.
    pub const fn is_up(&self, color: Color) -> bool {
        self.left[color as usize].is_zero()
    }

    /// A side has moved.
    pub fn press(&mut self, color: Color) {
        self.left[color as usize] += self.control.increment;
    }
}

/// A clock's face: tenths only when they begin to matter.
pub fn face(left: Duration) -> String {
    let tenths = left.as_millis().div_ceil(100);
    if tenths < 200 {
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = tenths.div_ceil(10);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_minutes_and_seconds() {
        let control: TimeControl = "5+3".parse().unwrap();
        assert_eq!(control.to_string(), "300+3");
        assert_eq!("10".parse::<TimeControl>().unwrap().to_string(), "600+0");
        assert_eq!("0+5".parse::<TimeControl>().unwrap().to_string(), "5+5");
    }

    #[test]
    fn what_is_no_control_is_quoted() {
        for text in ["", "x", "5+", "-1+2", "0+0", "5+3+1", "99999999999999999999+1", "5+99999"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn a_move_adds_the_increment_and_no_time_is_left_below_zero() {
        let mut clock = Clock::new("1+2".parse().unwrap());
        clock.spend(Color::White, Duration::from_secs(10));
        clock.press(Color::White);
        assert_eq!(clock.left(Color::White), Duration::from_secs(52));
        clock.spend(Color::Black, Duration::from_secs(61));
        assert!(clock.is_up(Color::Black) && !clock.is_up(Color::White));
    }

    #[test]
    fn a_face_shows_tenths_below_twenty_seconds() {
        let face_of = |ms| face(Duration::from_millis(ms));
        assert_eq!([face_of(0), face_of(19_900), face_of(20_000)], ["0:00.0", "0:19.9", "0:20"]);
        assert_eq!([face_of(299_001), face_of(3_600_000)], ["5:00", "1:00:00"]);
    }
}
