//! The bus: messages between nodes that share a database, over NATS. They may be lost, duplicated, or reordered; only
//! latency depends on them.
//!
//! Encodes messages; their consequences are up to the receivers.

mod message;
mod nats;
mod presence;

use faraday_play::Timestamp;
use faraday_store::PersonId;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::metrics;

pub use message::{BusMessage, PersonMessage};
pub use nats::BusError;
pub use presence::{Presence, SeatPresence};

/// The maximum number of messages that wait to be sent or received. Any more are dropped: nodes read the journal later.
const MAX_WAITING: usize = 4096;

/// The sending end of the bus: a connection to other nodes over NATS, or none for a single node.
#[derive(Clone)]
pub enum Bus {
    /// A single node, without others to reach.
    Within,
    /// Other nodes are reached over NATS.
    Nats(Sender<BusMessage>),
}

/// The receiving end of the bus, with the messages from other nodes.
pub type BusReceiver = Receiver<BusMessage>;

impl Bus {
    /// Returns a bus for a single node.
    pub fn within() -> (Bus, BusReceiver) {
        let (_, receiver) = channel(1);
        (Bus::Within, receiver)
    }

    /// Connects to other nodes over NATS. Messages are dropped if they are not signed with this key or if their time
    /// is far from `now`.
    pub async fn join(
        url: &str,
        key: &str,
        now: impl Fn() -> Timestamp + Clone + Send + 'static,
    ) -> Result<(Bus, BusReceiver), BusError> {
        let (send, outgoing) = channel(MAX_WAITING);
        let (sender, receiver) = channel(MAX_WAITING);
        nats::join(url, key, now, outgoing, sender).await?;
        Ok((Bus::Nats(send), receiver))
    }

    /// Sends a message to all other nodes. It is dropped if too many wait.
    pub fn publish(&self, message: impl FnOnce() -> BusMessage) {
        match self {
            Bus::Within => {}
            Bus::Nats(outgoing) => {
                let is_taken = outgoing.try_send(message()).is_ok();
                metrics::bus_message(if is_taken { "sent" } else { "dropped" });
            }
        }
    }

    /// Sends a message to the connections of a person on all other nodes.
    pub fn send_to_person(&self, who: PersonId, message: &PersonMessage) {
        self.publish(|| BusMessage::Person { who, message: message.clone() });
    }
}
