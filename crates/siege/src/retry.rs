//! When to try again: as the page does, after 0 to 0.5 s, then after 0.5, 1 and 2 s (12.16).

use std::time::Duration;

use rand::RngExt;
use rand::rngs::SmallRng;

/// How often it has failed in a row.
#[derive(Default)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// How long to wait before the next attempt.
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

    /// It has succeeded.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}
