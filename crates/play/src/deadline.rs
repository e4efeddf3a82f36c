//! The time of a turn in a game: its length, its deadline, and its changes by acts.

use std::time::Duration;

use faraday_rules::Color;

use crate::table::{Clocks, FIRST_MOVE, Table, Venue};
use crate::turn::{IDLE, TurnState};
use crate::{Act, Fact, Leave, Reserve, TimeMode, TimeReason, Timestamp};

impl Table {
    /// Returns the time that the side to move has for its turn, and the time at which the turn began.
    pub(crate) fn allowance(&self, turn: &TurnState, clocks: Option<&Clocks>) -> Option<(Timestamp, Duration)> {
        let TurnState { side, at, since, grace, both_moved, .. } = *turn;
        Some(match (self.terms().time_mode, clocks) {
            (TimeMode::Unlimited, _) if self.venue == Venue::Local => return None,
            (TimeMode::Clock(_), _) if self.venue == Venue::Local && !both_moved => return None,
            (TimeMode::Unlimited, _) => (at, IDLE),
            (TimeMode::Days(days), _) => (since, days.time().saturating_add(grace)),
            (TimeMode::Clock(_) | TimeMode::Reserve(_), Some(clocks)) if both_moved => {
                let mover = side as usize;
                (since, clocks.sides[mover].left().saturating_add(clocks.quotas[mover].left()))
            }
            (TimeMode::Clock(_), _) => (since, FIRST_MOVE.saturating_add(grace)),
            (TimeMode::Reserve(_), _) => (since, Reserve::FIRST_MOVE.saturating_add(grace)),
        })
    }

    /// Returns the time at which the side to move runs out of time or the game expires, even if the game ended earlier.
    pub(crate) fn time_is_up_at(&self, turn: &TurnState, clocks: Option<&Clocks>) -> Option<Timestamp> {
        let (from, time) = self.allowance(turn, clocks)?;
        Some(if self.terms().is_correspondence() { turn.time_of(time) } else { from.after(time) })
    }

    /// Returns the turn and the clocks after an act.
    pub(crate) fn turn_and_clocks_after(&self, act: &Act) -> (TurnState, Option<Clocks>) {
        let mut turn = TurnState { at: act.at, ..self.turn };
        match (&act.fact, act.side) {
            (Fact::Moved { ply, .. }, _) => {
                turn.both_moved |= *ply >= 1;
                turn.begin(!turn.side, act.at);
            }
            (Fact::TakenBack { ply, .. }, _) => {
                let is_even = self.ply().saturating_sub(*ply) % 2 == 0;
                turn.begin(if is_even { turn.side } else { !turn.side }, act.at);
            }
            (Fact::Timed { more, reason: TimeReason::Outage(_) }, _) if !turn.both_moved || self.clocks.is_none() => {
                turn.grace = turn.grace.saturating_add(*more);
            }
            (Fact::LeaveTaken(leave), Some(side)) => turn.take_leave(side, *leave),
            (Fact::LeaveEnded { from }, Some(side)) => turn.end_leave(side, *from),
            _ => {}
        }
        (turn, self.clocks_after(act.side, &act.fact))
    }

    /// Returns the last leave of a side in this game, which may be over (T.6a).
    pub const fn leave(&self, side: Color) -> Option<Leave> {
        self.turn.leaves[side as usize]
    }

    /// Returns the time that a side has left at a given time, if the game has deadlines for moves. Before both sides
    /// have moved, the clocks do not run.
    pub(crate) fn time_left(&self, side: Color, at: Timestamp) -> Option<Duration> {
        if side == self.turn() && at >= self.turn.since {
            let (_, time) = self.allowance(&self.turn, self.clocks.as_ref())?;
            return Some(time.saturating_sub(self.turn.thinking(at)));
        }
        self.clock(side).map_or_else(
            || match self.terms().time_mode {
                TimeMode::Days(days) => Some(days.time()),
                TimeMode::Clock(_) | TimeMode::Reserve(_) | TimeMode::Unlimited => None,
            },
            |clock| Some(clock.left()),
        )
    }

    /// Returns true if a leave can begin in this game: no other one of this side is in force, and it has enough time
    /// left (T.6a).
    pub(crate) fn may_take_leave(&self, side: Color, leave: Leave, at: Timestamp) -> bool {
        self.terms().is_correspondence()
            && leave.is_whole()
            && leave.from <= at
            && self.leave(side).is_none_or(|earlier| earlier.until <= leave.from)
            && self.time_left(side, leave.from).is_some_and(|left| left >= Leave::MIN_TIME_LEFT)
    }

    /// Returns the act by which a leave that a player has taken begins in this game. None if it has no effect here.
    pub fn take_leave(&self, side: Color, leave: Leave, now: Timestamp) -> Option<Act> {
        let now = now.max(self.at());
        let may = self.verdict().is_none() && self.may_take_leave(side, leave, now);
        may.then(|| self.act(Some(side), Fact::LeaveTaken(leave), None, now))
    }

    /// Returns the act by which the last leave of a side ends early. None if it was not in force.
    pub fn end_leave(&self, side: Color, from: Timestamp, now: Timestamp) -> Option<Act> {
        let now = now.max(self.at());
        let may = self.verdict().is_none() && self.may_end_leave(side, from, now);
        may.then(|| self.act(Some(side), Fact::LeaveEnded { from }, None, now))
    }

    pub(crate) fn may_end_leave(&self, side: Color, from: Timestamp, at: Timestamp) -> bool {
        from <= at && self.leave(side).is_some_and(|leave| leave.is_in_force(from))
    }
}
