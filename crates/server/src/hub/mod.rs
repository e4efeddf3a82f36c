//! The hub: the people connected to this node, their WebSocket connections, and their shared message rate.

mod connection;
mod outgoing_queue;

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faraday_store::{PersonId, TokenHash};
use faraday_wire::live::Frame;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::watch;

use crate::bus::{Bus, BusMessage, PersonMessage};
use crate::config::Limits;
use crate::shapes::side;

pub use connection::{CloseRequest, ConnectionHandle};
pub use outgoing_queue::{Outgoing, OutgoingQueue};

/// The maximum burst of messages, in seconds of the rate.
const BURST: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// The maximum number of connections of one person. Past it the oldest is closed.
const MAX_CONNECTIONS: usize = 8;

/// The message rate of a person on all connections, as a multiple of the rate of one connection.
const CONNECTIONS_WORTH: u32 = 2;

/// A connected person, with a rate limiter of the messages.
struct Person {
    connections: Vec<Arc<ConnectionHandle>>,
    limiter: Arc<DefaultDirectRateLimiter>,
}

/// The people who are connected to this node.
pub struct Hub {
    bus: Bus,
    people: Mutex<HashMap<PersonId, Person>>,
    /// The message rate of one person.
    quota: Quota,
    /// True once the server is shutting down.
    ends: watch::Sender<bool>,
}

impl Hub {
    /// Creates a hub without connections.
    pub fn new(bus: Bus, limits: &Limits) -> Arc<Hub> {
        let quota = quota(limits.live_messages.saturating_mul(CONNECTIONS_WORTH));
        Arc::new(Hub { bus, people: Mutex::default(), quota, ends: watch::Sender::new(false) })
    }

    /// Adds a connection of a person. Returns the rate limiter of the person's messages on all connections.
    pub fn enter(&self, who: PersonId, connection: Arc<ConnectionHandle>) -> Arc<DefaultDirectRateLimiter> {
        let mut people = self.people();
        let Person { connections, limiter } = people
            .entry(who)
            .or_insert_with(|| Person { connections: Vec::new(), limiter: Arc::new(RateLimiter::direct(self.quota)) });
        connections.push(connection);
        if connections.len() > MAX_CONNECTIONS {
            connections.remove(0).request_close(CloseRequest::Elsewhere);
        }
        Arc::clone(limiter)
    }

    /// Removes a closed connection of a person.
    pub fn leave(&self, who: PersonId, connection: &Arc<ConnectionHandle>) {
        let mut people = self.people();
        let Some(Person { connections, .. }) = people.get_mut(&who) else { return };
        connections.retain(|other| !Arc::ptr_eq(other, connection));
        if connections.is_empty() {
            people.remove(&who);
        }
    }

    /// Returns true if a person has a connection to this node.
    pub fn is_here(&self, who: PersonId) -> bool {
        self.people().contains_key(&who)
    }

    /// Returns the people who have a connection to this node.
    pub fn connected_people(&self) -> Vec<PersonId> {
        self.people().keys().copied().collect()
    }

    /// Returns the sessions that have a connection to this node, out of the given ones.
    pub fn connected_sessions(&self, sessions: &HashSet<TokenHash>) -> Vec<TokenHash> {
        let people = self.people();
        let connected = people.values().flat_map(|person| &person.connections);
        let connected = connected.filter_map(|connection| connection.session.as_ref());
        let connected: HashSet<&TokenHash> = connected.filter(|session| sessions.contains(*session)).collect();
        connected.into_iter().cloned().collect()
    }

    /// Sends a message to a person, on every node.
    pub fn send(&self, who: PersonId, message: &PersonMessage) {
        self.send_local(who, message);
        self.bus.send_to_person(who, message);
    }

    /// Sends a message to a person's connections on this node.
    pub fn send_local(&self, who: PersonId, message: &PersonMessage) {
        if let Some(Person { connections, .. }) = self.people().get(&who) {
            connections.iter().for_each(|connection| connection.queue.send(frame(message)));
        }
    }

    /// Makes a person's connections check their session on every node, because one has ended or changed.
    pub fn session_changed(&self, who: PersonId) {
        self.session_changed_local(who);
        self.bus.publish(|| BusMessage::Session { who });
    }

    /// Like [`Hub::session_changed`], but on this node only.
    pub fn session_changed_local(&self, who: PersonId) {
        if let Some(Person { connections, .. }) = self.people().get(&who) {
            connections.iter().for_each(|connection| connection.request_close(CloseRequest::Session));
        }
    }

    /// Closes all connections, because the server is shutting down.
    pub fn close(&self) {
        self.ends.send_replace(true);
    }

    /// Returns once the server is shutting down.
    pub async fn closed(&self) {
        let is_closed = |ends: &bool| *ends;
        // The sender still exists, because this hub owns it.
        let _ = self.ends.subscribe().wait_for(is_closed).await;
    }

    fn people(&self) -> MutexGuard<'_, HashMap<PersonId, Person>> {
        // Each change is complete before anything can panic.
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a quota of messages per second that allows bursts of [`BURST`] seconds.
pub fn quota(per_second: u32) -> Quota {
    let second = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(second).allow_burst(second.saturating_mul(BURST))
}

fn frame(message: &PersonMessage) -> Frame {
    match message.clone() {
        PersonMessage::Started { game, is_white, challenge, rematch_of } => {
            Frame::Started { game, side: side(is_white), challenge, rematch_of }
        }
        PersonMessage::Challenged { challenge, rematch_of, .. } => {
            Frame::Challenged { challenge, rematch_of: Some(rematch_of) }
        }
        PersonMessage::Invited { challenge } => Frame::Challenged { challenge, rematch_of: None },
        PersonMessage::Unchallenged { challenge, how, .. } => Frame::Unchallenged { challenge, reason: how },
        PersonMessage::Notice { unread } => Frame::Notice { unread },
    }
}
