//! What somebody may do only so often within an hour, where nothing else holds them back.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{Quota, RateLimiter};

use crate::client::{Client, NETWORK_SHARE, Network};
use crate::problem::{Kind, Problem};

type Limiter<K> = RateLimiter<K, governor::state::keyed::HashMapStateStore<K>, DefaultClock>;

/// How often each client may do something.
#[derive(Clone)]
pub struct Hourly {
    limiters: Arc<(Limiter<Client>, Limiter<Network>)>,
    /// What is said to whoever has done it too often.
    complaint: &'static str,
}

/// Becoming a guest.
#[derive(Clone)]
pub struct Guests(pub Hourly);

/// Making or accepting a challenge.
#[derive(Clone)]
pub struct Challenges(pub Hourly);

/// Reporting attempts at puzzles.
#[derive(Clone)]
pub struct Attempts {
    /// Attempts at any puzzles.
    pub hourly: Hourly,
    daily: Arc<Limiter<(Client, String)>>,
}

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Clients that are remembered before those who may begin anew are forgotten.
const MOST_KNOWN: usize = 100_000;

impl Hourly {
    /// So often within an hour, and at least once.
    pub fn new(most: u32, complaint: &'static str) -> Hourly {
        let of_network = RateLimiter::hashmap(quota(most.saturating_mul(NETWORK_SHARE as u32)));
        Hourly { limiters: Arc::new((RateLimiter::hashmap(quota(most)), of_network)), complaint }
    }

    /// Lets a client do it once more.
    pub fn admit(&self, client: Client) -> Result<(), Problem> {
        let (clients, networks) = &*self.limiters;
        self.check(clients, &client)?;
        client.network().map_or(Ok(()), |network| self.check(networks, &network))
    }

    fn check<K: Hash + Eq + Clone>(&self, limiter: &Limiter<K>, key: &K) -> Result<(), Problem> {
        if limiter.len() > MOST_KNOWN {
            limiter.retain_recent();
        }
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Kind::TooManyRequests.problem(self.complaint).retry_after(wait)
        })
    }
}

impl Attempts {
    /// At most `most` attempts an hour by one client.
    pub fn new(most: u32, complaint: &'static str) -> Attempts {
        let once = Quota::with_period(DAY).expect("a day is not empty");
        Attempts { hourly: Hourly::new(most, complaint), daily: Arc::new(RateLimiter::hashmap(once)) }
    }

    /// Whether an attempt at a puzzle is the first one that the client reports within a day: only that one counts.
    pub fn counts(&self, client: Client, puzzle: &str) -> bool {
        if self.daily.len() > MOST_KNOWN {
            self.daily.retain_recent();
        }
        self.daily.check_key(&(client, puzzle.to_owned())).is_ok()
    }
}

fn quota(most: u32) -> Quota {
    let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(Duration::from_secs(3600) / most.get()).unwrap_or(Quota::per_hour(most));
    quota.allow_burst(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_many_clients_has_four_times_the_quota_of_one() {
        let hourly = Hourly::new(2, "too often");
        let admit = |address: String| hourly.admit(Client::at(address.parse().unwrap()));
        for number in 0..8 {
            assert_eq!(admit(format!("2001:db8:1:{number:x}::1")), Ok(()));
        }
        assert!(admit("2001:db8:1:ff::1".to_owned()).is_err());
        assert!(admit("2001:db8:1:100::1".to_owned()).is_ok());
        let one = || admit("10.0.0.1".to_owned()).is_ok();
        assert_eq!([one(), one(), one()], [true, true, false]);
    }
}
