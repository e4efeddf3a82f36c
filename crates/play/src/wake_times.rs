//! The times in a turn at which a game must be checked: reminders for correspondence games, and the deadline.

use std::time::Duration;

use crate::{Terms, TimeMode, Timestamp};

/// The time before the deadline of the last reminder.
const LAST_REMINDER: Duration = Duration::from_secs(6 * 3600);

/// The minimum time between two checks. If two are closer, the earlier one is left out.
const APART: Duration = Duration::from_secs(3600);

impl Terms {
    /// Returns the first time after `now` to check a game whose turn began at `since` and ends at `deadline`. With days
    /// per move, that is when 80% of the time is used, six hours before the deadline, and at the deadline. Other games
    /// are checked at the deadline only.
    pub fn next_wake_time(self, since: Timestamp, deadline: Timestamp, now: Timestamp) -> Timestamp {
        match self.time_mode {
            TimeMode::Days(_) => wake_times(since, deadline).into_iter().find(|time| *time > now).unwrap_or(deadline),
            TimeMode::Clock(_) | TimeMode::Unlimited => deadline,
        }
    }
}

/// Returns the times to check a turn, in order. The last one is the deadline.
fn wake_times(since: Timestamp, deadline: Timestamp) -> Vec<Timestamp> {
    let time = deadline.since(since);
    let mut reminders = [time * 4 / 5, time.saturating_sub(LAST_REMINDER)];
    reminders.sort_unstable();
    let mut times = vec![time];
    for reminder in reminders.into_iter().rev() {
        if !reminder.is_zero() && times.iter().all(|later| *later >= reminder + APART) {
            times.push(reminder);
        }
    }
    times.into_iter().rev().map(|time| since.after(time)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Days;

    const HOUR: u64 = 3_600_000;

    fn hours(hours: u64) -> Vec<u64> {
        let (since, deadline) = (Timestamp::from_millis(0), Timestamp::from_millis(hours * HOUR));
        wake_times(since, deadline).into_iter().map(|time| time.as_millis() * 10 / HOUR).collect()
    }

    #[test]
    fn a_turn_has_two_reminders_that_are_left_out_where_they_come_together() {
        assert_eq!(hours(14 * 24), [2688, 3300, 3360], "fourteen days, in tenths of hours");
        assert_eq!(hours(24), [180, 192, 240]);
        assert_eq!(hours(30), [240, 300], "80 % are used six hours before the end");
        assert_eq!(hours(8), [20, 64, 80]);
        assert_eq!(hours(6), [48, 60], "the last reminder has passed when the turn begins");
        assert_eq!(hours(4), [40]);
    }

    proptest! {
        #[test]
        fn each_look_is_an_hour_before_the_next_and_the_last_is_the_end(since in 0..1_u64 << 42, time in 0..1_u64 << 34) {
            let (since, deadline) = (Timestamp::from_millis(since), Timestamp::from_millis(since + time));
            let times = wake_times(since, deadline);
            prop_assert_eq!(times.last(), Some(&deadline));
            prop_assert!(times.len() == 1 || times[0] > since);
            prop_assert!(times.windows(2).all(|two| two[1].since(two[0]) >= APART));
        }

        #[test]
        fn a_game_of_days_is_looked_at_three_times_at_most_until_its_time_is_up(days in prop::sample::select(&Days::ALL), at in 0..20 * 24 * HOUR) {
            let since = Timestamp::from_millis(1);
            let deadline = since.after(days.time());
            let terms = Terms { time_mode: TimeMode::Days(days), rated: false };
            let next = terms.next_wake_time(since, deadline, Timestamp::from_millis(at));
            prop_assert!(next == deadline || next.as_millis() > at);
            let mut now = since;
            let mut count = 0;
            while now < deadline {
                now = terms.next_wake_time(since, deadline, now);
                count += 1;
            }
            prop_assert!(count <= 3);
        }
    }
}
