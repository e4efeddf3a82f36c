//! The handle of a WebSocket connection, through which the hub sends frames and requests its end.

use std::sync::Mutex;
use std::sync::PoisonError;

use faraday_store::TokenHash;
use tokio::sync::Notify;

use super::outgoing_queue::OutgoingQueue;

/// The hub's handle of a WebSocket connection: its outgoing queue, and requests to close it.
pub struct ConnectionHandle {
    pub queue: OutgoingQueue,
    /// The hash of the token of its session, if it has one.
    pub session: Option<TokenHash>,
    request_close: Mutex<Option<CloseRequest>>,
    close_requested: Notify,
}

/// The reasons for which a connection is asked to close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseRequest {
    /// The person has too many connections.
    Elsewhere,
    /// A session of the person has ended. The connection closes if the session is its own.
    Session,
}

impl ConnectionHandle {
    /// Creates the handle of a connection with this outgoing queue and session.
    pub fn new(queue: OutgoingQueue, session: Option<TokenHash>) -> ConnectionHandle {
        ConnectionHandle { queue, session, request_close: Mutex::default(), close_requested: Notify::new() }
    }

    /// Asks the connection to close, or to check whether it must.
    pub fn request_close(&self, request_close: CloseRequest) {
        let mut given = self.request_close.lock().unwrap_or_else(PoisonError::into_inner);
        // A connection that must close need not check.
        if *given != Some(CloseRequest::Elsewhere) {
            *given = Some(request_close);
        }
        drop(given);
        self.close_requested.notify_one();
    }

    /// Returns the next request to close, once there is one.
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
