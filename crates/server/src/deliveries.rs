//! Counts of sent and failed messages of a server since it was started, for its admins.

use std::sync::{Mutex, PoisonError};

use faraday_play::Timestamp;

/// The emails or the push messages of this server.
#[derive(Debug, Default)]
pub struct Deliveries(Mutex<DeliveryCounts>);

/// Counts of messages, with the last ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeliveryCounts {
    pub sent: u64,
    pub failed: u64,
    pub last_sent_at: Option<Timestamp>,
    /// The time and the reason of the last failure.
    pub last_failure: Option<(Timestamp, String)>,
}

impl Deliveries {
    /// Counts a sent message.
    pub fn sent(&self, now: Timestamp) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.sent += 1;
        counts.last_sent_at = Some(now);
    }

    /// Counts a failed try. The reason must not contain an address or a name.
    pub fn failed(&self, now: Timestamp, reason: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.failed += 1;
        counts.last_failure = Some((now, reason.to_owned()));
    }

    /// Returns the counts.
    pub fn counts(&self) -> DeliveryCounts {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
