//! Moments in time, as the journal keeps them.

use std::time::Duration;

/// Milliseconds since an epoch of the caller's choice: the Unix epoch for stored games, any moment for local ones.
///
/// Durations that pass between two of them are whole milliseconds, so that clocks add up exactly when a journal is read
/// again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(u64);

impl Timestamp {
    /// So many milliseconds after the epoch.
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp(millis)
    }

    /// Milliseconds since the epoch.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The time passed since an earlier moment; none if that moment is later.
    pub const fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The moment when so much time has passed. A part of a millisecond counts as a whole one: nobody is late early.
    #[must_use]
    pub fn after(self, passed: Duration) -> Timestamp {
        let millis = passed.as_nanos().div_ceil(1_000_000);
        Timestamp(self.0.saturating_add(u64::try_from(millis).unwrap_or(u64::MAX)))
    }
}

/// Whole milliseconds, as a journal keeps them.
pub(crate) fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_run_backward() {
        let (early, late) = (Timestamp::from_millis(5), Timestamp::from_millis(8));
        assert_eq!([late.since(early), early.since(late)], [Duration::from_millis(3), Duration::ZERO]);
    }

    #[test]
    fn the_end_of_time_is_not_passed() {
        assert_eq!(Timestamp::from_millis(7).after(Duration::MAX), Timestamp::from_millis(u64::MAX));
        assert_eq!(Timestamp::from_millis(7).after(Duration::from_micros(1)), Timestamp::from_millis(8));
    }
}
