//! The bounded outgoing queue of a connection. A client that does not read fast enough is disconnected, and reads the
//! journal when it returns.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use faraday_wire::live::Frame;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::games::{GameMessage, MessageQueue};
use crate::shapes::PagedFrame;

/// The maximum number of queued items.
pub const MAX_WAITING: usize = 64;

/// The number of pings without an answer from which a connection counts as too slow.
const MAX_UNANSWERED: u32 = 2;

/// The number of round trips that are remembered: those of the last minute.
const MAX_TRIPS: usize = 12;

/// The longest round trip that is credited to a player, because a client can answer late but not early.
const LONGEST_LAG: Duration = Duration::from_millis(500);

/// An item of the outgoing queue: a message of a game, or frames for this connection only.
pub enum Outgoing {
    /// A message to all subscribers of a game.
    GameMessage(Arc<GameMessage>),
    /// A frame for this connection.
    Frame(Box<Frame>),
    /// A game, for this connection.
    Game(Vec<PagedFrame>),
}

/// The sending end of a connection's outgoing queue.
#[derive(Clone)]
pub struct OutgoingQueue(Arc<Inner>);

struct Inner {
    outgoing: Sender<Outgoing>,
    /// The round trip in milliseconds plus one; 0 if it is not known yet.
    ping: AtomicU32,
    /// The last round trips, in milliseconds.
    trips: Mutex<VecDeque<u32>>,
    unanswered: AtomicU32,
    is_overrun: AtomicBool,
    overrun: Notify,
}

impl OutgoingQueue {
    /// Creates a queue and returns both of its ends.
    pub fn new() -> (OutgoingQueue, Receiver<Outgoing>) {
        let (outgoing, taken) = channel(MAX_WAITING);
        let inner = Inner {
            outgoing,
            ping: AtomicU32::new(0),
            trips: Mutex::default(),
            unanswered: AtomicU32::new(0),
            is_overrun: AtomicBool::new(false),
            overrun: Notify::new(),
        };
        (OutgoingQueue(Arc::new(inner)), taken)
    }

    /// Queues a frame for the connection.
    pub fn send(&self, frame: Frame) {
        self.put(Outgoing::Frame(Box::new(frame)));
    }

    /// Queues a game for the connection.
    pub fn send_game(&self, mut frames: Vec<PagedFrame>) {
        self.put(match frames.pop() {
            Some(only) if frames.is_empty() => Outgoing::Frame(Box::new(only.frame)),
            last => {
                frames.extend(last);
                Outgoing::Game(frames)
            }
        });
    }

    fn put(&self, outgoing: Outgoing) {
        if self.0.outgoing.try_send(outgoing).is_err() {
            self.0.is_overrun.store(true, Relaxed);
            self.0.overrun.notify_one();
        }
    }

    /// Returns once an item did not fit into the queue.
    pub async fn overrun(&self) {
        while !self.0.is_overrun.load(Relaxed) {
            self.0.overrun.notified().await;
        }
    }

    /// Notes that the client was sent a ping.
    pub fn note_ping(&self) {
        self.0.unanswered.fetch_add(1, Relaxed);
    }

    /// Notes that the client has answered a ping after a number of milliseconds.
    pub fn note_pong(&self, millis: u32) {
        self.0.unanswered.store(0, Relaxed);
        self.0.ping.store(millis.saturating_add(1), Relaxed);
        let mut trips = self.0.trips.lock().unwrap_or_else(PoisonError::into_inner);
        trips.push_back(millis);
        if trips.len() > MAX_TRIPS {
            trips.pop_front();
        }
    }

    /// Returns the lag that is not charged to a player for a move: the shortest of the last round trips. Longer ones
    /// may be due to a busy server or to a client that delays its answer.
    pub fn lag(&self) -> Duration {
        let trips = self.0.trips.lock().unwrap_or_else(PoisonError::into_inner);
        let shortest = trips.iter().min().copied().unwrap_or_default();
        Duration::from_millis(shortest.into()).min(LONGEST_LAG)
    }

    /// Returns the last round trip, in milliseconds.
    pub fn ping(&self) -> Option<u32> {
        self.0.ping.load(Relaxed).checked_sub(1)
    }
}

impl MessageQueue for OutgoingQueue {
    fn send(&self, message: &Arc<GameMessage>) {
        self.put(Outgoing::GameMessage(Arc::clone(message)));
    }

    fn ping_ms(&self) -> Option<u32> {
        self.ping()
    }

    fn is_open(&self) -> bool {
        !self.0.outgoing.is_closed()
    }

    fn keeps_up(&self) -> bool {
        self.0.unanswered.load(Relaxed) < MAX_UNANSWERED && self.0.outgoing.capacity() == MAX_WAITING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_held_back_is_not_lag() {
        let (queue, _taken) = OutgoingQueue::new();
        assert_eq!(queue.lag(), Duration::ZERO);
        queue.note_pong(4_800);
        assert_eq!(queue.lag(), LONGEST_LAG);
        queue.note_pong(80);
        queue.note_pong(16_000);
        assert_eq!(queue.lag(), Duration::from_millis(80));
        assert_eq!(queue.ping(), Some(16_000), "the opponent sees the last one");
    }
}
