//! The reconnection backoff of the web app: 0 to 0.5 s, then 0.5, 1, and 2 s.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::SmallRng;

/// The backoff of a client, which grows with the number of consecutive failures.
#[derive(Default)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// Returns the pause before the next attempt.
    pub fn next(&mut self, rng: &mut SmallRng) -> Duration {
        let millis = match self.failures {
            0 => rng.random_range(0..500),
            1 => 500,
            2 => 1000,
            _ => 2000,
        };
        self.failures += 1;
        Duration::from_millis(millis)
    }

    /// Resets the pause after a success.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}
