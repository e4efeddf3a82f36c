//! Lenient parsing of numbers from other programs. Values out of range are clamped instead of rejected.

use web_time::Duration;

/// The maximum duration, small enough that sums do not overflow.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// Parses an integer, clamped to 0 at the lower end and to the maximum at the upper end.
pub fn whole(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// Parses an integer and ignores decimals.
pub fn whole_part(text: &str) -> Option<u64> {
    let (number, decimals) = text.split_once('.').unwrap_or((text, ""));
    decimals.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole(number)).flatten()
}

/// Converts a number to 32 bits, clamped to the maximum.
pub fn small(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// Converts milliseconds to a duration, clamped to the maximum.
pub fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number).min(LONGEST)
}

/// Parses a duration in seconds, with or without decimals, clamped.
pub fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan())?;
    Some(Duration::from_secs_f64(number.clamp(0.0, LONGEST.as_secs_f64())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_numbers_are_brought_within_bounds() {
        assert_eq!(["-1", "+7", "99999999999999999999"].map(whole), [Some(0), Some(7), Some(u64::MAX)]);
        assert_eq!(["", "-", "x", "1.5", "--1", "1e3"].map(whole), [None; 6]);
        assert_eq!(["100.0", "7.", "-0.5", "12"].map(whole_part), [Some(100), Some(7), Some(0), Some(12)]);
        assert_eq!([".5", "1.x", "1.5.2", "1e3", ""].map(whole_part), [None; 5]);
        assert_eq!(small(u64::MAX), u32::MAX);
        assert_eq!(milliseconds(u64::MAX), LONGEST);
        assert_eq!(["1e300", "-2", "inf"].map(seconds), [Some(LONGEST), Some(Duration::ZERO), Some(LONGEST)]);
        assert_eq!(seconds("nan"), None);
        assert_eq!(seconds("0.25"), Some(Duration::from_millis(250)));
    }
}
