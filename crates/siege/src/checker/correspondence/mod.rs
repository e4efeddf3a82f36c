//! The invariants of correspondence games: no player on leave loses on time, no one loses too early or too late, and
//! players are notified of each turn, of the time that runs out, and of the end, in time and once.

mod clock;
mod notices;
mod readiness;
#[cfg(test)]
mod tests;

use faraday_wire::Color;
use faraday_wire::live::{Fact, GameReason, Notice, PlayedAct, SharedGame};

use super::{Violation, ViolationKind, shown, violation};

pub use clock::{CorrespondenceClock, DAY_MS, HOUR_MS, MINUTE_MS, Period};
pub use notices::Delivery;
pub use readiness::{Readiness, TimedFault};

/// The time left below which a leave has no effect in a game (T.6a).
const LEAST_LEFT_MS: u64 = 2 * HOUR_MS;

/// The time in which the server finds a game whose time is up: the interval of its sweep, and a second for its work.
const SWEEP_MS: u64 = 2000;

/// The difference between rounded times.
const ROUNDING_MS: u64 = 5;

/// A leave that a player knows to have begun.
#[derive(Clone, Debug)]
pub struct TakenLeave {
    pub period: Period,
    /// The time of the acknowledgment, at which all games must respect it.
    pub acked: u64,
    /// The times between which it ended early.
    pub back: Option<Period>,
}

/// A correspondence game with everything that is known about it.
pub struct Evidence<'a> {
    pub game: &'a SharedGame,
    /// The number of acts that were imported before the site started.
    pub imported: u64,
    pub leaves: [&'a [TakenLeave]; 2],
    /// The notices of both players about this game.
    pub notices: [Vec<&'a Notice>; 2],
    /// The messages to the devices of both players about this game, in order of their arrival.
    pub deliveries: [Vec<&'a Delivery>; 2],
    /// The devices of both players.
    pub devices: [&'a [String]; 2],
    pub readiness: &'a Readiness,
    /// The time after the import. What is due later is judged.
    pub imported_at: u64,
    /// The time at which all of this was read.
    pub read_at: u64,
}

/// The result of a check.
#[derive(Default, Debug)]
pub struct Findings {
    pub violations: Vec<Violation>,
    /// The number of expected things that may still come.
    pub pending: usize,
    /// The delays of lost games and missed first moves, in milliseconds.
    pub flags: Vec<u64>,
    /// The names and delays of reminders.
    pub reminders: Vec<(&'static str, u64)>,
    /// The times from an act to its arrival at a device.
    pub turns: Vec<Latency>,
    /// The number of messages that arrived, and of those that the service worker drops as repeated.
    pub messages: u64,
    pub repeated: u64,
    /// The number of leaves that began during the test, and of those that ended early.
    pub leaves: u64,
    pub returns: u64,
}

/// The time from an act to its arrival at a device.
#[derive(Clone, Copy, Debug)]
pub struct Latency {
    pub millis: u64,
    /// True if there was no fault meanwhile.
    pub is_calm: bool,
}

/// A notice that a player must get.
#[derive(Clone, Debug)]
struct ExpectedNotice {
    key: String,
    seq: u64,
    side: Color,
    due: u64,
    reminder: Option<&'static str>,
    /// The end of the turn that it is about. Later, it is obsolete.
    over: Option<u64>,
}

/// Checks a game.
pub fn check(evidence: &Evidence) -> Findings {
    let Some(clock) = CorrespondenceClock::of(evidence.game) else { return Findings::default() };
    let judged = evidence.leaves.map(|leaves| vec![None; leaves.len()]);
    let previous = evidence.game.started_at;
    let mut replay = Replay {
        evidence,
        clock,
        previous,
        changed: previous,
        judged,
        expected: Vec::new(),
        findings: Findings::default(),
    };
    for act in &evidence.game.acts {
        replay.check_leaves(act.at, Some(act));
        replay.add_reminders(act.at);
        replay.check_time(act);
        replay.apply(act);
    }
    if evidence.game.ended.is_none() {
        replay.check_leaves(evidence.read_at, None);
        replay.add_reminders(evidence.read_at);
        replay.check_running();
    }
    let Replay { expected, mut findings, .. } = replay;
    notices::check(evidence, &expected, &mut findings);
    findings
}

/// A journal while it is replayed.
struct Replay<'a> {
    evidence: &'a Evidence<'a>,
    clock: CorrespondenceClock,
    /// The time of the last act.
    previous: u64,
    /// The time from which the clock runs as it does now, which is earlier if a leave was written late.
    changed: u64,
    /// The leaves that have begun: true if they have an effect in this game.
    judged: [Vec<Option<bool>>; 2],
    expected: Vec<ExpectedNotice>,
    findings: Findings,
}

impl Replay<'_> {
    fn note(&mut self, kind: ViolationKind, seq: Option<u64>, expected: String, found: String) {
        let found = Violation { expected, found, ..violation(self.evidence.game, kind, seq) };
        self.findings.violations.push(found);
    }

    /// Checks that a decision at some time, or the time itself, took the players' leave into account.
    fn check_leaves(&mut self, at: u64, act: Option<&PlayedAct>) {
        let is_decision = match act {
            Some(act) => act.seq > self.evidence.imported && matches!(act.fact, Fact::Moved { .. } | Fact::Closed {}),
            None => true,
        };
        for side in [Color::White, Color::Black] {
            for (number, leave) in self.evidence.leaves[side as usize].iter().enumerate() {
                let Period { from, until } = leave.period;
                if from > at {
                    continue;
                }
                let known = self.judged[side as usize][number];
                let has_effect = known.unwrap_or_else(|| self.clock.time_left(side, from) >= LEAST_LEFT_MS);
                self.judged[side as usize][number] = Some(has_effect);
                let end = leave.back.map_or(until, |back| back.from.min(until));
                let written = self.clock.leaves[side as usize].iter().find(|written| written.from == from);
                // A leave that ended before the turn began has no effect anymore.
                if !has_effect || !is_decision || leave.acked >= at || end <= self.clock.since {
                    continue;
                }
                match (written, leave.back.filter(|back| back.until < at)) {
                    (None, _) if act.is_none() => self.findings.pending += 1,
                    (Some(written), Some(back)) if act.is_none() && written.until > back.until => {
                        self.findings.pending += 1;
                    }
                    (None, _) => {
                        let expected = format!("the leave of {side:?} from {from}, acknowledged at {}", leave.acked);
                        self.note(
                            ViolationKind::Leave,
                            act.map(|act| act.seq),
                            expected,
                            "a decision without it".into(),
                        );
                    }
                    (Some(written), Some(back)) if !(back.from..=back.until).contains(&written.until) => {
                        let expected = format!("the end of the leave of {side:?} in {back:?}");
                        let found = format!("a decision with its end at {}", written.until);
                        self.note(ViolationKind::Leave, act.map(|act| act.seq), expected, found);
                    }
                    (Some(_), _) => {}
                }
            }
        }
    }

    /// Adds the reminders that come due up to a time.
    fn add_reminders(&mut self, until: u64) {
        for (name, due) in self.clock.reminders() {
            let key = format!("time/{}/{}/{name}", self.evidence.game.game, self.clock.seq);
            let is_known = self.expected.iter().any(|expected| expected.key == key);
            if due > self.changed && due <= until && !is_known {
                // It cannot be noticed before the leave is written.
                let due = due.max(self.previous);
                let (seq, side) = (self.clock.seq, self.clock.turn);
                self.expected.push(ExpectedNotice { key, seq, side, due, reminder: Some(name), over: None });
            }
        }
    }

    /// Checks the time of an act against the deadline.
    fn check_time(&mut self, act: &PlayedAct) {
        let deadline = self.clock.deadline();
        match act.ended.map(|ended| ended.reason) {
            Some(GameReason::TimedOut | GameReason::TimedOutDraw | GameReason::Aborted) => {
                let late = self.clock.turn as usize;
                let leaves = self.evidence.leaves[late].iter().zip(&self.judged[late]);
                let on_leave = leaves.filter(|(leave, has_effect)| **has_effect == Some(true) && leave.acked < act.at);
                let protects = |leave: &TakenLeave| {
                    (leave.period.from..leave.back.map_or(leave.period.until, |back| back.from)).contains(&act.at)
                };
                if let Some((leave, _)) = on_leave.into_iter().find(|(leave, _)| protects(leave)) {
                    let expected = format!("no loss on time during the leave {:?}", leave.period);
                    self.note(ViolationKind::FlagOnLeave, Some(act.seq), expected, shown(act));
                } else if act.at + ROUNDING_MS < deadline {
                    let expected = format!("no loss on time before {deadline}");
                    self.note(ViolationKind::EarlyFlag, Some(act.seq), expected, shown(act));
                }
                let due = deadline.max(self.previous).max(self.evidence.imported_at);
                if let Some(by) = self.evidence.readiness.latest(due, SWEEP_MS).filter(|by| act.at > *by) {
                    let expected = format!("a loss on time at {deadline}, by {by} at the latest");
                    self.note(ViolationKind::LateFlag, Some(act.seq), expected, shown(act));
                }
                self.findings.flags.push(act.at.saturating_sub(due));
            }
            _ if matches!(act.fact, Fact::Moved { .. }) && act.at >= deadline + ROUNDING_MS => {
                let expected = format!("no move after {deadline}, when the time of {:?} was up", self.clock.turn);
                self.note(ViolationKind::LateFlag, Some(act.seq), expected, shown(act));
            }
            _ => {}
        }
    }

    /// Checks that the game has not ended on time yet.
    fn check_running(&mut self) {
        let deadline = self.clock.deadline();
        let due = deadline.max(self.previous).max(self.evidence.imported_at);
        if let Some(by) = self.evidence.readiness.latest(due, SWEEP_MS).filter(|by| self.evidence.read_at > *by) {
            let expected = format!("a loss on time at {deadline}, by {by} at the latest");
            self.note(ViolationKind::LateFlag, None, expected, format!("a running game at {}", self.evidence.read_at));
        }
    }

    fn apply(&mut self, act: &PlayedAct) {
        if let (Fact::Leave { from, until }, Some(side)) = (&act.fact, act.side) {
            let period = Period { from: *from, until: *until };
            let taken = self.evidence.leaves[side as usize].iter().zip(&self.judged[side as usize]);
            let is_taken =
                taken.into_iter().any(|(leave, has_effect)| leave.period == period && *has_effect == Some(true));
            if !is_taken {
                self.note(ViolationKind::Leave, Some(act.seq), "a leave that the player took".into(), shown(act));
            }
        }
        let is_new = u64::from(act.seq > self.evidence.imported);
        self.findings.leaves += is_new * u64::from(matches!(act.fact, Fact::Leave { .. }));
        self.findings.returns += is_new * u64::from(matches!(act.fact, Fact::Back { .. }));
        self.clock.apply(act);
        self.previous = act.at;
        self.changed = match act.fact {
            Fact::Leave { from, .. } | Fact::Back { from } => from,
            _ => act.at,
        };
        let begins_turn = self.clock.seq == act.seq;
        if begins_turn || act.ended.is_some() {
            self.expected.iter_mut().filter(|notice| notice.over.is_none()).for_each(|notice| {
                notice.over = Some(act.at);
            });
        }
        let (game, seq, due) = (&self.evidence.game.game, act.seq, act.at);
        let of = |kind: &str, side| {
            let key = format!("{kind}/{game}/{seq}");
            ExpectedNotice { key, seq, side, due, reminder: None, over: None }
        };
        if let Some(ended) = act.ended {
            let is_by_player = matches!(act.fact, Fact::Moved { .. }) || ended.reason == GameReason::Resigned;
            let by = act.side.filter(|_| is_by_player);
            let others = [Color::White, Color::Black].into_iter().filter(|side| Some(*side) != by);
            self.expected.extend(others.map(|side| of("ended", side)));
        } else if begins_turn {
            self.expected.push(of("turn", self.clock.turn));
        }
    }
}
