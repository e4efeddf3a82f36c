//! News between nodes. They may be lost, doubled or out of order, and nothing depends on them but how soon somebody
//! learns of something.
//!
//! Knows nothing of what it carries but how it is written.

mod nats;
mod presence;
mod tidings;

use faraday_play::Timestamp;
use faraday_store::PersonId;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::measure;

pub use nats::BusError;
pub use presence::{Presence, SeatPresence};
pub use tidings::{PersonNews, Tidings};

/// Tidings that wait to be sent, or taken. More are dropped: the journal tells them later.
const MOST_WAITING: usize = 4096;

/// The way to other nodes.
#[derive(Clone)]
pub enum Bus {
    /// There are none.
    Within,
    /// They are reached over NATS.
    Nats(Sender<Tidings>),
}

/// What other nodes tell.
pub type Heard = Receiver<Tidings>;

impl Bus {
    /// A bus for one node.
    pub fn within() -> (Bus, Heard) {
        let (_, heard) = channel(1);
        (Bus::Within, heard)
    }

    /// Joins other nodes over NATS. Messages without the signature of this key, or of another time than `now`, are dropped.
    pub async fn join(
        url: &str,
        key: &str,
        now: impl Fn() -> Timestamp + Clone + Send + 'static,
    ) -> Result<(Bus, Heard), BusError> {
        let (send, outgoing) = channel(MOST_WAITING);
        let (tell, heard) = channel(MOST_WAITING);
        nats::join(url, key, now, outgoing, tell).await?;
        Ok((Bus::Nats(send), heard))
    }

    /// Tells all other nodes.
    pub fn publish(&self, tidings: impl FnOnce() -> Tidings) {
        match self {
            Bus::Within => {}
            Bus::Nats(outgoing) => {
                let is_taken = outgoing.try_send(tidings()).is_ok();
                measure::tidings(if is_taken { "sent" } else { "dropped" });
            }
        }
    }

    /// Tells somebody's connections on all other nodes.
    pub fn tell_person(&self, who: PersonId, news: &PersonNews) {
        self.publish(|| Tidings::Person { who, news: news.clone() });
    }
}
