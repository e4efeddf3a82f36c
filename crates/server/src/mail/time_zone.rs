//! Time zones of people, and the local time of their daily email.

use faraday_play::Timestamp;
use jiff::ToSpan;
use jiff::civil::time;
use jiff::tz::TimeZone;

/// The local hour of the daily email.
const HOUR: i8 = 7;

/// Returns true if a name is that of a time zone, such as `Europe/Berlin`.
pub fn is_known(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// Returns the next time after `now` at which it is seven o'clock in a time zone. An unknown time zone counts as UTC: a
/// later release of the database of time zones may lack it.
pub fn next_digest(now: Timestamp, zone: Option<&str>) -> Timestamp {
    let zone = zone.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    let tomorrow = Timestamp::from_millis(now.as_millis().saturating_add(24 * 60 * 60 * 1000));
    let next = || {
        let now = jiff::Timestamp::from_millisecond(i64::try_from(now.as_millis()).ok()?).ok()?;
        let today = now.to_zoned_datetime(zone.clone()).date();
        // Where seven o'clock does not exist on a day, it is the first moment after the gap.
        let at_seven = |days: i64| {
            let date = today.checked_add(days.days()).ok()?;
            Some(date.to_datetime(time(HOUR, 0, 0, 0)).to_zoned_datetime(zone.clone()).ok()?.timestamp())
        };
        let next = (0..=2).filter_map(at_seven).find(|at| *at > now)?;
        u64::try_from(next.as_millisecond()).ok().map(Timestamp::from_millis)
    };
    next().unwrap_or(tomorrow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_millis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond() as u64)
    }

    #[test]
    fn the_digest_comes_at_seven_local_time_also_when_clocks_change() {
        for (now, zone, next) in [
            ("2026-11-27T05:59:59Z", "Europe/Berlin", "2026-11-27T06:00:00Z"),
            ("2026-11-27T06:00:00Z", "Europe/Berlin", "2026-11-28T06:00:00Z"),
            // The nights in which clocks change: 23 and 25 hours.
            ("2026-03-28T06:00:00Z", "Europe/Berlin", "2026-03-29T05:00:00Z"),
            ("2026-10-24T05:00:00Z", "Europe/Berlin", "2026-10-25T06:00:00Z"),
            ("2026-11-27T12:00:00Z", "America/Los_Angeles", "2026-11-27T15:00:00Z"),
            ("2026-11-27T12:00:00Z", "Pacific/Kiritimati", "2026-11-27T17:00:00Z"),
            ("2026-11-27T12:00:00Z", "Asia/Kathmandu", "2026-11-28T01:15:00Z"),
            // Samoa skipped the whole of 30 December 2011.
            ("2011-12-29T18:00:00Z", "Pacific/Apia", "2011-12-30T17:00:00Z"),
        ] {
            assert_eq!(next_digest(at(now), Some(zone)), at(next), "{now} {zone}");
        }
    }

    #[test]
    fn an_unknown_time_zone_is_utc() {
        assert!(is_known("Europe/Berlin") && is_known("UTC") && !is_known("Europe/Atlantis") && !is_known("/"));
        for zone in [None, Some(""), Some("Europe/Atlantis"), Some("../etc/passwd"), Some("CEST-2")] {
            assert_eq!(next_digest(at("2026-11-27T12:00:00Z"), zone), at("2026-11-28T07:00:00Z"), "{zone:?}");
        }
    }
}
