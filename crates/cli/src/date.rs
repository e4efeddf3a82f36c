//! Today's date, as records write it.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// Today in UTC: `2026.05.09`.
pub fn today() -> String {
    // A clock set before 1970 is no reason not to play.
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    of_day(seconds / SECONDS_PER_DAY)
}

/// The day of a moment in UTC, so many milliseconds after 1970-01-01.
pub fn of_millis(millis: u64) -> String {
    of_day(millis / 1000 / SECONDS_PER_DAY)
}

/// The date so many days after 1970-01-01, by Howard Hinnant's `civil_from_days`: years are counted from March, so that
/// the leap day comes last.
fn of_day(days: u64) -> String {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::of_day;

    #[test]
    fn days_become_dates_across_leap_years() {
        let dates = [0, 58, 59, 11_016, 11_017, 20_582].map(of_day);
        let expected = ["1970.01.01", "1970.02.28", "1970.03.01", "2000.02.29", "2000.03.01", "2026.05.09"];
        assert_eq!(dates, expected);
    }
}
