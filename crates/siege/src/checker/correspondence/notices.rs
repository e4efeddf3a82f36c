//! Checks of notices and of their messages to devices: each expected one exists, comes in time, and is shown once.

use std::collections::{BTreeMap, BTreeSet};

use faraday_wire::live::{Notice, NoticeKind};

use super::{Evidence, ExpectedNotice, Findings, Latency, ROUNDING_MS, SWEEP_MS};
use crate::checker::{Violation, ViolationKind, violation};

/// The time between an event and the messages about it.
const DELAY_MS: u64 = 10_000;

/// The time within which a message must arrive, from the event.
const LIMIT_MS: u64 = 12_000;

/// The time for which nodes that die during the job of a notice and that of its message keep others from them: each
/// 30 s for the first try and 60 s for the second.
const LEASES_MS: u64 = 180_000;

/// The time in which a message on its way arrives.
const TRANSIT_MS: u64 = 3000;

/// A message that arrived at a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub device: String,
    /// The time of arrival.
    pub arrived: u64,
    pub key: String,
    pub game: Option<String>,
    pub seq: Option<u64>,
    /// The time of the notice.
    pub at: u64,
}

pub fn check(evidence: &Evidence, expected: &[ExpectedNotice], findings: &mut Findings) {
    let mut check = NoticeCheck { evidence, findings };
    for notice in expected.iter().filter(|notice| notice.due >= evidence.imported_at) {
        check.check_expected(notice);
    }
    for side in [0, 1] {
        let keys: BTreeSet<&str> =
            expected.iter().filter(|notice| notice.side as usize == side).map(|notice| notice.key.as_str()).collect();
        check.check_unexpected(side, &keys);
        for device in evidence.devices[side] {
            check.check_shown(side, device, expected);
        }
    }
}

struct NoticeCheck<'a> {
    evidence: &'a Evidence<'a>,
    findings: &'a mut Findings,
}

impl NoticeCheck<'_> {
    fn note(&mut self, kind: ViolationKind, seq: Option<u64>, expected: String, found: String) {
        let found = Violation { expected, found, ..violation(self.evidence.game, kind, seq) };
        self.findings.violations.push(found);
    }

    /// Returns the time by which something that follows from an event must have happened: within `usual` after the
    /// time at which it is due, unless a node that works on it fails.
    fn limit(&self, event: u64, due: u64, usual: u64) -> Option<u64> {
        let by = self.evidence.readiness.latest(due, usual)?;
        let is_calm = self.evidence.readiness.is_calm(event.saturating_sub(SWEEP_MS), by);
        Some(if is_calm { by } else { by + LEASES_MS })
    }

    fn check_expected(&mut self, expected: &ExpectedNotice) {
        let Evidence { readiness, read_at, .. } = *self.evidence;
        let side = expected.side as usize;
        let found = self.evidence.notices[side].iter().find(|notice| notice.key == expected.key).copied();
        let Some(notice) = found else {
            let by = self.limit(expected.due, expected.due, SWEEP_MS);
            if expected.over.zip(by).is_some_and(|(over, by)| over <= by) {
                return;
            }
            match by.filter(|by| read_at > *by) {
                Some(by) => {
                    let wanted = format!("the notice `{}` by {by}", expected.key);
                    self.note(ViolationKind::NoNotice, Some(expected.seq), wanted, "no such notice".to_owned());
                }
                None => self.findings.pending += 1,
            }
            return;
        };
        let is_early = notice.at + ROUNDING_MS < expected.due;
        let is_late = match expected.reminder {
            Some(name) => {
                self.findings.reminders.push((name, notice.at.saturating_sub(expected.due)));
                readiness.latest(expected.due, SWEEP_MS).is_some_and(|by| notice.at > by)
            }
            None => notice.at > expected.due,
        };
        if is_early || is_late {
            let wanted = format!("the notice `{}` at {}", expected.key, expected.due);
            self.note(ViolationKind::NoticeTime, Some(expected.seq), wanted, format!("at {}", notice.at));
        }
        for device in self.evidence.devices[side] {
            self.check_message(expected, notice, device);
        }
    }

    /// Checks that a notice has arrived at a device, unless the turn was over before.
    fn check_message(&mut self, expected: &ExpectedNotice, notice: &Notice, device: &str) {
        let Evidence { readiness, read_at, .. } = *self.evidence;
        let by = self.limit(notice.at, notice.at + DELAY_MS, LIMIT_MS - DELAY_MS);
        let arrived = self.evidence.deliveries[expected.side as usize]
            .iter()
            .find(|delivery| delivery.device == device && delivery.key == notice.key)
            .map(|delivery| delivery.arrived);
        let wanted = || format!("the message `{}` at {}, by {by:?}", notice.key, notice.at + DELAY_MS);
        let Some(arrived) = arrived else {
            let is_obsolete = expected.over.zip(by).is_some_and(|(over, by)| over <= by);
            match by.filter(|by| read_at > *by) {
                _ if is_obsolete => {}
                Some(_) => {
                    let found = format!("none at the device {device}");
                    self.note(ViolationKind::NoNotice, Some(expected.seq), wanted(), found);
                }
                None => self.findings.pending += 1,
            }
            return;
        };
        let is_stale = expected.over.filter(|_| notice.kind != NoticeKind::Ended);
        let is_stale = is_stale.is_some_and(|over| arrived > over + TRANSIT_MS);
        if arrived + ROUNDING_MS < notice.at + DELAY_MS || by.is_some_and(|by| arrived > by) || is_stale {
            let over = if is_stale { ", after the turn" } else { "" };
            self.note(ViolationKind::NoticeTime, Some(expected.seq), wanted(), format!("at {arrived}{over}"));
        }
        if notice.kind == NoticeKind::Turn {
            let is_calm = readiness.is_calm(notice.at.saturating_sub(SWEEP_MS), arrived);
            self.findings.turns.push(Latency { millis: arrived.saturating_sub(notice.at), is_calm });
        }
    }

    /// Finds notices that nothing has caused, and messages without a notice.
    fn check_unexpected(&mut self, side: usize, expected: &BTreeSet<&str>) {
        let mut keys = BTreeSet::new();
        for notice in self.evidence.notices[side].clone() {
            if !keys.insert(notice.key.as_str()) {
                let found = format!("`{}` twice", notice.key);
                self.note(ViolationKind::ExtraNotice, notice.seq, "each notice once".to_owned(), found);
            }
            if !expected.contains(notice.key.as_str()) {
                let found = format!("`{}` at {}", notice.key, notice.at);
                self.note(ViolationKind::ExtraNotice, notice.seq, "a notice with a cause".to_owned(), found);
            }
        }
        for delivery in self.evidence.deliveries[side].clone() {
            let notice = self.evidence.notices[side].iter().find(|notice| notice.key == delivery.key);
            let is_its = notice.is_some_and(|notice| {
                (notice.seq, notice.at) == (delivery.seq, delivery.at) && notice.at >= self.evidence.imported_at
            });
            if !is_its {
                let wanted = format!("the message of {notice:?}");
                self.note(ViolationKind::ExtraNotice, delivery.seq, wanted, format!("{delivery:?}"));
            }
        }
    }

    /// Applies the rule of the service worker to the messages at a device. It must show each notice once.
    fn check_shown(&mut self, side: usize, device: &str, expected: &[ExpectedNotice]) {
        let mut last: Option<&Delivery> = None;
        let mut shown: BTreeMap<&str, u32> = BTreeMap::new();
        for delivery in self.evidence.deliveries[side].iter().filter(|delivery| delivery.device == device) {
            self.findings.messages += 1;
            if last.is_none_or(|last| is_newer(delivery, last)) {
                *shown.entry(delivery.key.as_str()).or_default() += 1;
                last = Some(delivery);
            } else {
                self.findings.repeated += 1;
            }
        }
        for (key, count) in shown.into_iter().filter(|(_, count)| *count > 1) {
            let seq = expected.iter().find(|notice| notice.key == key).map(|notice| notice.seq);
            let found = format!("`{key}` {count} times at the device {device}");
            self.note(ViolationKind::ExtraNotice, seq, "each notice once on the screen".to_owned(), found);
        }
    }
}

/// Returns true if the service worker shows a message after another one about the same game
/// (`isNewer` in `web/src/inbox/pushMessage.ts`).
fn is_newer(message: &Delivery, last: &Delivery) -> bool {
    match (message.seq, last.seq) {
        (Some(seq), Some(shown)) if seq != shown => seq > shown,
        _ => message.at > last.at || (message.at == last.at && message.key != last.key),
    }
}
