//! A connection as others know it.

use std::sync::Mutex;
use std::sync::PoisonError;

use tokio::sync::Notify;

use super::outgoing_queue::OutgoingQueue;

/// A connection.
pub struct ConnectionHandle {
    /// The way into it.
    pub queue: OutgoingQueue,
    request_close: Mutex<Option<CloseRequest>>,
    close_requested: Notify,
}

/// What a connection is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseRequest {
    /// Its person has too many.
    Elsewhere,
    /// One of its person's sessions has ended: it goes if that is its own.
    Session,
}

impl ConnectionHandle {
    /// A connection.
    pub fn new(queue: OutgoingQueue) -> ConnectionHandle {
        ConnectionHandle { queue, request_close: Mutex::default(), close_requested: Notify::new() }
    }

    /// Tells it to end, or to look whether it must.
    pub fn request_close(&self, request_close: CloseRequest) {
        let mut given = self.request_close.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever must end need not look.
        if *given != Some(CloseRequest::Elsewhere) {
            *given = Some(request_close);
        }
        drop(given);
        self.close_requested.notify_one();
    }

    /// What it is told, once it is.
    pub async fn close_requested(&self) -> CloseRequest {
        loop {
            let request_close = self.request_close.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(request_close) = request_close {
                return request_close;
            }
            self.close_requested.notified().await;
        }
    }
}
