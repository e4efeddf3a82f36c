//! Whether commits come through. A node that has waited for one in vain cannot know what others have decided meanwhile,
//! and calls nobody's time up.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Waiting for longer is a stall.
const STALL: Duration = Duration::from_secs(2);

/// How long after a stall nobody's time is called up.
const RECOVERY: Duration = Duration::from_secs(5);

/// Whether commits come through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Health {
    /// Since when a commit has been waited for; none if none is.
    pub waiting_since: Option<Instant>,
    /// When the last wait of more than two seconds was over.
    pub stalled_until: Option<Instant>,
}

impl Health {
    /// Whether nothing has been waited for in vain for two seconds, nor had been less than five seconds ago: only then may
    /// a node call somebody's time up.
    pub fn is_steady(self, now: Instant) -> bool {
        let stalls = self.waiting_since.is_some_and(|since| now.saturating_duration_since(since) >= STALL);
        let recovers = self.stalled_until.is_some_and(|until| now.saturating_duration_since(until) < RECOVERY);
        !stalls && !recovers
    }
}

/// The health that writers keep.
#[derive(Debug, Default)]
pub(crate) struct Watch(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    /// When each of those who wait began to.
    since: Vec<Instant>,
    stalled_until: Option<Instant>,
}

impl Watch {
    /// Somebody begins to wait. The answer is for [`Watch::came`].
    pub(crate) fn wait(&self) -> Instant {
        let now = Instant::now();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).since.push(now);
        now
    }

    /// What somebody has waited for since then has come.
    pub(crate) fn came(&self, since: Instant) {
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
