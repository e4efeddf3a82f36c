//! What waits to be written to a connection. It is bounded: whoever does not read is let go, and reads the journal later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use faraday_wire::live::Frame;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::games::{News, Outlet};

/// Frames that may wait.
pub const MOST_WAITING: usize = 64;

/// How many answers to the server's questions may be due.
const MOST_UNANSWERED: u32 = 2;

/// What waits.
pub enum Parcel {
    /// Something that all who listen are told.
    News(Arc<News>),
    /// Something for this connection.
    Frame(Box<Frame>),
}

/// The way into a connection.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    parcels: Sender<Parcel>,
    /// The way there and back, in milliseconds and one more; 0 before it is known.
    ping: AtomicU32,
    unanswered: AtomicU32,
    is_overrun: AtomicBool,
    overrun: Notify,
}

impl Outbox {
    /// A way in, and where it comes out.
    pub fn new() -> (Outbox, Receiver<Parcel>) {
        let (parcels, taken) = channel(MOST_WAITING);
        let inner = Inner {
            parcels,
            ping: AtomicU32::new(0),
            unanswered: AtomicU32::new(0),
            is_overrun: AtomicBool::new(false),
            overrun: Notify::new(),
        };
        (Outbox(Arc::new(inner)), taken)
    }

    /// Tells the connection something.
    pub fn send(&self, frame: Frame) {
        self.put(Parcel::Frame(Box::new(frame)));
    }

    fn put(&self, parcel: Parcel) {
        if self.0.parcels.try_send(parcel).is_err() {
            self.0.is_overrun.store(true, Relaxed);
            self.0.overrun.notify_one();
        }
    }

    /// Returns once more waits than may.
    pub async fn overrun(&self) {
        while !self.0.is_overrun.load(Relaxed) {
            self.0.overrun.notified().await;
        }
    }

    /// The client was asked whether it is there.
    pub fn asked(&self) {
        self.0.unanswered.fetch_add(1, Relaxed);
    }

    /// It has answered, after so many milliseconds.
    pub fn answered(&self, millis: u32) {
        self.0.unanswered.store(0, Relaxed);
        self.0.ping.store(millis.saturating_add(1), Relaxed);
    }

    /// The way there and back, in milliseconds.
    pub fn ping(&self) -> Option<u32> {
        self.0.ping.load(Relaxed).checked_sub(1)
    }
}

impl Outlet for Outbox {
    fn tell(&self, news: &Arc<News>) {
        self.put(Parcel::News(Arc::clone(news)));
    }

    fn ping_ms(&self) -> Option<u32> {
        self.ping()
    }

    fn is_open(&self) -> bool {
        !self.0.parcels.is_closed()
    }

    fn keeps_up(&self) -> bool {
        self.0.unanswered.load(Relaxed) < MOST_UNANSWERED && self.0.parcels.capacity() == MOST_WAITING
    }
}
