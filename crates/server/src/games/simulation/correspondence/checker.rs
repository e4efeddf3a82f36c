//! The checker of simulated correspondence games: calculates the end of each turn from the acknowledged leave, and the
//! warnings that must precede it.

use faraday_play::{Act, Fact, Leave, Reminder, Reserve, Table, TimeMode, Timestamp, Verdict};
use faraday_rules::Color;

use super::{HOUR, SECOND, World};

/// A warning to the player to move.
pub(super) struct Warning {
    /// The start of the turn.
    pub turn: Timestamp,
    pub reminder: Reminder,
    pub at: Timestamp,
}

/// The leave and the warnings that the players have received, and the first fault.
#[derive(Default)]
pub(super) struct Observations {
    /// The leaves that must have an effect, which began with two hours left or more.
    leaves: Vec<(Color, Leave)>,
    pub warnings: Vec<Warning>,
    /// The periods in which the site or its database was down.
    pub outages: Vec<(u64, u64)>,
    pub has_flagged: bool,
    /// True if the site forgets leave, to test this checker.
    pub forgets_leave: bool,
    pub fault: Option<String>,
}

impl Observations {
    /// Records a leave whose start was acknowledged to its player.
    pub fn leave(&mut self, table: &Table, side: Color, leave: Leave) {
        let left = if table.turn() == side {
            self.deadline(table).saturating_sub(leave.from.as_millis())
        } else {
            table.left().map_or(u64::MAX, |left| left[side as usize].as_millis() as u64)
        };
        if left >= 2 * HOUR {
            self.leaves.push((side, leave));
        }
    }

    pub fn back(&mut self, side: Color, at: Timestamp) {
        for (_, leave) in self.leaves.iter_mut().filter(|(of, leave)| *of == side && leave.is_in_force(at)) {
            leave.until = at;
        }
    }

    /// Returns the time at which the side to move runs out of time, leave by leave.
    fn deadline(&self, table: &Table) -> u64 {
        let mut at = table.since().as_millis();
        let mut left = allowance(table);
        let own = self.leaves.iter().filter(|(side, leave)| *side == table.turn() && leave.until.as_millis() > at);
        let mut own: Vec<Leave> = own.map(|(_, leave)| *leave).collect();
        own.sort_by_key(|leave| leave.from);
        for leave in own {
            let until_leave = leave.from.as_millis().saturating_sub(at);
            if until_leave >= left {
                break;
            }
            left -= until_leave;
            at = leave.until.as_millis().max(at);
        }
        at + left
    }

    /// Returns true if the site was never there between two times.
    fn was_away(&self, from: u64, until: u64) -> bool {
        self.outages.iter().any(|(start, end)| *start <= from && until <= *end)
    }

    /// Returns the time at which the site could first act at or after a time.
    fn back_at(&self, at: u64) -> u64 {
        self.outages.iter().fold(at, |at, (start, end)| if (*start..*end).contains(&at) { *end } else { at })
    }
}

/// Returns the time that the side to move has for its turn without leave, in milliseconds.
fn allowance(table: &Table) -> u64 {
    let time = match (table.terms().time_mode, table.left()) {
        (TimeMode::Days(days), _) => days.time(),
        (_, Some(left)) if table.both_moved() => left[table.turn() as usize],
        _ => Reserve::FIRST_MOVE,
    };
    time.as_millis() as u64
}

impl World {
    /// Checks an act before it is committed.
    pub(super) fn check_act(&mut self, act: &Act) {
        let is_flag = match act.verdict {
            Some(Verdict::TimedOut(_) | Verdict::TimedOutDrawn(_)) => true,
            Some(Verdict::Aborted) => act.fact == Fact::Closed,
            _ => false,
        };
        if is_flag {
            self.observed.has_flagged = true;
            let fault = self.fault_of_flag(act);
            self.observed.fault = self.observed.fault.take().or(fault);
        }
    }

    /// Returns the fault of an act that ends the game on time, if it has one.
    fn fault_of_flag(&self, act: &Act) -> Option<String> {
        let (table, at) = (self.table(), act.at.as_millis());
        let late = table.turn();
        let observed = &self.observed;
        if let Some((_, leave)) =
            observed.leaves.iter().find(|(side, leave)| *side == late && leave.is_in_force(act.at))
        {
            return Some(format!("{late:?} lost on time at {at} in the leave {leave:?}"));
        }
        // Time that an outage has given belongs to this turn, or to the clock by now.
        let credits: u64 = self.credits_of_turn(&table);
        if at < observed.deadline(&table) + credits {
            return Some(format!("{late:?} lost on time at {at}, before {}", observed.deadline(&table) + credits));
        }
        let deadline = table.deadline()?.as_millis();
        let sweep = self.sweep_after(deadline);
        if at > sweep {
            return Some(format!("{late:?} lost on time at {at}, {} ms late", at - deadline));
        }
        self.missing_warning(&table, deadline)
    }

    /// Returns the latest time of the sweep that is due at a time: within a second, and a second later for each node
    /// that is killed meanwhile.
    fn sweep_after(&self, at: u64) -> u64 {
        let back = self.observed.back_at(at);
        self.kills
            .iter()
            .filter(|kill| **kill >= back)
            .fold(back + SECOND, |sweep, kill| if *kill <= sweep { sweep + SECOND } else { sweep })
    }

    fn credits_of_turn(&self, table: &Table) -> u64 {
        let is_clock = table.left().is_some() && table.both_moved();
        let turn = self.journal.iter().rev().take_while(|(act, _)| !matches!(act.fact, Fact::Moved { .. }));
        let credit = |act: &Act| {
            let Fact::Timed { more, .. } = &act.fact else { return 0 };
            if is_clock { 0 } else { more.as_millis() as u64 }
        };
        turn.map(|(act, _)| credit(act)).sum()
    }

    /// Returns a fault if a reminder of the turn should have come before its deadline and has not.
    fn missing_warning(&self, table: &Table, deadline: u64) -> Option<String> {
        let mut before = deadline;
        let mut next = None;
        while let Some((reminder, moment)) = table.reminder(Timestamp::from_millis(before - 1)) {
            let moment = moment.as_millis();
            // A reminder that had passed at the last act is skipped, and so is one that came together with the next.
            let changed = self.journal.last().map_or(0, |(act, _)| act.at.as_millis());
            let is_skipped = moment <= changed || self.observed.was_away(moment, before);
            let has_come = self.observed.warnings.iter().any(|warning| {
                let is_in_time = warning.at.as_millis() <= self.sweep_after(moment);
                warning.turn == table.since() && warning.reminder == reminder && is_in_time
            });
            if !is_skipped && !has_come {
                return Some(format!("the warning {reminder:?} of {moment} never came, and {next:?} is next"));
            }
            (before, next) = (moment, Some(reminder));
        }
        None
    }
}
