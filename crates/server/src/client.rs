//! Clients: the IP addresses and networks to which rate limits and quotas apply.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Peer;
use crate::problem::{Kind, Problem};
use crate::rate_limited_log::RateLimitedLog;

/// A client, to which limits apply.
///
/// Invariant: an IPv4 address, or the 64-bit network of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

/// A 56-bit IPv6 network, which many providers assign to one household: 256 clients.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network(u64);

/// The limit of a network, as a multiple of the limit of a client.
pub const NETWORK_SHARE: usize = 4;

/// The number of requests, sockets, or connections in use per client and per network.
#[derive(Default)]
pub struct UsageCounts {
    clients: HashMap<Client, usize>,
    networks: HashMap<Network, usize>,
}

/// The clients with pending requests or open sockets.
pub struct ClientLimiter {
    peer: Peer,
    most: usize,
    what: &'static str,
    counts: Mutex<UsageCounts>,
    /// True once a request has come through a proxy that the configuration does not name.
    has_seen_proxy: AtomicBool,
}

/// The peer address of a connection, as an extension of its requests.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

/// A permit for a request or a socket of a client, returned when it is dropped.
pub struct ClientPermit {
    client: Client,
    clients: Arc<ClientLimiter>,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = if self.0.is_ipv4() { "" } else { "/64" };
        write!(f, "{}{bits}", self.0)
    }
}

impl Client {
    /// Returns the client at an address.
    pub fn at(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            // A household has a network of its own and can use any of its addresses.
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX))),
        })
    }

    /// Returns the network of the client, if it has an IPv6 address.
    pub fn network(self) -> Option<Network> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => Some(Network((u128::from(address) >> 72) as u64)),
        }
    }

    /// Returns the client that sent a request over a connection.
    fn of(headers: &HeaderMap, connected: SocketAddr, peer: Peer) -> Client {
        let forwarded = match peer {
            Peer::Client => None,
            Peer::Proxies(proxies) => forwarded(headers, proxies),
        };
        Client::at(forwarded.unwrap_or(connected.ip()))
    }
}

/// Returns the address that the outermost of the trusted proxies has seen. The sender of the request can forge the
/// values to the left of it.
fn forwarded(headers: &HeaderMap, proxies: NonZeroUsize) -> Option<IpAddr> {
    static UNREADABLE: RateLimitedLog = RateLimitedLog::new();
    let lists = headers.get_all("x-forwarded-for").iter().rev();
    let mut values = lists.flat_map(|list| list.to_str().unwrap_or("").rsplit(','));
    let seen = values.by_ref().take(proxies.get()).last();
    let address = seen.and_then(|seen| address(seen.trim()));
    if address.is_none()
        && let Some(times) = UNREADABLE.times()
    {
        let seen = seen.map_or_else(|| "nothing".to_owned(), |seen| format!("{:.60?}", seen.trim()));
        tracing::warn!(
            "{times} requests whose `X-Forwarded-For` has no address, the last with {seen}: all of them count as the \
             proxy's"
        );
    }
    address
}

/// Parses an address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

impl UsageCounts {
    /// Returns the number in use by a client.
    pub fn of_client(&self, client: Client) -> usize {
        self.clients.get(&client).copied().unwrap_or_default()
    }

    /// Returns the number in use by a network.
    pub fn of_network(&self, network: Network) -> usize {
        self.networks.get(&network).copied().unwrap_or_default()
    }

    /// Counts one more for a client.
    pub fn add(&mut self, client: Client) {
        *self.clients.entry(client).or_default() += 1;
        if let Some(network) = client.network() {
            *self.networks.entry(network).or_default() += 1;
        }
    }

    /// Counts one less for a client.
    pub fn remove(&mut self, client: Client) {
        decrement(&mut self.clients, &client);
        if let Some(network) = client.network() {
            decrement(&mut self.networks, &network);
        }
    }
}

fn decrement<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    match counts.get_mut(key) {
        Some(count) if *count > 1 => *count -= 1,
        Some(_) | None => drop(counts.remove(key)),
    }
}

impl ClientLimiter {
    /// Creates a limit of `most` per client. `what` ends the sentence that refuses one too many.
    pub fn new(peer: Peer, most: usize, what: &'static str) -> ClientLimiter {
        ClientLimiter { peer, most, what, counts: Mutex::default(), has_seen_proxy: AtomicBool::new(false) }
    }

    fn counts(&self) -> MutexGuard<'_, UsageCounts> {
        // Each change is complete before anything can panic.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Warns once of a proxy that the operator has not named: all of its clients share the limits of one.
    fn note_proxy(&self, headers: &HeaderMap) {
        let is_unnamed = self.peer == Peer::Client && headers.contains_key("x-forwarded-for");
        if is_unnamed && !self.has_seen_proxy.swap(true, Relaxed) {
            tracing::warn!(
                "a request has the header `X-Forwarded-For`: if it comes from your proxy, use `--behind-proxy`, because \
                 all clients of the proxy share the limits of one otherwise"
            );
        }
    }

    /// Issues a permit to a client.
    pub fn acquire(self: Arc<ClientLimiter>, client: Client) -> Result<ClientPermit, Problem> {
        let mut counts = self.counts();
        let mine = counts.of_client(client);
        let ours = client.network().map_or(0, |network| counts.of_network(network));
        let refused = |detail| Err(Problem::new(Kind::TooManyRequests, detail).retry_after(Duration::from_secs(1)));
        if mine >= self.most {
            return refused(format!("you already have {mine} {}", self.what));
        }
        if ours >= self.most.saturating_mul(NETWORK_SHARE) {
            return refused(format!("your network already has {ours} {}", self.what));
        }
        counts.add(client);
        drop(counts);
        Ok(ClientPermit { client, clients: self })
    }
}

impl ClientPermit {
    /// Returns the client that has the permit.
    pub fn client(&self) -> Client {
        self.client
    }
}

/// The clients with open WebSockets.
#[derive(Clone)]
pub struct SocketLimiter(pub Arc<ClientLimiter>);

impl<S: Send + Sync> FromRequestParts<S> for ClientPermit
where
    Arc<ClientLimiter>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ClientPermit, Problem> {
        let clients = Arc::<ClientLimiter>::from_ref(state);
        clients.note_proxy(&parts.headers);
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let connected = parts.extensions.get::<PeerAddress>().map_or(nowhere, |connected| connected.0);
        let client = Client::of(&parts.headers, connected, clients.peer);
        clients.acquire(client)
    }
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        self.clients.counts().remove(self.client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: Peer, forwarded: &[&str], connected: &str) -> Client {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        Client::of(&headers, connected.parse().unwrap(), peer)
    }

    fn proxies(count: usize) -> Peer {
        Peer::Proxies(NonZeroUsize::new(count).unwrap())
    }

    fn at(address: &str) -> Client {
        Client(address.parse().unwrap())
    }

    #[test]
    fn a_client_is_not_believed_about_its_address() {
        assert_eq!(client(Peer::Client, &["9.9.9.9"], "10.0.0.1:5"), at("10.0.0.1"));
        assert_eq!(client(proxies(1), &["9.9.9.9", "8.8.8.8, 7.7.7.7"], "10.0.0.1:5"), at("7.7.7.7"));
    }

    #[test]
    fn each_proxy_has_seen_the_one_before_it() {
        let lists = ["9.9.9.9, 8.8.8.8", "7.7.7.7,6.6.6.6"];
        for (count, seen) in [(1, "6.6.6.6"), (2, "7.7.7.7"), (3, "8.8.8.8"), (4, "9.9.9.9"), (9, "9.9.9.9")] {
            assert_eq!(client(proxies(count), &lists, "10.0.0.1:5"), at(seen), "{count}");
        }
    }

    #[test]
    fn an_address_may_have_a_port() {
        for (header, seen) in [
            ("1.2.3.4", "1.2.3.4"),
            ("1.2.3.4:5678", "1.2.3.4"),
            ("2001:db8:1:2:3::", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3::]", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3::]:5678", "2001:db8:1:2::"),
            ("::ffff:1.2.3.4", "1.2.3.4"),
        ] {
            assert_eq!(client(proxies(1), &[header], "10.0.0.1:5"), at(seen), "{header}");
        }
    }

    #[test]
    fn a_proxy_that_says_nothing_stands_for_its_clients() {
        for header in [&[][..], &["unknown"], &[""], &["1.2.3.4:"], &["1.2.3.4:99999"], &["[::1"], &["1.2.3.4,"]] {
            assert_eq!(client(proxies(1), header, "10.0.0.1:5"), at("10.0.0.1"), "{header:?}");
        }
    }

    #[test]
    fn a_household_is_one_client() {
        assert_eq!(client(Peer::Client, &[], "[2001:db8:1:2:3:4:5:6]:5"), at("2001:db8:1:2::"));
        assert_eq!(client(Peer::Client, &[], "[::ffff:10.0.0.1]:5"), at("10.0.0.1"));
    }

    #[test]
    fn so_many_requests_of_a_client_are_answered_at_a_time() {
        let clients = Arc::new(ClientLimiter::new(Peer::Client, 2, "requests under way"));
        let acquire = |client: &str| Arc::clone(&clients).acquire(at(client));
        let (first, _second) = (acquire("10.0.0.1").unwrap(), acquire("10.0.0.1").unwrap());
        let refused = acquire("10.0.0.1").err().map(|problem| problem.into_shape().kind);
        assert_eq!(refused, Some(Kind::TooManyRequests));
        assert!(acquire("10.0.0.2").is_ok());
        drop(first);
        assert!(acquire("10.0.0.1").is_ok());
        assert_eq!(clients.counts().clients.len(), 1);
    }

    #[test]
    fn a_network_of_many_clients_has_four_times_the_share_of_one() {
        let clients = Arc::new(ClientLimiter::new(Peer::Client, 2, "requests under way"));
        let acquire = |client: &str| Arc::clone(&clients).acquire(Client::at(client.parse().unwrap()));
        let own: Vec<_> = (0..8).map(|number| acquire(&format!("2001:db8:1:{number:x}::1")).unwrap()).collect();
        assert!(acquire("2001:db8:1:ff::1").is_err());
        assert!(acquire("2001:db8:1:100::1").is_ok());
        drop(own);
        assert!(acquire("2001:db8:1:ff::1").is_ok());
        let counts = clients.counts();
        assert_eq!((counts.clients.len(), counts.networks.len()), (0, 0));
    }
}
