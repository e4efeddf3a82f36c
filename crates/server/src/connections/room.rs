//! Who has a connection: so many in all, so many of one client, and none for longer than it is of use.
//!
//! Where there is no more room, the connection whose client has been waited for longest makes way, then the oldest
//! WebSocket without a session, then the oldest that watches no game. WebSockets never take all places.
//! Invariant: a seat that is counted is in the list, and gives its place back when its connection ends.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::sleep;

use super::Rules;
use super::seat::{Order, Reason, Seat, Spare, Standing};
use crate::client::{Client, NETWORK_SHARE, Shares};
use crate::measure;

/// A room.
pub struct Room {
    rules: Rules,
    state: Mutex<State>,
    count: watch::Sender<usize>,
}

#[derive(Default)]
struct State {
    next: u64,
    clients: HashMap<Client, BTreeMap<u64, Arc<Seat>>>,
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
    /// The room is closed.
    Closed,
}

/// A connection's right to become a WebSocket.
#[derive(Clone)]
pub struct Pass {
    room: Arc<Room>,
    number: u64,
    seat: Arc<Seat>,
}

/// A place in the room, given back when it is dropped.
pub struct Place {
    room: Arc<Room>,
    client: Client,
    number: u64,
    seat: Arc<Seat>,
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

impl Room {
    /// An empty room.
    pub fn new(rules: Rules) -> Arc<Room> {
        Arc::new(Room { rules, state: Mutex::default(), count: watch::Sender::new(0) })
    }

    /// What holds in it.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Lets a connection in; somebody else may have to make way.
    pub fn enter(self: &Arc<Room>, client: Client) -> Result<Place, Refused> {
        let mut state = self.state();
        let refused = if state.is_closed {
            Some(Refused::Closed)
        } else if self.rules.per_client.is_some_and(|most| !state.make_way_for(client, most)) {
            Some(Refused::Client)
        } else if state.count >= self.rules.most && !state.make_way(|_, _| true) {
            Some(Refused::Full)
        } else {
            None
        };
        if let Some(refused) = refused {
            measure::connection_refused(refused.name());
            return Err(refused);
        }
        let (number, seat) = (state.next, Arc::new(Seat::new()));
        state.next += 1;
        state.clients.entry(client).or_default().insert(number, Arc::clone(&seat));
        state.shares.add(client);
        state.count += 1;
        measure::connection_opened();
        self.count.send_replace(state.count);
        Ok(Place { room: Arc::clone(self), client, number, seat })
    }

    /// How many connections there are.
    pub fn count(&self) -> usize {
        self.state().count
    }

    /// Ends those who keep the site waiting, until this is dropped.
    pub async fn sweep(&self) {
        loop {
            sleep(self.rules.beat()).await;
            for seat in self.state().seats() {
                if let Some((order, reason)) = seat.overdue(&self.rules)
                    && seat.tell(order)
                {
                    measure::connection_ended(reason.name());
                }
            }
        }
    }

    /// Lets nobody in any more, and ends all connections as soon as nothing is being answered on them.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.seats().for_each(|seat| seat.close());
    }

    /// Ends what is left.
    pub fn cut(&self) {
        for seat in self.state().seats() {
            seat.tell(Order::Cut);
        }
    }

    /// Returns when nobody is left.
    pub async fn emptied(&self) {
        let is_empty = |count: &usize| *count == 0;
        self.count.subscribe().wait_for(is_empty).await.expect("the room that is borrowed has the sender");
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change of the state is whole before anything can fail.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn seats(&self) -> impl Iterator<Item = &Arc<Seat>> {
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
        let seats = self.clients.iter().flat_map(|(client, seats)| seats.iter().map(|seat| (*client, seat)));
        let spare = seats.filter_map(|(client, (number, seat))| {
            let spare = seat.spare().filter(|(spare, _)| is_meant(client, *spare))?;
            Some((spare, client, *number))
        });
        // Of those that came within one millisecond the first one goes.
        let longest = spare.max_by_key(|(spare, _, number)| (*spare, Reverse(*number)));
        let Some((_, client, number)) = longest else { return false };
        if let Some(seat) = self.remove(client, number) {
            seat.displace();
            measure::connection_ended(Reason::Displaced.name());
        }
        true
    }

    fn remove(&mut self, client: Client, number: u64) -> Option<Arc<Seat>> {
        let seats = self.clients.get_mut(&client)?;
        let seat = seats.remove(&number)?;
        if seats.is_empty() {
            self.clients.remove(&client);
        }
        self.shares.remove(client);
        self.sockets.remove(&number);
        self.count -= 1;
        measure::connection_closed();
        Some(seat)
    }
}

impl Place {
    /// What holds for the connection.
    pub fn rules(&self) -> &Rules {
        &self.room.rules
    }

    /// What is known of the connection.
    pub fn seat(&self) -> &Arc<Seat> {
        &self.seat
    }

    /// Its right to become a WebSocket.
    pub fn pass(&self) -> Pass {
        Pass { room: Arc::clone(&self.room), number: self.number, seat: Arc::clone(&self.seat) }
    }
}

impl Pass {
    /// Makes the connection a WebSocket; another one may have to make way.
    pub fn upgrade(&self, standing: Standing) -> Result<Arc<Seat>, Refused> {
        let mut state = self.room.state();
        let is_full = state.sockets.len() >= self.room.rules.most_sockets();
        if is_full && !state.make_way(|_, spare| spare != Spare::Waited) {
            measure::connection_refused(Refused::Sockets.name());
            return Err(Refused::Sockets);
        }
        state.sockets.insert(self.number);
        drop(state);
        self.seat.rate(standing);
        Ok(Arc::clone(&self.seat))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.room.state();
        // Who had to make way is no longer in the list.
        if state.remove(self.client, self.number).is_some() {
            self.room.count.send_replace(state.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::seat::Phase;
    use super::*;
    use crate::config::{Limits, Peer};

    fn room(most: usize, per_client: usize) -> Arc<Room> {
        let limits = Limits { connections_per_client: per_client, ..Limits::default() };
        Room::new(Rules::of(&limits, Peer::Client, most))
    }

    fn client(last: u8) -> Client {
        Client::at([10, 0, 0, last].into())
    }

    #[tokio::test]
    async fn who_is_waited_for_longest_makes_way_and_who_is_answered_does_not() {
        let room = room(3, 3);
        let answered = room.enter(client(1)).unwrap();
        answered.seat().enter(Phase::Answering);
        let old = room.enter(client(2)).unwrap();
        std::thread::sleep(Duration::from_millis(5));
        let young = room.enter(client(3)).unwrap();
        let next = room.enter(client(4)).unwrap();
        assert_eq!((old.seat().told().await, room.count()), (Order::Cut, 3));
        for place in [&young, &next] {
            place.seat().enter(Phase::Answering);
        }
        assert_eq!(room.enter(client(5)).err(), Some(Refused::Full));
        drop((answered, old));
        assert_eq!(room.count(), 2);
        assert!(room.enter(client(5)).is_ok());
    }

    #[test]
    fn a_client_has_its_share_and_makes_way_for_itself_alone() {
        let room = room(10, 2);
        let other = room.enter(client(9)).unwrap();
        let places = [room.enter(client(1)).unwrap(), room.enter(client(1)).unwrap()];
        let third = room.enter(client(1)).unwrap();
        assert_eq!(room.count(), 3);
        for place in places.iter().chain([&third]) {
            place.seat().enter(Phase::Answering);
        }
        assert_eq!(room.enter(client(1)).err(), Some(Refused::Client));
        assert_eq!(other.seat().phase(), Phase::Fresh);
        drop((places, third));
        assert_eq!(room.count(), 1);
    }

    #[tokio::test]
    async fn sockets_leave_places_to_requests_and_the_least_of_them_makes_way() {
        let room = room(40, 40);
        let sockets: Vec<Place> = (1..=38)
            .map(|last| {
                let place = room.enter(client(last)).unwrap();
                let standing = match last {
                    1 | 2 => Standing::Unsubscribed,
                    3 | 4 => Standing::Anonymous,
                    _ => Standing::Subscribed,
                };
                place.pass().upgrade(standing).unwrap();
                place.seat().enter(Phase::Upgraded);
                std::thread::sleep(Duration::from_millis(2));
                place
            })
            .collect();
        // Two places are kept for requests, which need not make way for sockets.
        let requests = [room.enter(client(100)).unwrap(), room.enter(client(101)).unwrap()];
        for displaced in [2, 3, 0, 1] {
            let place = room.enter(client(102)).unwrap();
            place.pass().upgrade(Standing::Subscribed).unwrap();
            place.seat().enter(Phase::Upgraded);
            sockets[displaced].seat().displaced().await;
            // It would end with its task.
            std::mem::forget(place);
        }
        let late = room.enter(client(103)).unwrap();
        assert_eq!(late.pass().upgrade(Standing::Subscribed).err(), Some(Refused::Sockets));
        assert_eq!(room.count(), 40);
        drop(requests);
    }

    #[test]
    fn a_network_of_many_clients_has_four_times_the_places_of_one() {
        let room = room(100, 2);
        let client = |number: u16| Client::at(format!("2001:db8:1:{number:x}::1").parse().unwrap());
        let places: Vec<Place> = (0..8).map(|number| room.enter(client(number)).unwrap()).collect();
        places.iter().for_each(|place| place.seat().enter(Phase::Answering));
        assert_eq!(room.enter(client(9)).err(), Some(Refused::Client));
        assert!(room.enter(client(256)).is_ok());
        places[0].seat().enter(Phase::Idle);
        assert!(room.enter(client(9)).is_ok());
    }

    #[tokio::test]
    async fn a_room_that_is_closed_empties() {
        let room = room(10, 10);
        let fresh = room.enter(client(1)).unwrap();
        let answered = room.enter(client(1)).unwrap();
        answered.seat().enter(Phase::Answering);
        room.close();
        assert_eq!((fresh.seat().told().await, answered.seat().told().await), (Order::Cut, Order::Finish));
        assert_eq!(room.enter(client(1)).err(), Some(Refused::Closed));
        drop((fresh, answered));
        room.emptied().await;
    }
}
