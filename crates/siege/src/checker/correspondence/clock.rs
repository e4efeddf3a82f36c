//! An independent calculation of the time in correspondence games: days for each move, reserves, leave, and added time
//! (T.6, T.6a, T.6b). It shares no code with the table.

use std::ops::Not;

use faraday_wire::Color;
use faraday_wire::live::{Fact, PlayedAct, SharedGame, TimeReason};

pub const MINUTE_MS: u64 = 60_000;
pub const HOUR_MS: u64 = 60 * MINUTE_MS;
pub const DAY_MS: u64 = 24 * HOUR_MS;

/// The time for a first move in games with a reserve.
const FIRST_MOVE_MS: u64 = 3 * DAY_MS;

/// A period in which the time of a side does not run, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    pub from: u64,
    pub until: u64,
}

/// The time control of a correspondence game.
#[derive(Clone, Copy, Debug)]
enum TimeForm {
    Days { each: u64 },
    Reserve { increment: u64, cap: u64 },
}

/// The time in a correspondence game, up to an act. All times are in milliseconds.
#[derive(Clone, Debug)]
pub struct CorrespondenceClock {
    form: TimeForm,
    pub turn: Color,
    /// The start of the turn.
    pub since: u64,
    /// The act that began the turn; 0 for the start of the game.
    pub seq: u64,
    both_moved: bool,
    /// The time that outages added to this turn.
    added: u64,
    pub left: Option<[u64; 2]>,
    pub leaves: [Vec<Period>; 2],
    ply: usize,
}

impl CorrespondenceClock {
    /// Returns the time at the start of a game. `None` unless it is a correspondence game.
    pub fn of(game: &SharedGame) -> Option<CorrespondenceClock> {
        let (form, left) = match (game.terms.days, game.terms.reserve) {
            (Some(days), None) => (TimeForm::Days { each: u64::from(days) * DAY_MS }, None),
            (None, Some(days)) => {
                let (increment, cap) = match days {
                    3 => (12 * HOUR_MS, 5 * DAY_MS),
                    10 => (DAY_MS, 15 * DAY_MS),
                    _ => (DAY_MS, 45 * DAY_MS),
                };
                (TimeForm::Reserve { increment, cap }, Some([u64::from(days) * DAY_MS; 2]))
            }
            _ => return None,
        };
        Some(CorrespondenceClock {
            form,
            turn: Color::White,
            since: game.started_at,
            seq: 0,
            both_moved: false,
            added: 0,
            left,
            leaves: Default::default(),
            ply: 0,
        })
    }

    /// Applies an act.
    pub fn apply(&mut self, act: &PlayedAct) {
        match &act.fact {
            Fact::Moved { ply, .. } => {
                let thought = self.thinking(act.at);
                let mover = self.turn as usize;
                if let (Some(left), TimeForm::Reserve { increment, cap }) = (&mut self.left, self.form)
                    && self.both_moved
                {
                    let rest = left[mover].saturating_sub(thought);
                    left[mover] = (rest + increment).min(cap).max(rest);
                }
                self.ply = ply + 1;
                self.both_moved |= self.ply >= 2;
                self.begin_turn(self.turn.not(), act);
            }
            Fact::TakenBack { ply, .. } => {
                let thought = self.thinking(act.at);
                if let Some(left) = self.left.as_mut().filter(|_| self.both_moved) {
                    left[self.turn as usize] = left[self.turn as usize].saturating_sub(thought);
                }
                let is_turned = self.ply.abs_diff(*ply) % 2 == 1;
                self.ply = *ply;
                self.begin_turn(if is_turned { self.turn.not() } else { self.turn }, act);
            }
            Fact::Timed { side, ms, reason } => match self.left.as_mut().filter(|_| self.both_moved) {
                Some(left) => left[*side as usize] += ms,
                None if *reason == TimeReason::Outage => self.added += ms,
                None => {}
            },
            Fact::Leave { from, until } => {
                if let Some(side) = act.side {
                    self.leaves[side as usize].push(Period { from: *from, until: *until });
                }
            }
            Fact::Back { from } => {
                if let Some(leave) = act.side.and_then(|side| self.leaves[side as usize].last_mut()) {
                    leave.until = *from;
                }
            }
            Fact::Offered { .. } | Fact::Answered { .. } | Fact::Claimed { .. } | Fact::Closed {} => {}
        }
    }

    fn begin_turn(&mut self, side: Color, act: &PlayedAct) {
        (self.turn, self.since, self.seq, self.added) = (side, act.at, act.seq, 0);
    }

    /// Returns the time of the side to move for this turn.
    pub fn allowance(&self) -> u64 {
        match (self.form, self.left) {
            (TimeForm::Days { each }, _) => each + self.added,
            (TimeForm::Reserve { .. }, Some(left)) if self.both_moved => left[self.turn as usize],
            (TimeForm::Reserve { .. }, _) => FIRST_MOVE_MS + self.added,
        }
    }

    /// Returns the part of the turn that counts up to a time.
    pub fn thinking(&self, until: u64) -> u64 {
        let on_leave = self.leaves[self.turn as usize].iter();
        let on_leave = on_leave.map(|leave| leave.until.min(until).saturating_sub(leave.from.max(self.since)));
        until.saturating_sub(self.since).saturating_sub(on_leave.sum())
    }

    /// Returns the first time at which this much of the turn counts.
    pub fn time_of(&self, thinking: u64) -> u64 {
        let (mut time, mut rest) = (self.since, thinking);
        for leave in &self.leaves[self.turn as usize] {
            let before = leave.from.saturating_sub(time);
            if leave.until <= time {
                continue;
            }
            if rest <= before {
                break;
            }
            rest -= before;
            time = leave.until;
        }
        time + rest
    }

    /// Returns the time at which the side to move is out of time.
    pub fn deadline(&self) -> u64 {
        self.time_of(self.allowance())
    }

    /// Returns the time that a side has left at some time in this turn.
    pub fn time_left(&self, side: Color, at: u64) -> u64 {
        match (self.form, self.left) {
            _ if side == self.turn => self.allowance().saturating_sub(self.thinking(at)),
            (TimeForm::Days { each }, _) => each,
            (TimeForm::Reserve { .. }, left) => left.map_or(FIRST_MOVE_MS, |left| left[side as usize]),
        }
    }

    /// Returns the reminders of this turn with their times: at 80% of the time, and six hours before its end. One less
    /// than an hour before the next or the end is left out, and so is one that has passed when the turn begins.
    pub fn reminders(&self) -> Vec<(&'static str, u64)> {
        let time = self.allowance();
        let most = (Some(time / 5 * 4), "80");
        let last = (time.checked_sub(6 * HOUR_MS), "6h");
        let (earlier, later) = if most.0 <= last.0 { (most, last) } else { (last, most) };
        let mut next = time;
        let mut found = Vec::new();
        for (used, name) in [later, earlier] {
            if let Some(used) = used.filter(|used| *used > 0 && used + HOUR_MS <= next) {
                found.insert(0, (name, self.time_of(used)));
                next = used;
            }
        }
        found
    }
}
