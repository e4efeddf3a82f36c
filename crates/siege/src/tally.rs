//! What is counted and timed while a siege lasts, and the report of it.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::checker::Violation;
use crate::site::Fault;

/// How many violations are shown in full.
const SHOWN: usize = 20;

/// Counts and times, shared by all who add to them.
#[derive(Clone, Default)]
pub struct Tally(Arc<Mutex<Counts>>);

/// Counts and times.
#[derive(Default)]
pub struct Counts {
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
    back: BTreeMap<Fault, Times>,
    /// From sending to acknowledgement.
    acks: Times,
    /// From the act to its frame, by the clock of one machine.
    relays: Times,
    /// What is broken.
    pub violations: Vec<Violation>,
    /// What went wrong beside the protocol.
    pub mishaps: Vec<String>,
}

/// Times in microseconds with three digits, up to ten minutes.
#[derive(Clone)]
pub struct Times(Histogram<u64>);

impl Default for Times {
    fn default() -> Times {
        Times(Histogram::new_with_bounds(1, 600_000_000, 3).expect("these bounds are right"))
    }
}

impl Times {
    /// One more time.
    pub fn add(&mut self, time: Duration) {
        self.0.saturating_record((time.as_micros() as u64).max(1));
    }

    /// Forgets all of them.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// The time that so large a share of them did not exceed; 1 is all.
    pub fn quantile(&self, share: f64) -> Duration {
        Duration::from_micros(self.0.value_at_quantile(share))
    }
}

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| self.quantile(share).as_secs_f64() * 1000.0);
        write!(f, "p50 {half:.1} ms, p99 {most:.1} ms, max {all:.1} ms ({} times)", self.0.len())
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
        self.back.entry(fault).or_default().add(after);
    }

    /// A request was acknowledged.
    pub fn ack(&mut self, after: Duration) {
        self.acks.add(after);
    }

    /// An act was told.
    pub fn relay(&mut self, after: Duration) {
        self.relays.add(after);
    }

    /// How many acts the journals hold.
    pub fn acts(&self) -> u64 {
        self.facts.values().sum()
    }

    /// The longest time from sending to acknowledgement.
    pub fn slowest_ack(&self) -> Duration {
        self.acks.quantile(1.0)
    }

    /// One more of a kind.
    pub fn count(of: &mut BTreeMap<String, u64>, name: &str) {
        *of.entry(name.to_owned()).or_default() += 1;
    }

    /// The report of a siege that took so long.
    pub fn report(&self, took: Duration) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing into a text cannot fail.
            let _ = writeln!(text, "{name:<22}{value}");
        };
        let sum = |of: &BTreeMap<String, u64>| of.values().sum::<u64>();
        let listed = |of: &BTreeMap<String, u64>| {
            of.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        line("time", format!("{:.1} s", took.as_secs_f64()));
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
            line(&format!("back, {}", fault.name()), back.to_string());
        }
        line("sent to ack", self.acks.to_string());
        line("act to frame", self.relays.to_string());
        let mut kinds = BTreeMap::new();
        for violation in &self.violations {
            Counts::count(&mut kinds, &format!("{:?}", violation.breach));
        }
        line("mishaps", self.mishaps.len().to_string());
        line("violations", format!("{} {}", self.violations.len(), listed(&kinds)));
        text
    }
}
