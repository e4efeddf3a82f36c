//! Who is connected to this node, and by which connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faraday_store::Who;
use faraday_wire::live::Frame;
use tokio::sync::watch;

use super::line::{Line, Order};
use super::shapes::side;
use crate::bus::{Bus, PersonNews};

/// Connections of one person: past them the oldest ends.
const MOST_LINES: usize = 8;

/// Who is connected.
pub struct Hub {
    bus: Bus,
    people: Mutex<HashMap<Who, Vec<Arc<Line>>>>,
    /// Whether the site ends.
    ends: watch::Sender<bool>,
}

impl Hub {
    /// Nobody is connected.
    pub fn new(bus: Bus) -> Arc<Hub> {
        Arc::new(Hub { bus, people: Mutex::default(), ends: watch::Sender::new(false) })
    }

    /// Somebody is connected.
    pub fn enter(&self, who: Who, line: Arc<Line>) {
        let mut people = self.people();
        let lines = people.entry(who).or_default();
        lines.push(line);
        if lines.len() > MOST_LINES {
            lines.remove(0).order(Order::Elsewhere);
        }
    }

    /// A connection of somebody has ended.
    pub fn leave(&self, who: Who, line: &Arc<Line>) {
        let mut people = self.people();
        let Some(lines) = people.get_mut(&who) else { return };
        lines.retain(|other| !Arc::ptr_eq(other, line));
        if lines.is_empty() {
            people.remove(&who);
        }
    }

    /// Tells somebody, on every node.
    pub fn tell(&self, who: Who, news: &PersonNews) {
        self.tell_here(who, news);
        self.bus.tell_person(who, news);
    }

    /// Tells somebody's connections on this node.
    pub fn tell_here(&self, who: Who, news: &PersonNews) {
        if let Some(lines) = self.people().get(&who) {
            lines.iter().for_each(|line| line.outbox.send(frame(news)));
        }
    }

    /// Somebody's session has ended, or changed: their connections come back with another one.
    pub fn session_changed(&self, who: Who) {
        if let Some(lines) = self.people().get(&who) {
            lines.iter().for_each(|line| line.order(Order::Session));
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

    fn people(&self) -> MutexGuard<'_, HashMap<Who, Vec<Arc<Line>>>> {
        // Every change is whole before anything can fail.
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn frame(news: &PersonNews) -> Frame {
    match news.clone() {
        PersonNews::Started { game, is_white, challenge, rematch_of } => {
            Frame::Started { game, side: side(is_white), challenge, rematch_of }
        }
        PersonNews::Challenged { challenge, rematch_of } => Frame::Challenged { challenge, rematch_of },
        PersonNews::Unchallenged { challenge, how } => Frame::Unchallenged { challenge, how },
    }
}
