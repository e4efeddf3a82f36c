//! Warnings that come at most once a minute, however often there is reason to warn.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(60);

/// One warning's pauses.
#[derive(Debug, Default)]
pub struct RateLimitedLog(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: Option<Instant>,
    unsaid: u64,
}

impl RateLimitedLog {
    /// No warning yet.
    pub const fn new() -> RateLimitedLog {
        RateLimitedLog(Mutex::new(State { last: None, unsaid: 0 }))
    }

    /// If it is time to warn: how often there was reason to, this time included.
    pub fn times(&self) -> Option<u64> {
        self.times_at(Instant::now())
    }

    fn times_at(&self, now: Instant) -> Option<u64> {
        // Every change of the state is whole before anything can fail.
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
