//! Timestamps in whole milliseconds, so that clocks add up exactly when a journal is replayed.

use std::time::Duration;

const MILLIS_PER_DAY: u64 = 24 * 60 * 60 * 1000;

/// Milliseconds since an epoch of the caller's choice: the Unix epoch for stored games, any moment for local ones.
///
/// The time between two timestamps is a whole number of milliseconds, so clocks add up exactly when
/// a journal is replayed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(u64);

impl Timestamp {
    /// Returns the timestamp with this number of milliseconds since the epoch.
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp(millis)
    }

    /// Returns the number of milliseconds since the epoch.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Returns the time passed since an earlier timestamp, or zero if it is later.
    pub const fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Returns the timestamp after `passed`, rounded up to a millisecond so that a deadline is never too early.
    #[must_use]
    pub fn after(self, passed: Duration) -> Timestamp {
        let millis = passed.as_nanos().div_ceil(1_000_000);
        Timestamp(self.0.saturating_add(u64::try_from(millis).unwrap_or(u64::MAX)))
    }

    /// Returns the UTC date in PGN notation, such as `2026.05.09`, for a timestamp since the Unix epoch.
    ///
    /// Uses Howard Hinnant's `civil_from_days`, which counts years from March so that the leap day comes last.
    pub fn date(self) -> String {
        let shifted = self.0 / MILLIS_PER_DAY + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        format!("{year:04}.{month:02}.{day:02}")
    }
}

/// Rounds down to whole milliseconds, the resolution of the journal.
pub(crate) fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_run_backward() {
        let (early, late) = (Timestamp::from_millis(5), Timestamp::from_millis(8));
        assert_eq!([late.since(early), early.since(late)], [Duration::from_millis(3), Duration::ZERO]);
    }

    #[test]
    fn days_become_dates_across_leap_years() {
        let dates = [0, 58, 59, 11_016, 11_017, 20_582].map(|day| Timestamp(day * MILLIS_PER_DAY).date());
        let expected = ["1970.01.01", "1970.02.28", "1970.03.01", "2000.02.29", "2000.03.01", "2026.05.09"];
        assert_eq!(dates, expected);
    }

    #[test]
    fn the_end_of_time_is_not_passed() {
        assert_eq!(Timestamp::from_millis(7).after(Duration::MAX), Timestamp::from_millis(u64::MAX));
        assert_eq!(Timestamp::from_millis(7).after(Duration::from_micros(1)), Timestamp::from_millis(8));
    }
}
