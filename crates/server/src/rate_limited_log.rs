//! Rate-limited warnings, which are logged at most once a minute with the number of their occurrences.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(60);

/// The rate limit of one warning.
#[derive(Debug, Default)]
pub struct RateLimitedLog(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: Option<Instant>,
    unsaid: u64,
}

impl RateLimitedLog {
    /// Creates a limit without an earlier warning.
    pub const fn new() -> RateLimitedLog {
        RateLimitedLog(Mutex::new(State { last: None, unsaid: 0 }))
    }

    /// Counts an occurrence. Returns the number of occurrences since the last warning if it is time for another one.
    pub fn times(&self) -> Option<u64> {
        self.times_at(Instant::now())
    }

    fn times_at(&self, now: Instant) -> Option<u64> {
        // Each change of the state is complete before anything can panic.
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.unsaid += 1;
        if state.last.is_some_and(|last| now.duration_since(last) < PAUSE) {
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.unsaid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_comes_once_a_minute_and_counts_what_it_stands_for() {
        let (log, start) = (RateLimitedLog::new(), Instant::now());
        assert_eq!(log.times_at(start), Some(1));
        for second in 1..60 {
            assert_eq!(log.times_at(start + Duration::from_secs(second)), None);
        }
        assert_eq!(log.times_at(start + PAUSE), Some(60));
    }
}
