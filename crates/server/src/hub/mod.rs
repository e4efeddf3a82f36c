//! Who is connected to this node, and by which connections.

mod connection;
mod outgoing_queue;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faraday_store::PersonId;
use faraday_wire::live::Frame;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::watch;

use crate::bus::{Bus, BusMessage, PersonMessage};
use crate::config::Limits;
use crate::shapes::side;

pub use connection::{CloseRequest, ConnectionHandle};
pub use outgoing_queue::{Outgoing, OutgoingQueue};

/// How many seconds' worth of messages may come at once.
const BURST: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Connections of one person: past them the oldest ends.
const MOST_CONNECTIONS: usize = 8;

/// How many times as much as on one connection somebody may say on all of theirs.
const CONNECTIONS_WORTH: u32 = 2;

/// Somebody who is connected.
struct Person {
    connections: Vec<Arc<ConnectionHandle>>,
    limiter: Arc<DefaultDirectRateLimiter>,
}

/// Who is connected.
pub struct Hub {
    bus: Bus,
    people: Mutex<HashMap<PersonId, Person>>,
    /// Messages a second of one person.
    quota: Quota,
    /// Whether the site ends.
    ends: watch::Sender<bool>,
}

impl Hub {
    /// Nobody is connected.
    pub fn new(bus: Bus, limits: &Limits) -> Arc<Hub> {
        let quota = quota(limits.live_messages.saturating_mul(CONNECTIONS_WORTH));
        Arc::new(Hub { bus, people: Mutex::default(), quota, ends: watch::Sender::new(false) })
    }

    /// Somebody is connected. Answers what limits how much they say on all of their connections.
    pub fn enter(&self, who: PersonId, connection: Arc<ConnectionHandle>) -> Arc<DefaultDirectRateLimiter> {
        let mut people = self.people();
        let Person { connections, limiter } = people
            .entry(who)
            .or_insert_with(|| Person { connections: Vec::new(), limiter: Arc::new(RateLimiter::direct(self.quota)) });
        connections.push(connection);
        if connections.len() > MOST_CONNECTIONS {
            connections.remove(0).request_close(CloseRequest::Elsewhere);
        }
        Arc::clone(limiter)
    }

    /// A connection of somebody has ended.
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

    /// Tells somebody, on every node.
    pub fn tell(&self, who: PersonId, message: &PersonMessage) {
        self.tell_here(who, message);
        self.bus.send_to_person(who, message);
    }

    /// Tells somebody's connections on this node.
    pub fn tell_here(&self, who: PersonId, message: &PersonMessage) {
        if let Some(Person { connections, .. }) = self.people().get(&who) {
            connections.iter().for_each(|connection| connection.queue.send(frame(message)));
        }
    }

    /// Somebody's session has ended, or changed: their connections come back with another one, on every node.
    pub fn session_changed(&self, who: PersonId) {
        self.session_changed_here(who);
        self.bus.publish(|| BusMessage::Session { who });
    }

    /// The same on this node.
    pub fn session_changed_here(&self, who: PersonId) {
        if let Some(Person { connections, .. }) = self.people().get(&who) {
            connections.iter().for_each(|connection| connection.request_close(CloseRequest::Session));
        }
    }

    /// The site ends: says so on every connection.
    pub fn close(&self) {
        self.ends.send_replace(true);
    }

    /// Returns once the site ends.
    pub async fn closed(&self) {
        let is_closed = |ends: &bool| *ends;
        // The hub that is borrowed has the sender.
        let _ = self.ends.subscribe().wait_for(is_closed).await;
    }

    fn people(&self) -> MutexGuard<'_, HashMap<PersonId, Person>> {
        // Every change is whole before anything can fail.
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many messages a second, and a few seconds' worth at once.
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
        PersonMessage::Unchallenged { challenge, how, .. } => Frame::Unchallenged { challenge, how },
    }
}
