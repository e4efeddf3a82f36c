//! The limits of connections: how many there are in all and of one client, and which must end to make room.
//!
//! If there is no room left, the connection whose client has been waited for longest makes way, then the oldest
//! WebSocket without a session, then the oldest that watches no game. WebSockets never take all places.
//! Invariant: a counted connection is in the table, and its permit is given back when it ends.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::sleep;

use super::Rules;
use super::state::{CloseOrder, ConnectionState, Priority, Reason, Spare};
use crate::client::{Client, NETWORK_SHARE, Shares};
use crate::metrics;

/// The limiter of a server's connections.
pub struct ConnectionLimiter {
    rules: Rules,
    table: Mutex<Table>,
    count: watch::Sender<usize>,
}

#[derive(Default)]
struct Table {
    next: u64,
    clients: HashMap<Client, BTreeMap<u64, Arc<ConnectionState>>>,
    shares: Shares,
    count: usize,
    /// The seats of those connections that are WebSockets.
    sockets: HashSet<u64>,
    is_closed: bool,
}

/// Why a connection is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// All places are taken, and nobody can make way.
    Full,
    /// The client, or its network, has all of its places in use.
    Client,
    /// All places of WebSockets are taken, and none can make way.
    Sockets,
    /// The server stops.
    Closed,
}

/// A connection's right to become a WebSocket.
#[derive(Clone)]
pub struct UpgradePermit {
    limiter: Arc<ConnectionLimiter>,
    number: u64,
    state: Arc<ConnectionState>,
}

/// Permission for one connection, given back when it is dropped.
pub struct Permit {
    limiter: Arc<ConnectionLimiter>,
    client: Client,
    number: u64,
    state: Arc<ConnectionState>,
}

impl Refused {
    /// Its name in counts.
    pub const fn name(self) -> &'static str {
        match self {
            Refused::Full => "full",
            Refused::Client => "client",
            Refused::Sockets => "sockets",
            Refused::Closed => "closed",
        }
    }
}

impl ConnectionLimiter {
    /// A limiter without connections.
    pub fn new(rules: Rules) -> Arc<ConnectionLimiter> {
        Arc::new(ConnectionLimiter { rules, table: Mutex::default(), count: watch::Sender::new(0) })
    }

    /// What holds in it.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Lets a connection in; somebody else may have to make way.
    pub fn enter(self: &Arc<ConnectionLimiter>, client: Client) -> Result<Permit, Refused> {
        let mut table = self.table();
        let refused = if table.is_closed {
            Some(Refused::Closed)
        } else if self.rules.per_client.is_some_and(|most| !table.make_way_for(client, most)) {
            Some(Refused::Client)
        } else if table.count >= self.rules.most && !table.make_way(|_, _| true) {
            Some(Refused::Full)
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
        table.shares.add(client);
        table.count += 1;
        metrics::connection_opened();
        self.count.send_replace(table.count);
        Ok(Permit { limiter: Arc::clone(self), client, number, state })
    }

    /// How many connections there are.
    pub fn count(&self) -> usize {
        self.table().count
    }

    /// Ends those who keep the site waiting, until this is dropped.
    pub async fn sweep(&self) {
        loop {
            sleep(self.rules.beat()).await;
            for state in self.table().seats() {
                if let Some((order, reason)) = state.overdue(&self.rules)
                    && state.tell(order)
                {
                    metrics::connection_ended(reason.name());
                }
            }
        }
    }

    /// Lets nobody in any more, and ends all connections as soon as nothing is being answered on them.
    pub fn close(&self) {
        let mut table = self.table();
        table.is_closed = true;
        table.seats().for_each(|state| state.close());
    }

    /// Ends what is left.
    pub fn cut(&self) {
        for state in self.table().seats() {
            state.tell(CloseOrder::Cut);
        }
    }

    /// Returns when nobody is left.
    pub async fn emptied(&self) {
        let is_empty = |count: &usize| *count == 0;
        self.count.subscribe().wait_for(is_empty).await.expect("the limiter that is borrowed has the sender");
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Every change of the table is whole before anything can fail.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn seats(&self) -> impl Iterator<Item = &Arc<ConnectionState>> {
        self.clients.values().flat_map(BTreeMap::values)
    }

    /// Sees to it that a client has less than its share, and its network less than its own. False if it cannot be done.
    fn make_way_for(&mut self, client: Client, most: usize) -> bool {
        if self.shares.of_client(client) >= most && !self.make_way(|other, _| other == client) {
            return false;
        }
        let Some(network) = client.network() else { return true };
        let is_full = self.shares.of_network(network) >= most.saturating_mul(NETWORK_SHARE);
        !is_full || self.make_way(|other, _| other.network() == Some(network))
    }

    /// Ends the connection of some that can be spared most. False if there is none.
    fn make_way(&mut self, is_meant: impl Fn(Client, Spare) -> bool) -> bool {
        let seats = self.clients.iter().flat_map(|(client, seats)| seats.iter().map(|state| (*client, state)));
        let spare = seats.filter_map(|(client, (number, state))| {
            let spare = state.spare().filter(|(spare, _)| is_meant(client, *spare))?;
            Some((spare, client, *number))
        });
        // Of those that came within one millisecond the first one goes.
        let longest = spare.max_by_key(|(spare, _, number)| (*spare, Reverse(*number)));
        let Some((_, client, number)) = longest else { return false };
        if let Some(state) = self.remove(client, number) {
            state.displace();
            metrics::connection_ended(Reason::Displaced.name());
        }
        true
    }

    fn remove(&mut self, client: Client, number: u64) -> Option<Arc<ConnectionState>> {
        let seats = self.clients.get_mut(&client)?;
        let state = seats.remove(&number)?;
        if seats.is_empty() {
            self.clients.remove(&client);
        }
        self.shares.remove(client);
        self.sockets.remove(&number);
        self.count -= 1;
        metrics::connection_closed();
        Some(state)
    }
}

impl Permit {
    /// What holds for the connection.
    pub fn rules(&self) -> &Rules {
        &self.limiter.rules
    }

    /// What is known of the connection.
    pub fn state(&self) -> &Arc<ConnectionState> {
        &self.state
    }

    /// Its right to become a WebSocket.
    pub fn pass(&self) -> UpgradePermit {
        UpgradePermit { limiter: Arc::clone(&self.limiter), number: self.number, state: Arc::clone(&self.state) }
    }
}

impl UpgradePermit {
    /// Makes the connection a WebSocket; another one may have to make way.
    pub fn upgrade(&self, priority: Priority) -> Result<Arc<ConnectionState>, Refused> {
        let mut table = self.limiter.table();
        let is_full = table.sockets.len() >= self.limiter.rules.most_sockets();
        if is_full && !table.make_way(|_, spare| spare != Spare::Waited) {
            metrics::connection_refused(Refused::Sockets.name());
            return Err(Refused::Sockets);
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
        // Who had to make way is no longer in the list.
        if table.remove(self.client, self.number).is_some() {
            self.limiter.count.send_replace(table.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::state::Phase;
    use super::*;
    use crate::config::{Limits, Peer};

    fn limiter(most: usize, per_client: usize) -> Arc<ConnectionLimiter> {
        let limits = Limits { connections_per_client: per_client, ..Limits::default() };
        ConnectionLimiter::new(Rules::of(&limits, Peer::Client, most))
    }

    fn client(last: u8) -> Client {
        Client::at([10, 0, 0, last].into())
    }

    #[tokio::test]
    async fn who_is_waited_for_longest_makes_way_and_who_is_answered_does_not() {
        let limiter = limiter(3, 3);
        let answered = limiter.enter(client(1)).unwrap();
        answered.state().enter(Phase::Answering);
        let old = limiter.enter(client(2)).unwrap();
        std::thread::sleep(Duration::from_millis(5));
        let young = limiter.enter(client(3)).unwrap();
        let next = limiter.enter(client(4)).unwrap();
        assert_eq!((old.state().told().await, limiter.count()), (CloseOrder::Cut, 3));
        for permit in [&young, &next] {
            permit.state().enter(Phase::Answering);
        }
        assert_eq!(limiter.enter(client(5)).err(), Some(Refused::Full));
        drop((answered, old));
        assert_eq!(limiter.count(), 2);
        assert!(limiter.enter(client(5)).is_ok());
    }

    #[test]
    fn a_client_has_its_share_and_makes_way_for_itself_alone() {
        let limiter = limiter(10, 2);
        let other = limiter.enter(client(9)).unwrap();
        let places = [limiter.enter(client(1)).unwrap(), limiter.enter(client(1)).unwrap()];
        let third = limiter.enter(client(1)).unwrap();
        assert_eq!(limiter.count(), 3);
        for permit in places.iter().chain([&third]) {
            permit.state().enter(Phase::Answering);
        }
        assert_eq!(limiter.enter(client(1)).err(), Some(Refused::Client));
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
        // Two places are kept for requests, which need not make way for sockets.
        let requests = [limiter.enter(client(100)).unwrap(), limiter.enter(client(101)).unwrap()];
        for displaced in [2, 3, 0, 1] {
            let permit = limiter.enter(client(102)).unwrap();
            permit.pass().upgrade(Priority::Subscribed).unwrap();
            permit.state().enter(Phase::Upgraded);
            sockets[displaced].state().displaced().await;
            // It would end with its task.
            std::mem::forget(permit);
        }
        let late = limiter.enter(client(103)).unwrap();
        assert_eq!(late.pass().upgrade(Priority::Subscribed).err(), Some(Refused::Sockets));
        assert_eq!(limiter.count(), 40);
        drop(requests);
    }

    #[test]
    fn a_network_of_many_clients_has_four_times_the_places_of_one() {
        let limiter = limiter(100, 2);
        let client = |number: u16| Client::at(format!("2001:db8:1:{number:x}::1").parse().unwrap());
        let places: Vec<Permit> = (0..8).map(|number| limiter.enter(client(number)).unwrap()).collect();
        places.iter().for_each(|permit| permit.state().enter(Phase::Answering));
        assert_eq!(limiter.enter(client(9)).err(), Some(Refused::Client));
        assert!(limiter.enter(client(256)).is_ok());
        places[0].state().enter(Phase::Idle);
        assert!(limiter.enter(client(9)).is_ok());
    }

    #[tokio::test]
    async fn a_room_that_is_closed_empties() {
        let limiter = limiter(10, 10);
        let fresh = limiter.enter(client(1)).unwrap();
        let answered = limiter.enter(client(1)).unwrap();
        answered.state().enter(Phase::Answering);
        limiter.close();
        assert_eq!((fresh.state().told().await, answered.state().told().await), (CloseOrder::Cut, CloseOrder::Finish));
        assert_eq!(limiter.enter(client(1)).err(), Some(Refused::Closed));
        drop((fresh, answered));
        limiter.emptied().await;
    }
}
