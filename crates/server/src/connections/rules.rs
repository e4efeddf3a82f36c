//! Bounds of connections: how many there may be, and for how long.

use std::time::Duration;

use faraday_wire::live::LONGEST_MESSAGE;

use crate::config::{Limits, Peer};

/// The rules for the connections of a limiter.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Connections in all.
    pub most: usize,
    /// Connections of one client; none where clients cannot be told apart by their connections.
    pub per_client: Option<usize>,
    /// How long a request's head may take.
    pub head_time: Duration,
    /// How long a connection may be idle.
    pub idle_time: Duration,
    /// How long a client may take none of an answer.
    pub write_time: Duration,
    /// Bytes a second that a client may send on one WebSocket.
    pub socket_bytes: usize,
}

impl Rules {
    /// What limits say, where there can be so many connections at most.
    pub fn of(limits: &Limits, peer: Peer, most: usize) -> Rules {
        let per_client = match peer {
            Peer::Client => Some(limits.connections_per_client),
            Peer::Proxies(_) => None,
        };
        let Limits { head_time, idle_time, write_time, .. } = *limits;
        // Messages that come as fast as they may, each as long as it may be.
        let socket_bytes = (limits.live_messages as usize).saturating_mul(LONGEST_MESSAGE);
        Rules { most, per_client, head_time, idle_time, write_time, socket_bytes }
    }

    /// The most connections that are WebSockets: the others are for plain requests.
    pub(super) fn most_sockets(&self) -> usize {
        (self.most - self.most.div_ceil(20)).max(1)
    }

    /// How often to look whether somebody is waited for in vain.
    pub(super) fn beat(&self) -> Duration {
        let shortest = self.head_time.min(self.idle_time).min(self.write_time);
        (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }
}
