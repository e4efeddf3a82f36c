//! What is counted and timed while a siege lasts, and the report of it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::checker::Violation;
use crate::site::Fault;

/// How many violations are shown in full.
const SHOWN: usize = 20;

/// Counts and times, shared by all who add to them.
#[derive(Clone)]
pub struct Tally(Arc<Mutex<Counts>>);

/// Counts and times.
pub struct Counts {
    begun: Instant,
    /// Faults that have struck.
    pub strikes: BTreeMap<Fault, u64>,
    /// Nodes that have ended by themselves.
    pub revived: u64,
    /// Games by variant.
    pub games: BTreeMap<String, u64>,
    /// How games have ended.
    pub endings: BTreeMap<String, u64>,
    /// Acts of the journals, by what they were.
    pub facts: BTreeMap<String, u64>,
    /// Moves that were acknowledged.
    pub acked_moves: u64,
    /// Other acts that were acknowledged.
    pub acked_acts: u64,
    /// Requests that were sent again.
    pub resent: u64,
    /// Refusals by kind.
    pub refused: BTreeMap<String, u64>,
    /// Connections by how they ended.
    pub cuts: BTreeMap<String, u64>,
    /// Acts that were missed on a connection and fetched by watching again.
    pub gaps: u64,
    /// How often a node knew less of a game that had ended than another one had told.
    pub stale_reads: u64,
    /// From a fault to the next acknowledgement of each player that it struck.
    back: BTreeMap<Fault, Histogram<u64>>,
    /// From sending to acknowledgement.
    acks: Histogram<u64>,
    /// From the act to its frame, by the clock of one machine.
    relays: Histogram<u64>,
    /// What is broken.
    pub violations: Vec<Violation>,
    /// What went wrong beside the protocol.
    pub mishaps: Vec<String>,
}

/// Microseconds with three digits, up to ten minutes.
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 600_000_000, 3).expect("these bounds are right")
}

impl Default for Tally {
    fn default() -> Tally {
        Tally(Arc::new(Mutex::new(Counts {
            begun: Instant::now(),
            strikes: BTreeMap::new(),
            revived: 0,
            games: BTreeMap::new(),
            endings: BTreeMap::new(),
            facts: BTreeMap::new(),
            acked_moves: 0,
            acked_acts: 0,
            resent: 0,
            refused: BTreeMap::new(),
            cuts: BTreeMap::new(),
            gaps: 0,
            stale_reads: 0,
            back: BTreeMap::new(),
            acks: histogram(),
            relays: histogram(),
            violations: Vec::new(),
            mishaps: Vec::new(),
        })))
    }
}

impl Tally {
    /// The counts, to be changed.
    pub fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something went wrong beside the protocol: it is shown, and makes the siege fail.
    pub fn mishap(&self, what: String) {
        eprintln!("mishap: {what}");
        self.counts().mishaps.push(what);
    }

    /// Notes what a checker has found.
    pub fn accuse(&self, found: Vec<Violation>) {
        let mut counts = self.counts();
        for violation in found {
            if counts.violations.len() < SHOWN {
                eprintln!("{violation}");
            }
            counts.violations.push(violation);
        }
    }

    /// Whether nothing was broken.
    pub fn is_clean(&self) -> bool {
        let counts = self.counts();
        counts.violations.is_empty() && counts.mishaps.is_empty()
    }
}

impl Counts {
    /// A player who was struck is back in play.
    pub fn back(&mut self, fault: Fault, after: Duration) {
        record(self.back.entry(fault).or_insert_with(histogram), after);
    }

    /// A request was acknowledged.
    pub fn ack(&mut self, after: Duration) {
        record(&mut self.acks, after);
    }

    /// An act was told.
    pub fn relay(&mut self, after: Duration) {
        record(&mut self.relays, after);
    }

    /// How many acts the journals hold.
    pub fn acts(&self) -> u64 {
        self.facts.values().sum()
    }

    /// The longest time from sending to acknowledgement.
    pub fn slowest_ack(&self) -> Duration {
        Duration::from_micros(self.acks.max())
    }

    /// One more of a kind.
    pub fn count(of: &mut BTreeMap<String, u64>, name: &str) {
        *of.entry(name.to_owned()).or_default() += 1;
    }

    /// The report.
    pub fn report(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing into a text cannot fail.
            let _ = writeln!(text, "{name:<22}{value}");
        };
        let sum = |of: &BTreeMap<String, u64>| of.values().sum::<u64>();
        let listed = |of: &BTreeMap<String, u64>| {
            of.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        line("time", format!("{:.1} s", self.begun.elapsed().as_secs_f64()));
        for (fault, count) in &self.strikes {
            line(fault.name(), count.to_string());
        }
        line("ended by themselves", self.revived.to_string());
        line("games", format!("{} ({})", sum(&self.games), listed(&self.games)));
        line("ended", listed(&self.endings));
        line("acts", format!("{} ({})", self.acts(), listed(&self.facts)));
        line("acked", format!("{} moves, {} other acts; {} resent", self.acked_moves, self.acked_acts, self.resent));
        line("refused", listed(&self.refused));
        line("connections lost", listed(&self.cuts));
        line("gaps filled", format!("{}; {} readings of a node that lagged", self.gaps, self.stale_reads));
        for (fault, back) in &self.back {
            line(&format!("back, {}", fault.name()), quantiles(back));
        }
        line("sent to ack", quantiles(&self.acks));
        line("act to frame", quantiles(&self.relays));
        let mut kinds = BTreeMap::new();
        for violation in &self.violations {
            Counts::count(&mut kinds, &format!("{:?}", violation.breach));
        }
        line("mishaps", self.mishaps.len().to_string());
        line("violations", format!("{} {}", self.violations.len(), listed(&kinds)));
        text
    }
}

/// Adds a time to a histogram.
pub fn record(histogram: &mut Histogram<u64>, time: Duration) {
    histogram.saturating_record((time.as_micros() as u64).max(1));
}

/// A histogram in one line.
pub fn quantiles(histogram: &Histogram<u64>) -> String {
    let at = |quantile| histogram.value_at_quantile(quantile) as f64 / 1000.0;
    let max = histogram.max() as f64 / 1000.0;
    format!("p50 {:.1} ms, p99 {:.1} ms, max {max:.1} ms ({} times)", at(0.5), at(0.99), histogram.len())
}
