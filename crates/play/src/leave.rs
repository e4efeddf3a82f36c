//! Leave: days in which a player's time does not run in correspondence games (T.6a).

use std::time::Duration;

use crate::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The period within which leave is counted.
const PERIOD_DAYS: u32 = 365;

/// A leave of a player: a period in which their time does not run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Leave {
    pub from: Timestamp,
    /// The end: the last day's, or the time at which the player came back.
    pub until: Timestamp,
}

impl Leave {
    /// The number of days that a player may take within any 365.
    pub const MOST_DAYS: u32 = 28;

    /// The time left below which a leave has no effect in a game.
    pub const MIN_TIME_LEFT: Duration = Duration::from_secs(2 * 3600);

    /// Returns a leave of a number of days.
    pub fn of_days(from: Timestamp, days: u32) -> Leave {
        Leave { from, until: from.after(DAY * days) }
    }

    /// Returns true if it lasts a whole number of days that a player may take.
    pub fn is_whole(self) -> bool {
        (1..=Leave::MOST_DAYS).any(|days| Leave::of_days(self.from, days) == self)
    }

    /// Returns true if it is in force.
    pub fn is_in_force(self, now: Timestamp) -> bool {
        self.from <= now && now < self.until
    }

    /// Returns the part of it within a period.
    pub(crate) fn overlap(self, since: Timestamp, until: Timestamp) -> Duration {
        self.until.min(until).since(self.from.max(since))
    }

    /// Returns the number of its days, a begun one included, that end after a time.
    fn days_after(self, time: Timestamp) -> u32 {
        let ends = (1..=PERIOD_DAYS).map(|day| (self.from.after(DAY * (day - 1)), self.from.after(DAY * day)));
        let days = ends.take_while(|(start, _)| *start < self.until).filter(|(_, end)| *end > time);
        u32::try_from(days.count()).unwrap_or(u32::MAX)
    }
}

/// Returns the number of days of leave that a player may take from now, after these earlier ones.
pub fn leave_days_left(earlier: &[Leave], now: Timestamp) -> u32 {
    let may_take = |days: &u32| {
        let end = now.after(DAY * *days).as_millis();
        let period = DAY * PERIOD_DAYS;
        let start = Timestamp::from_millis(end.saturating_sub(u64::try_from(period.as_millis()).unwrap_or(u64::MAX)));
        let taken: u32 = earlier.iter().map(|leave| leave.days_after(start)).sum();
        taken + days <= Leave::MOST_DAYS
    };
    (1..=Leave::MOST_DAYS).rev().find(may_take).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(day: u32) -> Timestamp {
        Timestamp::from_millis(1_000_000_000_000).after(DAY * day)
    }

    #[test]
    fn leave_is_counted_in_days_that_have_begun() {
        let returned = Leave { from: day(0), until: day(2).after(Duration::from_millis(1)) };
        assert_eq!(leave_days_left(&[returned], day(3)), 25);
        assert_eq!(leave_days_left(&[Leave { from: day(0), until: day(0) }], day(3)), 28, "nothing was taken");
        assert_eq!(leave_days_left(&[Leave::of_days(day(0), 28)], day(28)), 0);
    }

    #[test]
    fn leave_comes_back_a_year_later_day_by_day() {
        let earlier = [Leave::of_days(day(0), 28)];
        assert_eq!(leave_days_left(&earlier, day(364)), 0);
        assert_eq!(leave_days_left(&earlier, day(365)), 28, "each new day replaces an old one");
        let earlier = [Leave::of_days(day(0), 14), Leave::of_days(day(200), 14)];
        assert_eq!(leave_days_left(&earlier, day(365)), 14);
    }

    proptest! {
        #[test]
        fn no_year_has_more_than_its_days(asks in prop::collection::vec((0_u32..200, 1_u32..=28, 0_u32..=28), 0..20)) {
            let mut leaves: Vec<Leave> = Vec::new();
            let mut now = day(0);
            for (pause, days, back) in asks {
                now = now.after(DAY * pause);
                let days = days.min(leave_days_left(&leaves, now));
                if days > 0 {
                    leaves.push(Leave { from: now, until: Leave::of_days(now, days.min(back)).until });
                    now = now.after(DAY * days);
                }
            }
            for start in 0..4_000 {
                let year = |leave: &Leave| {
                    let inside = leave.overlap(day(start), day(start + PERIOD_DAYS));
                    u32::try_from(inside.as_secs() / DAY.as_secs()).unwrap()
                };
                prop_assert!(leaves.iter().map(year).sum::<u32>() <= Leave::MOST_DAYS);
            }
        }
    }
}
