//! The periods in which the nodes of a site were ready, by which delays are judged: a site that is down flags no one.

use super::clock::Period;

/// The time after a failure of the database in which a node flags no one: until its next heartbeat, which comes every
/// two seconds, and for five seconds more.
const RECOVERY_MS: u64 = 7000;

/// A fault, with its time in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimedFault {
    pub at: u64,
    /// The affected node. `None` for a shared service.
    pub node: Option<usize>,
    pub is_database: bool,
}

/// The periods in which each node was ready, and the injected faults.
#[derive(Clone, Default, Debug)]
pub struct Readiness {
    nodes: Vec<Vec<Period>>,
    /// False for each node that did not give the last answer.
    is_ready: Vec<bool>,
    pub faults: Vec<TimedFault>,
}

impl Readiness {
    /// Creates a record of a number of nodes, none of which has been ready yet.
    pub fn of(nodes: usize) -> Readiness {
        Readiness { nodes: vec![Vec::new(); nodes], is_ready: vec![false; nodes], faults: Vec::new() }
    }

    /// Records that a node answered that it is ready. The times are those of the request and of the answer.
    pub fn note_ready(&mut self, node: usize, sent: u64, answered: u64) {
        let last = self.nodes[node].last().map_or(0, |period| period.until);
        let fault = self.faults.iter().rfind(|fault| fault.node.is_none_or(|hit| hit == node) && fault.at > last);
        if fault.is_some_and(|fault| fault.at >= sent) {
            return;
        }
        let is_same = self.is_ready[node] && fault.is_none();
        self.is_ready[node] = true;
        if let Some(period) = self.nodes[node].last_mut().filter(|_| is_same) {
            period.until = period.until.max(answered);
            return;
        }
        let recovery = if fault.is_some_and(|fault| fault.is_database) { RECOVERY_MS } else { 0 };
        let from = sent + recovery;
        self.nodes[node].push(Period { from, until: answered.max(from) });
    }

    /// Records that a node is not ready.
    pub fn note_failure(&mut self, node: usize) {
        self.is_ready[node] = false;
    }

    /// Returns the time by which something must be done that is due at some time: some node was ready since for as long
    /// as it may take. `None` if there has been no such time.
    pub fn latest(&self, due: u64, duration: u64) -> Option<u64> {
        let by = |period: &Period| {
            let by = period.from.max(due) + duration;
            (by <= period.until).then_some(by)
        };
        self.nodes.iter().flatten().filter_map(by).min()
    }

    /// Returns true if no fault was injected in a period.
    pub fn is_calm(&self, from: u64, until: u64) -> bool {
        !self.faults.iter().any(|fault| (from..=until).contains(&fault.at))
    }
}
