//! The counters and latency histograms of a stress test, and its final report.

mod correspondence;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::checker::Violation;
use crate::site::Fault;

pub use correspondence::CorrespondenceCounts;

/// The number of violations shown in full.
const SHOWN: usize = 20;

/// The counters and histograms of a stress test, shared by all its clients.
#[derive(Clone, Default)]
pub struct Tally(Arc<Mutex<Counts>>);

/// The counters and histograms.
#[derive(Default)]
pub struct Counts {
    pub faults: BTreeMap<Fault, u64>,
    /// The number of nodes that exited by themselves and were restarted.
    pub restarted: u64,
    pub games: BTreeMap<String, u64>,
    pub endings: BTreeMap<String, u64>,
    pub facts: BTreeMap<String, u64>,
    pub acked_moves: u64,
    pub acked_acts: u64,
    pub resent: u64,
    pub refused: BTreeMap<String, u64>,
    /// Connections by the reason of their end.
    pub disconnections: BTreeMap<String, u64>,
    /// The number of times that acts were missed on a connection and fetched by watching again.
    pub gaps: u64,
    /// The number of times that a node returned an older state of a finished game than another node had sent.
    pub stale_reads: u64,
    /// The time from a fault to the next acknowledgment of each affected player.
    recoveries: BTreeMap<Fault, LatencyHistogram>,
    /// The time from a request to its acknowledgment.
    acks: LatencyHistogram,
    /// The time from an act to its frame, both by the clock of the same machine.
    relays: LatencyHistogram,
    /// The figures of correspondence games, once they are checked.
    pub correspondence: Option<CorrespondenceCounts>,
    pub violations: Vec<Violation>,
    /// Guests who got an account, by the way.
    pub accounts: BTreeMap<String, u64>,
    /// Settled rated games, by the decision whether they count.
    pub rated: BTreeMap<String, u64>,
    /// Failures outside the protocol.
    pub failures: Vec<String>,
}

/// A histogram of times in microseconds with three significant digits, up to ten minutes.
#[derive(Clone)]
pub struct LatencyHistogram(Histogram<u64>);

impl Default for LatencyHistogram {
    fn default() -> LatencyHistogram {
        LatencyHistogram(Histogram::new_with_bounds(1, 600_000_000, 3).expect("these bounds are right"))
    }
}

impl LatencyHistogram {
    /// Records a time in the histogram.
    pub fn add(&mut self, time: Duration) {
        self.0.saturating_record((time.as_micros() as u64).max(1));
    }

    /// Discards all recorded times.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Adds the times of another histogram.
    pub fn merge(&mut self, other: &LatencyHistogram) {
        self.0 += &other.0;
    }

    /// Returns a quantile: `share` of all times are at most this long. 1 is the maximum.
    pub fn quantile(&self, share: f64) -> Duration {
        Duration::from_micros(self.0.value_at_quantile(share))
    }
}

impl Display for LatencyHistogram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| self.quantile(share).as_secs_f64() * 1000.0);
        write!(f, "p50 {half:.1} ms, p99 {most:.1} ms, max {all:.1} ms ({} times)", self.0.len())
    }
}

impl Tally {
    /// Locks the counters for changes.
    pub fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a failure outside the protocol, which makes the run fail.
    pub fn failure(&self, what: String) {
        eprintln!("failure: {what}");
        self.counts().failures.push(what);
    }

    /// Records the violations that a checker has found.
    pub fn add_violations(&self, found: Vec<Violation>) {
        let mut counts = self.counts();
        for violation in found {
            if counts.violations.len() < SHOWN {
                eprintln!("{violation}");
            }
            counts.violations.push(violation);
        }
    }

    /// Returns true if there were neither violations nor failures.
    pub fn is_clean(&self) -> bool {
        let counts = self.counts();
        counts.violations.is_empty() && counts.failures.is_empty()
    }
}

impl Counts {
    /// Records the recovery time of a player after a fault.
    pub fn recovered(&mut self, fault: Fault, after: Duration) {
        self.recoveries.entry(fault).or_default().add(after);
    }

    /// Records the time until an acknowledgment.
    pub fn ack(&mut self, after: Duration) {
        self.acks.add(after);
    }

    /// Records the age of an act on arrival.
    pub fn relay(&mut self, after: Duration) {
        self.relays.add(after);
    }

    /// Returns the number of acts in the journals.
    pub fn acts(&self) -> u64 {
        self.facts.values().sum()
    }

    /// Returns the longest time until an acknowledgment.
    pub fn longest_ack(&self) -> Duration {
        self.acks.quantile(1.0)
    }

    /// Increments the counter of a name.
    pub fn count(of: &mut BTreeMap<String, u64>, name: &str) {
        *of.entry(name.to_owned()).or_default() += 1;
    }

    /// Returns the report of a run that took the given time.
    pub fn report(&self, took: Duration) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<22}{value}");
        };
        let sum = |of: &BTreeMap<String, u64>| of.values().sum::<u64>();
        let listed = |of: &BTreeMap<String, u64>| {
            of.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        line("time", format!("{:.1} s", took.as_secs_f64()));
        for (fault, count) in &self.faults {
            line(fault.name(), count.to_string());
        }
        line("ended by themselves", self.restarted.to_string());
        line("games", format!("{} ({})", sum(&self.games), listed(&self.games)));
        line("ended", listed(&self.endings));
        line("acts", format!("{} ({})", self.acts(), listed(&self.facts)));
        line("accounts", listed(&self.accounts));
        line("rated games", format!("{} ({})", sum(&self.rated), listed(&self.rated)));
        line("acked", format!("{} moves, {} other acts; {} resent", self.acked_moves, self.acked_acts, self.resent));
        line("refused", listed(&self.refused));
        line("connections lost", listed(&self.disconnections));
        line("gaps filled", format!("{}; {} readings of a node that lagged", self.gaps, self.stale_reads));
        for (fault, times) in &self.recoveries {
            line(&format!("back, {}", fault.name()), times.to_string());
        }
        line("sent to ack", self.acks.to_string());
        line("act to frame", self.relays.to_string());
        if let Some(correspondence) = &self.correspondence {
            correspondence.write(&mut line);
        }
        let mut kinds = BTreeMap::new();
        for violation in &self.violations {
            Counts::count(&mut kinds, &format!("{:?}", violation.kind));
        }
        line("failures", self.failures.len().to_string());
        line("violations", format!("{} {}", self.violations.len(), listed(&kinds)));
        text
    }
}
