//! Rate limits of each client on new guests, challenges, log entries, and other actions, and those on guesses of passwords.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use faraday_store::PersonId;
use governor::clock::{Clock, DefaultClock};
use governor::{Quota, RateLimiter};

use crate::client::{Client, NETWORK_SHARE, Network};
use crate::problem::{Kind, Problem};
use crate::rate_limited_log::RateLimitedLog;
use crate::security_log::log_limited_sign_ins;

type Limiter<K> = RateLimiter<K, governor::state::keyed::HashMapStateStore<K>, DefaultClock>;

/// An hourly or daily rate limit of each client.
#[derive(Clone)]
pub struct ClientRateLimit {
    limiters: Arc<(Limiter<Client>, Limiter<Network>)>,
    quantity: Quantity,
    warning: Arc<RateLimitedLog>,
}

/// A limited quantity, as shown to a refused client and to the operator.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// The name in the plural, such as `guests`.
    pub name: &'static str,
    /// The command-line option of the limit.
    pub option: &'static str,
}

/// The daily limit on new accounts without an invitation.
#[derive(Clone)]
pub struct SignUpLimit(pub ClientRateLimit);

/// The limits on guesses of a member's password. They are those of one node, and are kept in memory.
#[derive(Clone)]
pub struct GuessLimit {
    from_network: Arc<Limiter<(String, Source)>>,
    at_name: Arc<Limiter<String>>,
    /// A flood of requests must not fill the log.
    refused: Arc<RateLimitedLog>,
}

/// The network that guesses come from: a 56-bit IPv6 network, or an IPv4 address.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Source {
    Network(Network),
    Client(Client),
}

/// The limit on new guests.
#[derive(Clone)]
pub struct GuestLimit(pub ClientRateLimit);

/// The limit on challenges made or accepted.
#[derive(Clone)]
pub struct ChallengeLimit(pub ClientRateLimit);

/// The limit on moves, offers, and all other log entries of games.
#[derive(Clone)]
pub struct ActLimit(pub ClientRateLimit);

/// The hourly limits on a client's actions on a WebSocket.
#[derive(Clone)]
pub struct LiveLimits {
    /// For the rematches that it offers or accepts, which are challenges.
    pub challenges: ChallengeLimit,
    pub acts: ActLimit,
}

/// The limits on emails that confirm an address.
#[derive(Clone)]
pub struct MailLimit {
    /// The hourly limit on emails to any address.
    pub hourly: ClientRateLimit,
    daily: Arc<Limiter<String>>,
}

/// The limits on reported attempts at puzzles.
#[derive(Clone)]
pub struct AttemptLimit {
    /// The hourly limit on attempts at any puzzle.
    pub hourly: ClientRateLimit,
    daily: Arc<Limiter<(Client, String)>>,
}

/// The limit on challenges that one person accepts within a minute.
#[derive(Clone)]
pub struct AcceptLimit(Arc<Limiter<PersonId>>);

/// The limit on exports of the data of one person within an hour.
#[derive(Clone)]
pub struct ExportLimit(Arc<Limiter<PersonId>>);

/// The limit on seeks that one person posts within a minute.
#[derive(Clone)]
pub struct SeekLimit(Arc<Limiter<PersonId>>);

/// The maximum number of exports of the data of one person within an hour.
const MAX_EXPORTS: NonZeroU32 = NonZeroU32::new(6).expect("6 is not 0");

/// The maximum number of challenges that a person accepts within a minute.
const MAX_ACCEPTS: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");

/// The maximum number of seeks that a person posts within a minute.
const MAX_SEEKS: NonZeroU32 = NonZeroU32::new(12).expect("12 is not 0");

/// The maximum number of emails that confirm an address within a day, to one address.
const MAX_MAILS: NonZeroU32 = NonZeroU32::new(3).expect("3 is not 0");

/// The number of guesses of one password within ten minutes, from one network.
const GUESSES_FROM_NETWORK: u32 = 10;

/// The number of guesses of one password within an hour, from all networks.
const GUESSES_AT_NAME: u32 = 50;

const TEN_MINUTES: Duration = Duration::from_secs(600);

const HOUR: Duration = Duration::from_secs(3600);

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The number of remembered keys above which those with a full quota are dropped.
const MAX_KEYS: usize = 100_000;

impl ClientRateLimit {
    /// Allows an action `most` times within an hour, and at least once.
    pub fn hourly(most: u32, quantity: Quantity) -> ClientRateLimit {
        ClientRateLimit::within(HOUR, most, quantity)
    }

    /// Allows an action `most` times within a day, and at least once.
    pub fn daily(most: u32, quantity: Quantity) -> ClientRateLimit {
        ClientRateLimit::within(DAY, most, quantity)
    }

    fn within(period: Duration, most: u32, quantity: Quantity) -> ClientRateLimit {
        let of_network = RateLimiter::hashmap(quota(period, most.saturating_mul(NETWORK_SHARE as u32)));
        let limiters = Arc::new((RateLimiter::hashmap(quota(period, most)), of_network));
        ClientRateLimit { limiters, quantity, warning: Arc::default() }
    }

    /// Admits an action of a client.
    pub fn admit(&self, client: Client) -> Result<(), Problem> {
        let (clients, networks) = &*self.limiters;
        let admitted =
            check(clients, &client).and_then(|()| client.network().map_or(Ok(()), |network| check(networks, &network)));
        admitted.map_err(|wait| {
            let Quantity { name, option } = self.quantity;
            if let Some(times) = self.warning.times() {
                tracing::warn!("{times} requests refused, the last from {client}: too many {name}, see `{option}`");
            }
            let detail = format!("too many {name} from your address: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

/// Counts one more for a key, or returns the time to wait.
fn check<K: Hash + Eq + Clone>(limiter: &Limiter<K>, key: &K) -> Result<(), Duration> {
    if limiter.len() > MAX_KEYS {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
}

/// Formats a time in whole seconds or minutes, rounded up.
fn in_words(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000).max(1);
    let (count, unit) = if seconds < 60 { (seconds, "second") } else { (seconds.div_ceil(60), "minute") };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

impl Default for AcceptLimit {
    fn default() -> AcceptLimit {
        let quota = Quota::per_minute(MAX_ACCEPTS);
        AcceptLimit(Arc::new(RateLimiter::hashmap(quota)))
    }
}

impl AcceptLimit {
    /// Admits an acceptance by a person.
    pub fn admit(&self, who: PersonId) -> Result<(), Problem> {
        check(&self.0, &who).map_err(|wait| {
            let detail = format!("you have accepted too many challenges: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

impl Default for SeekLimit {
    fn default() -> SeekLimit {
        SeekLimit(Arc::new(RateLimiter::hashmap(Quota::per_minute(MAX_SEEKS))))
    }
}

impl SeekLimit {
    /// Admits a new seek of a person.
    pub fn admit(&self, who: PersonId) -> Result<(), Problem> {
        check(&self.0, &who).map_err(|wait| {
            let detail = format!("you have posted too many seeks: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

impl Default for ExportLimit {
    fn default() -> ExportLimit {
        ExportLimit(Arc::new(RateLimiter::hashmap(Quota::per_hour(MAX_EXPORTS))))
    }
}

impl ExportLimit {
    /// Admits an export for a person.
    pub fn admit(&self, who: PersonId) -> Result<(), Problem> {
        check(&self.0, &who).map_err(|wait| {
            let detail = format!("you have exported your data too often: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

impl Default for GuessLimit {
    fn default() -> GuessLimit {
        GuessLimit {
            from_network: Arc::new(RateLimiter::hashmap(quota(TEN_MINUTES, GUESSES_FROM_NETWORK))),
            at_name: Arc::new(RateLimiter::hashmap(quota(HOUR, GUESSES_AT_NAME))),
            refused: Arc::default(),
        }
    }
}

impl GuessLimit {
    /// Admits a sign-in with a name in lower case. A right password also counts, because it is not known yet.
    pub fn admit(&self, client: Client, name: &str) -> Result<(), Problem> {
        let source = client.network().map_or(Source::Client(client), Source::Network);
        let admitted = check(&self.from_network, &(name.to_owned(), source));
        admitted.and_then(|()| check(&self.at_name, &name.to_owned())).map_err(|wait| {
            if let Some(times) = self.refused.times() {
                log_limited_sign_ins(times, client);
            }
            let detail = format!("too many sign-ins with this name: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

impl AttemptLimit {
    /// Allows `most` attempts per hour and client.
    pub fn new(most: u32, quantity: Quantity) -> AttemptLimit {
        let once = Quota::with_period(DAY).expect("a day is not empty");
        AttemptLimit { hourly: ClientRateLimit::hourly(most, quantity), daily: Arc::new(RateLimiter::hashmap(once)) }
    }

    /// Returns true if an attempt at a puzzle is the client's first within a day, because only that one counts.
    pub fn counts(&self, client: Client, puzzle: &str) -> bool {
        check(&self.daily, &(client, puzzle.to_owned())).is_ok()
    }
}

impl MailLimit {
    /// Allows `most` emails per hour and client.
    pub fn new(most: u32, quantity: Quantity) -> MailLimit {
        let daily = Quota::with_period(DAY / MAX_MAILS.get()).expect("a third of a day is not empty");
        let daily = Arc::new(RateLimiter::hashmap(daily.allow_burst(MAX_MAILS)));
        MailLimit { hourly: ClientRateLimit::hourly(most, quantity), daily }
    }

    /// Admits an email to an address, counting those that all clients have requested.
    pub fn admit(&self, client: Client, address: &str) -> Result<(), Problem> {
        self.hourly.admit(client)?;
        check(&self.daily, &address.to_ascii_lowercase()).map_err(|wait| {
            let detail = format!("at most three emails a day are sent to one address: try again in {}", in_words(wait));
            Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
        })
    }
}

fn quota(period: Duration, most: u32) -> Quota {
    let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(period / most.get()).unwrap_or(Quota::per_second(NonZeroU32::MAX));
    quota.allow_burst(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_many_clients_has_four_times_the_quota_of_one() {
        let hourly = ClientRateLimit::hourly(2, Quantity { name: "guests", option: "--guests-per-client" });
        let admit = |address: String| hourly.admit(Client::at(address.parse().unwrap()));
        for number in 0..8 {
            assert_eq!(admit(format!("2001:db8:1:{number:x}::1")), Ok(()));
        }
        assert!(admit("2001:db8:1:ff::1".to_owned()).is_err());
        assert!(admit("2001:db8:1:100::1".to_owned()).is_ok());
        let one = || admit("10.0.0.1".to_owned()).is_ok();
        assert_eq!([one(), one(), one()], [true, true, false]);
    }

    #[test]
    fn a_refusal_says_in_words_how_long_to_wait() {
        let hourly = ClientRateLimit::hourly(1, Quantity { name: "guests", option: "--guests-per-client" });
        let client = Client::at("10.0.0.1".parse().unwrap());
        hourly.admit(client).unwrap();
        let refused = hourly.admit(client).unwrap_err();
        assert_eq!(refused.into_shape().detail, "too many guests from your address: try again in 60 minutes");
        for (millis, words) in [(0, "1 second"), (1_500, "2 seconds"), (60_000, "1 minute"), (61_000, "2 minutes")] {
            assert_eq!(in_words(Duration::from_millis(millis)), words);
        }
    }

    #[test]
    fn an_address_gets_three_mails_a_day_from_all_clients_together() {
        let limit = MailLimit::new(20, Quantity { name: "emails", option: "--emails-per-client" });
        let admit =
            |number: u32, address| limit.admit(Client::at(format!("10.0.0.{number}").parse().unwrap()), address);
        for (number, address) in [(1, "ada@example.org"), (2, "Ada@example.org"), (3, "ada@EXAMPLE.org")] {
            assert_eq!(admit(number, address), Ok(()));
        }
        let refused = admit(4, "ada@example.org").unwrap_err();
        let detail = "at most three emails a day are sent to one address: try again in 480 minutes";
        assert_eq!(refused.into_shape().detail, detail);
        assert!(admit(4, "bo@example.org").is_ok());
    }

    #[test]
    fn a_person_accepts_thirty_challenges_within_a_minute() {
        let accepts = AcceptLimit::default();
        let [one, other] = [1, 2].map(|_| PersonId::random());
        assert!((0..30).all(|_| accepts.admit(one).is_ok()));
        let refused = accepts.admit(one).unwrap_err();
        assert_eq!(refused.into_shape().detail, "you have accepted too many challenges: try again in 2 seconds");
        assert!(accepts.admit(other).is_ok());
    }
}
