//! The times in a turn at which a game must be checked: reminders for correspondence games, and the deadline.

use std::time::Duration;

use crate::table::Clocks;
use crate::turn::TurnState;
use crate::{Act, Fact, Table, Timestamp};

/// The time before the deadline of the last reminder.
const LAST_REMINDER: Duration = Duration::from_secs(6 * 3600);

/// The minimum time between two checks. If two are closer, the earlier one is left out.
const APART: Duration = Duration::from_secs(3600);

/// The time in which a reminder may not have been handled yet. An act that is stored meanwhile keeps its time to check
/// the game, because the process may end before it handles the reminder.
const UNHANDLED: Duration = Duration::from_secs(60);

/// A reminder that time runs out in a correspondence game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reminder {
    /// 80% of the time that was left when the turn began is used.
    MostTimeUsed,
    /// Six hours are left.
    SixHoursLeft,
}

impl Table {
    /// Returns the first time after `now` to check the game. In correspondence games, that is the time of a reminder
    /// or the deadline. Other games are checked at the deadline only.
    pub fn next_wake_time(&self, now: Timestamp) -> Option<Timestamp> {
        let deadline = self.deadline()?;
        Some(self.wake_time(&self.turn, self.clocks.as_ref(), now).unwrap_or(deadline))
    }

    /// Returns the time to check the game after a decided act. None if the act ends the game. It is in the past if a
    /// reminder came in the minute before the act, or after the moment at which a leave began or ended.
    pub fn wake_time_after(&self, act: &Act) -> Option<Timestamp> {
        let changed = match &act.fact {
            Fact::LeaveTaken(leave) => leave.from,
            Fact::LeaveEnded { from } => *from,
            Fact::Moved { .. }
            | Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::TakenBack { .. }
            | Fact::Timed { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => act.at,
        };
        let (turn, clocks) = self.turn_and_clocks_after(act);
        let deadline = self.time_is_up_at(&turn, clocks.as_ref()).filter(|_| act.verdict.is_none())?;
        let since = changed.as_millis().saturating_sub(UNHANDLED.as_millis() as u64);
        Some(self.wake_time(&turn, clocks.as_ref(), Timestamp::from_millis(since)).unwrap_or(deadline))
    }

    /// Returns the last reminder that has come in this turn, with its time. A reminder whose time had passed when the
    /// turn began never comes.
    pub fn reminder(&self, now: Timestamp) -> Option<(Reminder, Timestamp)> {
        let reminders = self.reminders(&self.turn, self.clocks.as_ref());
        let is_running = self.verdict().is_none();
        reminders.into_iter().rev().find(|(_, time)| is_running && *time <= now)
    }

    fn wake_time(&self, turn: &TurnState, clocks: Option<&Clocks>, now: Timestamp) -> Option<Timestamp> {
        self.reminders(turn, clocks).into_iter().map(|(_, time)| time).find(|time| *time > now)
    }

    /// Returns the reminders of a turn, in order.
    fn reminders(&self, turn: &TurnState, clocks: Option<&Clocks>) -> Vec<(Reminder, Timestamp)> {
        let allowance = self.allowance(turn, clocks).filter(|_| self.terms().is_correspondence());
        let reminders = allowance.map(|(_, time)| reminders(time)).unwrap_or_default();
        reminders.into_iter().map(|(reminder, used)| (reminder, turn.time_of(used))).collect()
    }
}

/// Returns the reminders of a turn with this much time, in order, each with the time used until it comes.
fn reminders(time: Duration) -> Vec<(Reminder, Duration)> {
    let mut reminders =
        [(Reminder::MostTimeUsed, time * 4 / 5), (Reminder::SixHoursLeft, time.saturating_sub(LAST_REMINDER))];
    reminders.sort_unstable_by_key(|(_, used)| *used);
    let mut kept: Vec<(Reminder, Duration)> = Vec::new();
    for (reminder, used) in reminders.into_iter().rev() {
        let next = kept.last().map_or(time, |(_, later)| *later);
        if !used.is_zero() && next >= used + APART {
            kept.push((reminder, used));
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: u64 = 3_600_000;

    fn tenths_of_hours(hours: u64) -> Vec<u64> {
        let reminders = reminders(Duration::from_millis(hours * HOUR));
        reminders.into_iter().map(|(_, used)| u64::try_from(used.as_millis()).unwrap() * 10 / HOUR).collect()
    }

    #[test]
    fn a_turn_has_two_reminders_that_are_left_out_where_they_come_together() {
        assert_eq!(tenths_of_hours(14 * 24), [2688, 3300], "fourteen days");
        assert_eq!(tenths_of_hours(24), [180, 192]);
        assert_eq!(tenths_of_hours(30), [240], "80 % are used six hours before the end");
        assert_eq!(tenths_of_hours(8), [20, 64]);
        assert_eq!(tenths_of_hours(6), [48], "the last reminder has passed when the turn begins");
        assert!(tenths_of_hours(4).is_empty());
    }

    proptest! {
        #[test]
        fn each_reminder_is_an_hour_before_the_next_and_the_end(time in 0..1_u64 << 34) {
            let time = Duration::from_millis(time);
            let mut times: Vec<Duration> = reminders(time).into_iter().map(|(_, used)| used).collect();
            times.push(time);
            prop_assert!(times.len() == 1 || !times[0].is_zero());
            prop_assert!(times.windows(2).all(|two| two[1] >= two[0] + APART));
        }
    }
}
