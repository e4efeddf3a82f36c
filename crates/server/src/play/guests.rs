//! How many guests somebody may become.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{Quota, RateLimiter};

use crate::client::Client;
use crate::config::Limits;
use crate::problem::{Kind, Problem};

type Limiter = RateLimiter<Client, governor::state::keyed::HashMapStateStore<Client>, DefaultClock>;

/// How many guests somebody may become.
#[derive(Clone)]
pub struct Guests(Arc<Limiter>);

/// Clients that are remembered before those who may begin anew are forgotten.
const MOST_KNOWN: usize = 100_000;

impl Guests {
    /// What limits say.
    pub fn new(limits: &Limits) -> Guests {
        let most = NonZeroU32::new(limits.guests_per_client).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(Duration::from_secs(3600) / most.get()).unwrap_or(Quota::per_hour(most));
        Guests(Arc::new(RateLimiter::hashmap(quota.allow_burst(most))))
    }

    /// Lets a client become a guest.
    pub fn admit(&self, client: Client) -> Result<(), Problem> {
        if self.0.len() > MOST_KNOWN {
            self.0.retain_recent();
        }
        self.0.check_key(&client).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Kind::TooManyRequests.problem("too many guests come from your address; try again later").retry_after(wait)
        })
    }
}
