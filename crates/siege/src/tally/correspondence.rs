//! The figures of correspondence games: delays of losses on time, of reminders, and of messages to devices.

use std::time::Duration;

use super::{LatencyHistogram, Tally};
use crate::checker::Findings;

/// The figures of correspondence games.
#[derive(Default)]
pub struct CorrespondenceCounts {
    games: u64,
    leaves: u64,
    returns: u64,
    messages: u64,
    repeated: u64,
    /// The number of messages about a turn that came more than 12 s after the act.
    late: u64,
    flags: Times,
    /// At 80% of the time, and six hours before its end.
    reminders: [Times; 2],
    /// From an act to its message at a device.
    turns: Times,
    /// The same if no fault happened meanwhile.
    calm_turns: Times,
}

/// The time after an act within which its message must arrive.
const LIMIT: Duration = Duration::from_secs(12);

/// A histogram, and the number of times in it.
#[derive(Default)]
struct Times {
    histogram: LatencyHistogram,
    count: u64,
}

impl Times {
    fn add(&mut self, millis: u64) {
        self.histogram.add(Duration::from_millis(millis));
        self.count += 1;
    }
}

impl CorrespondenceCounts {
    /// Adds the findings of a game.
    pub fn add(&mut self, findings: Findings, tally: &Tally) {
        self.games += 1;
        self.leaves += findings.leaves;
        self.returns += findings.returns;
        self.messages += findings.messages;
        self.repeated += findings.repeated;
        findings.flags.into_iter().for_each(|millis| self.flags.add(millis));
        for (name, millis) in findings.reminders {
            self.reminders[usize::from(name != "80")].add(millis);
        }
        for turn in findings.turns {
            self.turns.add(turn.millis);
            self.late += u64::from(Duration::from_millis(turn.millis) > LIMIT);
            if turn.is_calm {
                self.calm_turns.add(turn.millis);
            }
        }
        tally.add_violations(findings.violations);
    }

    /// Returns the name of something that never happened, so that its check proves nothing.
    pub fn missing(&self) -> Option<&'static str> {
        let [most, last] = &self.reminders;
        let counts = [
            (self.flags.count, "no loss on time"),
            (most.count, "no reminder at 80% of the time"),
            (last.count, "no reminder six hours before the end"),
            (self.leaves, "no leave"),
            (self.returns, "no early end of a leave"),
            (self.turns.count, "no message about a turn"),
            (self.calm_turns.count, "no message about a turn without faults"),
        ];
        counts.into_iter().find(|(count, _)| *count == 0).map(|(_, name)| name)
    }

    /// Writes the lines of the report.
    pub(super) fn write(&self, line: &mut impl FnMut(&str, String)) {
        let [most, last] = &self.reminders;
        let counts = format!("{} leaves, {} early returns", self.leaves, self.returns);
        line("correspondence", format!("{} games, {counts}", self.games));
        for (name, times) in [
            ("deadline to end", &self.flags),
            ("80% to notice", most),
            ("6 hours to notice", last),
            ("act to device", &self.turns),
            ("the same, calm", &self.calm_turns),
        ] {
            line(name, times.histogram.to_string());
        }
        let text = format!("{}; {} repeated, {} turns after 12 s", self.messages, self.repeated, self.late);
        line("messages", text);
    }
}
