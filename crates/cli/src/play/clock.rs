//! Formats clock times for display.

use std::time::Duration;

/// Formats the time left on a clock, with tenths of a second below 20 seconds.
pub fn format_clock(left: Duration) -> String {
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
    fn a_face_shows_tenths_below_twenty_seconds() {
        let text_of = |ms| format_clock(Duration::from_millis(ms));
        assert_eq!([text_of(0), text_of(19_900), text_of(20_000)], ["0:00.0", "0:19.9", "0:20"]);
        assert_eq!([text_of(299_001), text_of(3_600_000)], ["5:00", "1:00:00"]);
    }
}
