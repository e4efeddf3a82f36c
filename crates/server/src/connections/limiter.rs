//! The connection limiter: bounds the number of connections, in total and per client, and closes
//! connections to make room.
//!
//! If no permit is left, the connection whose client has kept the server waiting for longest is closed. After that come
//! the oldest WebSocket without a session and the oldest that watches no game. WebSockets never take all permits.
//!
//! Invariant: a counted connection is in the table, and its permit is returned when it ends.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::sleep;

use super::ConnectionLimits;
use super::state::{CloseOrder, ConnectionState, EvictionClass, Priority, Reason};
use crate::client::{Client, NETWORK_SHARE, UsageCounts};
use crate::metrics;

/// The number of connections that may close while others are accepted in their place.
const MAX_DISPLACED: usize = 16;

/// The limiter of a server's connections.
pub struct ConnectionLimiter {
    limits: ConnectionLimits,
    table: Mutex<Table>,
    count: watch::Sender<usize>,
    /// The number of connections that gave way to others, but are not closed yet.
    displaced: watch::Sender<usize>,
}

#[derive(Default)]
struct Table {
    next: u64,
    clients: HashMap<Client, BTreeMap<u64, Arc<ConnectionState>>>,
    counts: UsageCounts,
    count: usize,
    displaced: usize,
    /// The numbers of the connections that are WebSockets.
    sockets: HashSet<u64>,
    is_closed: bool,
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnterError {
    /// All permits are taken, and no connection can be closed for a new one.
    Full,
    /// The client or its network has reached its limit.
    Client,
    /// All permits for WebSockets are taken, and none can be closed for a new one.
    Sockets,
    /// The server is shutting down.
    Closed,
}

/// A connection's permission to become a WebSocket.
#[derive(Clone)]
pub struct UpgradePermit {
    limiter: Arc<ConnectionLimiter>,
    number: u64,
    state: Arc<ConnectionState>,
}

/// The permit of one connection, returned when it is dropped.
pub struct Permit {
    limiter: Arc<ConnectionLimiter>,
    client: Client,
    number: u64,
    state: Arc<ConnectionState>,
}

impl EnterError {
    /// Returns the label of the reason in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            EnterError::Full => "full",
            EnterError::Client => "client",
            EnterError::Sockets => "sockets",
            EnterError::Closed => "closed",
        }
    }
}

impl ConnectionLimiter {
    /// Creates a limiter without connections.
    pub fn new(limits: ConnectionLimits) -> Arc<ConnectionLimiter> {
        Arc::new(ConnectionLimiter {
            limits,
            table: Mutex::default(),
            count: watch::Sender::new(0),
            displaced: watch::Sender::new(0),
        })
    }

    /// Returns the limits of the connections.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.limits
    }

    /// Issues a permit for a connection. Another connection may be closed for it.
    pub fn enter(self: &Arc<ConnectionLimiter>, client: Client) -> Result<Permit, EnterError> {
        let mut table = self.table();
        let refused = if table.is_closed {
            Some(EnterError::Closed)
        } else if self.limits.per_client.is_some_and(|most| !table.evict_for(client, most)) {
            Some(EnterError::Client)
        } else if table.count >= self.limits.most && !table.evict(|_, _| true) {
            Some(EnterError::Full)
        } else {
            None
        };
        if let Some(refused) = refused {
            metrics::connection_refused(refused.name());
            return Err(refused);
        }
        let (number, state) = (table.next, Arc::new(ConnectionState::new()));
        table.next += 1;
        table.clients.entry(client).or_default().insert(number, Arc::clone(&state));
        table.counts.add(client);
        table.count += 1;
        metrics::connection_opened();
        self.count.send_replace(table.count);
        self.displaced.send_replace(table.displaced);
        Ok(Permit { limiter: Arc::clone(self), client, number, state })
    }

    /// Returns the number of open connections.
    pub fn count(&self) -> usize {
        self.table().count
    }

    /// Closes connections that keep the server waiting, until the future is dropped.
    pub async fn sweep(&self) {
        loop {
            sleep(self.limits.sweep_interval()).await;
            for state in self.table().states() {
                if let Some((order, reason)) = state.overdue(&self.limits)
                    && state.request_close(order)
                {
                    metrics::connection_ended(reason.name());
                }
            }
        }
    }

    /// Issues no more permits, and closes all connections as soon as no request is being answered on them.
    pub fn close(&self) {
        let mut table = self.table();
        table.is_closed = true;
        table.states().for_each(|state| state.close());
    }

    /// Closes the remaining connections at once.
    pub fn cut(&self) {
        for state in self.table().states() {
            state.request_close(CloseOrder::Cut);
        }
    }

    /// Returns once almost all connections that gave way to others are closed. Each takes an open file until then.
    pub async fn displaced_closed(&self) {
        let are_few = |displaced: &usize| *displaced <= MAX_DISPLACED;
        self.displaced.subscribe().wait_for(are_few).await.expect("the limiter that is borrowed has the sender");
    }

    /// Returns once no connection is open.
    pub async fn emptied(&self) {
        let is_empty = |count: &usize| *count == 0;
        self.count.subscribe().wait_for(is_empty).await.expect("the limiter that is borrowed has the sender");
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change of the table is complete before anything can panic.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn states(&self) -> impl Iterator<Item = &Arc<ConnectionState>> {
        self.clients.values().flat_map(BTreeMap::values)
    }

    /// Brings a client and its network below their limits, and closes one of their connections for that if necessary.
    /// False if that is impossible.
    fn evict_for(&mut self, client: Client, most: usize) -> bool {
        if self.counts.of_client(client) >= most && !self.evict(|other, _| other == client) {
            return false;
        }
        let Some(network) = client.network() else { return true };
        let is_full = self.counts.of_network(network) >= most.saturating_mul(NETWORK_SHARE);
        !is_full || self.evict(|other, _| other.network() == Some(network))
    }

    /// Closes the most dispensable of the matching connections. False if there is none.
    fn evict(&mut self, is_meant: impl Fn(Client, EvictionClass) -> bool) -> bool {
        let states = self.clients.iter().flat_map(|(client, states)| states.iter().map(|state| (*client, state)));
        let candidates = states.filter_map(|(client, (number, state))| {
            let class = state.eviction_class().filter(|(class, _)| is_meant(client, *class))?;
            Some((class, client, *number))
        });
        // Of those that came within the same millisecond, the first one is closed.
        let longest = candidates.max_by_key(|(class, _, number)| (*class, Reverse(*number)));
        let Some((_, client, number)) = longest else { return false };
        if let Some(state) = self.remove(client, number) {
            state.displace();
            self.displaced += 1;
            metrics::connection_ended(Reason::Displaced.name());
        }
        true
    }

    fn remove(&mut self, client: Client, number: u64) -> Option<Arc<ConnectionState>> {
        let states = self.clients.get_mut(&client)?;
        let state = states.remove(&number)?;
        if states.is_empty() {
            self.clients.remove(&client);
        }
        self.counts.remove(client);
        self.sockets.remove(&number);
        self.count -= 1;
        metrics::connection_closed();
        Some(state)
    }
}

impl Permit {
    /// Returns the limits of the connection.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.limiter.limits
    }

    /// Returns the state of the connection.
    pub fn state(&self) -> &Arc<ConnectionState> {
        &self.state
    }

    /// Returns the connection's permission to become a WebSocket.
    pub fn pass(&self) -> UpgradePermit {
        UpgradePermit { limiter: Arc::clone(&self.limiter), number: self.number, state: Arc::clone(&self.state) }
    }
}

impl UpgradePermit {
    /// Turns the connection into a WebSocket. Another one may be closed for it.
    pub fn upgrade(&self, priority: Priority) -> Result<Arc<ConnectionState>, EnterError> {
        let mut table = self.limiter.table();
        let is_full = table.sockets.len() >= self.limiter.limits.most_sockets();
        if is_full && !table.evict(|_, class| class != EvictionClass::AwaitingClient) {
            metrics::connection_refused(EnterError::Sockets.name());
            return Err(EnterError::Sockets);
        }
        table.sockets.insert(self.number);
        drop(table);
        self.state.rate(priority);
        Ok(Arc::clone(&self.state))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut table = self.limiter.table();
        // A displaced connection is no longer in the table.
        if table.remove(self.client, self.number).is_some() {
            self.limiter.count.send_replace(table.count);
        } else {
            table.displaced -= 1;
            self.limiter.displaced.send_replace(table.displaced);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::super::state::Phase;
    use super::*;
    use crate::config::{Limits, Peer};

    fn limiter(most: usize, per_client: usize) -> Arc<ConnectionLimiter> {
        let limits = Limits { connections_per_client: per_client, ..Limits::default() };
        ConnectionLimiter::new(ConnectionLimits::of(&limits, Peer::Client, most))
    }

    fn client(last: u8) -> Client {
        Client::at([10, 0, 0, last].into())
    }

    #[tokio::test]
    async fn new_connections_wait_while_many_that_gave_way_are_open() {
        let limiter = limiter(1, 1);
        let mut permits: Vec<_> = (0..MAX_DISPLACED + 2).map(|_| limiter.enter(client(1)).unwrap()).collect();
        assert_eq!(limiter.displaced_closed().now_or_never(), None);
        permits.remove(0);
        assert_eq!(limiter.displaced_closed().now_or_never(), Some(()));
    }

    #[tokio::test]
    async fn the_connection_that_keeps_the_server_waiting_longest_makes_way() {
        let limiter = limiter(3, 3);
        let answered = limiter.enter(client(1)).unwrap();
        answered.state().enter(Phase::Answering);
        let old = limiter.enter(client(2)).unwrap();
        std::thread::sleep(Duration::from_millis(5));
        let young = limiter.enter(client(3)).unwrap();
        let next = limiter.enter(client(4)).unwrap();
        assert_eq!((old.state().close_requested().await, limiter.count()), (CloseOrder::Cut, 3));
        for permit in [&young, &next] {
            permit.state().enter(Phase::Answering);
        }
        assert_eq!(limiter.enter(client(5)).err(), Some(EnterError::Full));
        drop((answered, old));
        assert_eq!(limiter.count(), 2);
        assert!(limiter.enter(client(5)).is_ok());
    }

    #[test]
    fn a_client_has_its_share_and_makes_way_only_for_itself() {
        let limiter = limiter(10, 2);
        let other = limiter.enter(client(9)).unwrap();
        let places = [limiter.enter(client(1)).unwrap(), limiter.enter(client(1)).unwrap()];
        let third = limiter.enter(client(1)).unwrap();
        assert_eq!(limiter.count(), 3);
        for permit in places.iter().chain([&third]) {
            permit.state().enter(Phase::Answering);
        }
        assert_eq!(limiter.enter(client(1)).err(), Some(EnterError::Client));
        assert_eq!(other.state().phase(), Phase::Fresh);
        drop((places, third));
        assert_eq!(limiter.count(), 1);
    }

    #[tokio::test]
    async fn sockets_leave_places_to_requests_and_the_least_of_them_makes_way() {
        let limiter = limiter(40, 40);
        let sockets: Vec<Permit> = (1..=38)
            .map(|last| {
                let permit = limiter.enter(client(last)).unwrap();
                let priority = match last {
                    1 | 2 => Priority::Unsubscribed,
                    3 | 4 => Priority::Anonymous,
                    _ => Priority::Subscribed,
                };
                permit.pass().upgrade(priority).unwrap();
                permit.state().enter(Phase::Upgraded);
                std::thread::sleep(Duration::from_millis(2));
                permit
            })
            .collect();
        // Two permits are reserved for requests, which are not closed for WebSockets.
        let requests = [limiter.enter(client(100)).unwrap(), limiter.enter(client(101)).unwrap()];
        for displaced in [2, 3, 0, 1] {
            let permit = limiter.enter(client(102)).unwrap();
            permit.pass().upgrade(Priority::Subscribed).unwrap();
            permit.state().enter(Phase::Upgraded);
            sockets[displaced].state().displaced().await;
            // The permit would be returned when its task ends.
            std::mem::forget(permit);
        }
        let late = limiter.enter(client(103)).unwrap();
        assert_eq!(late.pass().upgrade(Priority::Subscribed).err(), Some(EnterError::Sockets));
        assert_eq!(limiter.count(), 40);
        drop(requests);
    }

    #[test]
    fn a_network_of_many_clients_has_four_times_the_places_of_one() {
        let limiter = limiter(100, 2);
        let client = |number: u16| Client::at(format!("2001:db8:1:{number:x}::1").parse().unwrap());
        let places: Vec<Permit> = (0..8).map(|number| limiter.enter(client(number)).unwrap()).collect();
        places.iter().for_each(|permit| permit.state().enter(Phase::Answering));
        assert_eq!(limiter.enter(client(9)).err(), Some(EnterError::Client));
        assert!(limiter.enter(client(256)).is_ok());
        places[0].state().enter(Phase::Idle);
        assert!(limiter.enter(client(9)).is_ok());
    }

    #[tokio::test]
    async fn a_closed_limiter_empties() {
        let limiter = limiter(10, 10);
        let fresh = limiter.enter(client(1)).unwrap();
        let answered = limiter.enter(client(1)).unwrap();
        answered.state().enter(Phase::Answering);
        limiter.close();
        assert_eq!(
            (fresh.state().close_requested().await, answered.state().close_requested().await),
            (CloseOrder::Cut, CloseOrder::Finish)
        );
        assert_eq!(limiter.enter(client(1)).err(), Some(EnterError::Closed));
        drop((fresh, answered));
        limiter.emptied().await;
    }
}
