//! The health of commits. A node whose commits stall may have missed the writes of other nodes, so it must not end
//! games on time.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A longer wait for a commit is a stall.
const STALL: Duration = Duration::from_secs(2);

/// The time after a stall in which no game is ended on time.
const RECOVERY: Duration = Duration::from_secs(5);

/// The health of commits: the current wait and the end of the last long one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Health {
    /// The start of the longest current wait for a commit. `None` if there is none.
    pub waiting_since: Option<Instant>,
    /// The end of the last wait of more than two seconds.
    pub stalled_until: Option<Instant>,
}

impl Health {
    /// Returns true if no commit has stalled for two seconds and the last stall ended at least five seconds ago. Only
    /// then may a node end games on time.
    pub fn is_steady(self, now: Instant) -> bool {
        let stalls = self.waiting_since.is_some_and(|since| now.saturating_duration_since(since) >= STALL);
        let recovers = self.stalled_until.is_some_and(|until| now.saturating_duration_since(until) < RECOVERY);
        !stalls && !recovers
    }
}

/// A monitor of commits, in which the writers record their waits.
#[derive(Debug, Default)]
pub(crate) struct CommitMonitor(Mutex<Waits>);

#[derive(Debug, Default)]
struct Waits {
    /// The start of each current wait.
    since: Vec<Instant>,
    stalled_until: Option<Instant>,
}

impl CommitMonitor {
    /// Records the start of a wait. Pass the result to [`CommitMonitor::end_wait`].
    pub(crate) fn begin_wait(&self) -> Instant {
        let now = Instant::now();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).since.push(now);
        now
    }

    /// Records the end of a wait.
    pub(crate) fn end_wait(&self, since: Instant) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = waiting.since.iter().position(|other| *other == since) {
            waiting.since.swap_remove(at);
        }
        if since.elapsed() >= STALL {
            waiting.stalled_until = Some(Instant::now());
        }
    }

    pub(crate) fn health(&self) -> Health {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Health { waiting_since: waiting.since.iter().min().copied(), stalled_until: waiting.stalled_until }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_two_seconds_in_vain_nobodys_time_is_up_until_five_seconds_after_the_next_commit() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let waits = Health { waiting_since: Some(start), stalled_until: None };
        assert_eq!([1, 2].map(|seconds| waits.is_steady(at(seconds))), [true, false]);
        let back = Health { waiting_since: None, stalled_until: Some(start) };
        assert_eq!([4, 5].map(|seconds| back.is_steady(at(seconds))), [false, true]);
    }
}
