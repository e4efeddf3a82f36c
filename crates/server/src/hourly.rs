//! What somebody may do only so often within an hour, where nothing else holds them back.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{Quota, RateLimiter};

use crate::client::Client;
use crate::problem::{Kind, Problem};

type Limiter = RateLimiter<Client, governor::state::keyed::HashMapStateStore<Client>, DefaultClock>;

/// How often each client may do something.
#[derive(Clone)]
pub struct Hourly {
    limiter: Arc<Limiter>,
    /// What is said to whoever has done it too often.
    complaint: &'static str,
}

/// Becoming a guest.
#[derive(Clone)]
pub struct Guests(pub Hourly);

/// Making or accepting a challenge.
#[derive(Clone)]
pub struct Challenges(pub Hourly);

/// Reporting an attempt at a puzzle.
#[derive(Clone)]
pub struct Attempts(pub Hourly);

/// Clients that are remembered before those who may begin anew are forgotten.
const MOST_KNOWN: usize = 100_000;

impl Hourly {
    /// So often within an hour, and at least once.
    pub fn new(most: u32, complaint: &'static str) -> Hourly {
        let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(Duration::from_secs(3600) / most.get()).unwrap_or(Quota::per_hour(most));
        Hourly { limiter: Arc::new(RateLimiter::hashmap(quota.allow_burst(most))), complaint }
    }

    /// Lets a client do it once more.
    pub fn admit(&self, client: Client) -> Result<(), Problem> {
        if self.limiter.len() > MOST_KNOWN {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&client).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Kind::TooManyRequests.problem(self.complaint).retry_after(wait)
        })
    }
}
