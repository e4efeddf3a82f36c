//! The limits on connections: their number, in total and per client, and their timeouts.

use std::time::Duration;

use faraday_wire::live::LONGEST_MESSAGE;

use crate::config::{Limits, Peer};

/// The limits that a connection limiter applies.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of connections.
    pub most: usize,
    /// The maximum number of connections of one client. None behind a proxy, whose connections do not identify clients.
    pub per_client: Option<usize>,
    /// The timeout for the head of a request.
    pub head_time: Duration,
    /// The timeout of an idle connection.
    pub idle_time: Duration,
    /// The timeout for a client that takes none of a response.
    pub write_time: Duration,
    /// The bytes per second that a client may send on one WebSocket.
    pub socket_bytes: usize,
}

impl ConnectionLimits {
    /// Derives the limits from the configuration, for at most `most` connections.
    pub fn of(limits: &Limits, peer: Peer, most: usize) -> ConnectionLimits {
        let per_client = match peer {
            Peer::Client => Some(limits.connections_per_client),
            Peer::Proxies(_) => None,
        };
        let Limits { head_time, idle_time, write_time, .. } = *limits;
        // The maximum rate of messages, each of maximum length.
        let socket_bytes = (limits.live_messages as usize).saturating_mul(LONGEST_MESSAGE);
        ConnectionLimits { most, per_client, head_time, idle_time, write_time, socket_bytes }
    }

    /// Returns the maximum number of WebSockets. The remaining permits are for plain requests.
    pub(super) fn most_sockets(&self) -> usize {
        (self.most - self.most.div_ceil(20)).max(1)
    }

    /// Returns the interval between checks for connections that keep the server waiting.
    pub(super) fn sweep_interval(&self) -> Duration {
        let shortest = self.head_time.min(self.idle_time).min(self.write_time);
        (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }
}
