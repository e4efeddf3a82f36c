//! Lag compensation: the part of a move's network lag that is not charged to its player.
//!
//! This follows scalachess's `LagTracker`. Each move adds 0.4 centiseconds for each second of the expected length of
//! the game, plus 15 centiseconds, but at most a second. Unused quota is saved, up to that of seven moves.

use std::time::Duration;

use crate::TimeControl;

/// The expected length of a game in moves.
const EXPECTED_MOVES: u32 = 40;

/// The maximum quota added by a move.
const MOST_GAIN: Duration = Duration::from_secs(1);

/// The initial and the maximum quota, as multiples of the gain per move.
const GAINS: [u32; 2] = [3, 7];

/// The quota of network lag that is not charged to a player's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LagQuota {
    gain: Duration,
    left: Duration,
}

impl LagQuota {
    /// A quota of zero, which disables lag compensation.
    pub const NONE: LagQuota = LagQuota { gain: Duration::ZERO, left: Duration::ZERO };

    /// Returns the initial quota for a time control.
    pub fn new(control: TimeControl) -> LagQuota {
        let expected = control.base() + control.increment() * EXPECTED_MOVES;
        let gain = Duration::from_millis(expected.as_secs() * 4 + 150).min(MOST_GAIN);
        LagQuota { gain, left: gain * GAINS[0] }
    }

    /// Returns the quota left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the part of a lag that is not charged.
    pub fn grant(&self, lag: Duration) -> Duration {
        lag.min(self.left)
    }

    /// Subtracts the lag granted to a move and adds the quota gained by it.
    pub fn take(&mut self, granted: Duration) {
        self.left = (self.left.saturating_sub(granted) + self.gain).min(self.gain * GAINS[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_quota_grows_with_the_game_and_is_saved() {
        // For one minute the gain is 60 × 0.4 + 15 = 39 centiseconds a move.
        let mut quota = LagQuota::new("60".parse().unwrap());
        assert_eq!(quota.left(), MS(1170));
        quota.take(quota.grant(MS(5000)));
        assert_eq!(quota.left(), MS(390), "spent at once, one gain comes back");
        for _ in 0..20 {
            quota.take(MS(0));
        }
        assert_eq!(quota.left(), MS(2730));
    }

    #[test]
    fn no_move_gains_more_than_a_second() {
        assert_eq!(LagQuota::new("3600+30".parse().unwrap()).left(), MS(3000));
    }
}
