//! The state of a turn: its start, and the part of it that counts as time of the side to move.

use std::time::Duration;

use faraday_rules::Color;

use crate::{Leave, Timestamp};

/// The time without an act after which a game without a clock ends without a result.
pub(crate) const IDLE: Duration = Duration::from_secs(90 * 24 * 3600);

/// The side to move and everything that its deadline depends on, except the clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnState {
    pub side: Color,
    /// The time of the last act.
    pub at: Timestamp,
    /// The time at which the turn began.
    pub since: Timestamp,
    /// The time that an outage added to that for the first move or for a move within days.
    pub grace: Duration,
    pub both_moved: bool,
    /// The last leave of each side.
    pub leaves: [Option<Leave>; 2],
    /// The part of the turn in earlier leaves of the side to move.
    pub excused: Duration,
}

impl TurnState {
    /// Begins a turn at the time of an act.
    pub fn begin(&mut self, side: Color, since: Timestamp) {
        (self.side, self.since) = (side, since);
        (self.grace, self.excused) = (Duration::ZERO, Duration::ZERO);
    }

    /// Applies a new leave of a side.
    pub fn take_leave(&mut self, side: Color, leave: Leave) {
        let earlier = self.leaves[side as usize].replace(leave);
        if let Some(earlier) = earlier.filter(|_| side == self.side) {
            self.excused = self.excused.saturating_add(earlier.overlap(self.since, earlier.until));
        }
    }

    /// Ends the last leave of a side early.
    pub fn end_leave(&mut self, side: Color, from: Timestamp) {
        if let Some(leave) = &mut self.leaves[side as usize] {
            leave.until = from;
        }
    }

    /// Returns the part of the turn that counts as time of the side to move.
    pub fn thinking(&self, now: Timestamp) -> Duration {
        let leave = self.leaves[self.side as usize];
        let on_leave = leave.map_or(Duration::ZERO, |leave| leave.overlap(self.since, now));
        now.since(self.since).saturating_sub(self.excused).saturating_sub(on_leave)
    }

    /// Returns the first time at which this much of the turn counts.
    pub fn time_of(&self, thinking: Duration) -> Timestamp {
        let end = self.since.after(self.excused).after(thinking);
        match self.leaves[self.side as usize] {
            Some(leave) if leave.from < end => end.after(leave.overlap(self.since, leave.until)),
            Some(_) | None => end,
        }
    }
}
