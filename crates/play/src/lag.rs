//! How much of a move's way over the network is not charged to its player.
//!
//! After scalachess's `LagTracker`: a quota for each move, 0.4 centiseconds for each second that the game is expected to
//! last and 15 centiseconds more, at most a second; what is not used is saved, up to seven moves' worth.

use std::time::Duration;

use crate::TimeControl;

/// How many moves a game is expected to last.
const EXPECTED_MOVES: u32 = 40;

/// The most that is gained with a move.
const MOST_GAIN: Duration = Duration::from_secs(1);

/// How many gains there are at the start, and at most.
const GAINS: [u32; 2] = [3, 7];

/// What a player may still be spared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LagQuota {
    gain: Duration,
    left: Duration,
}

impl LagQuota {
    /// Nothing is spared.
    pub const NONE: LagQuota = LagQuota { gain: Duration::ZERO, left: Duration::ZERO };

    /// The quota of a game with this clock.
    pub fn new(control: TimeControl) -> LagQuota {
        let expected = control.base() + control.increment() * EXPECTED_MOVES;
        let gain = Duration::from_millis(expected.as_secs() * 4 + 150).min(MOST_GAIN);
        LagQuota { gain, left: gain * GAINS[0] }
    }

    /// What is left of it.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// How much of a lag is not charged.
    pub fn grant(&self, lag: Duration) -> Duration {
        lag.min(self.left)
    }

    /// A move was made for which so much was granted.
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
        // A minute is 60 × 0.4 + 15 = 39 centiseconds a move.
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
