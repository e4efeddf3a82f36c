//! Background work of a node: opens games that need attention, such as those whose time is up, catches up with other
//! nodes, and deletes expired data.
//!
//! A game with a clock and without subscribers is closed after half a minute. Its row is set so that it opens again a
//! minute before its time is up (`schedule_sweep` in `task/closing.rs`).

use std::sync::Arc;
use std::time::Duration;

use faraday_variants::READABLE_RULES;
use tokio::time::{MissedTickBehavior, interval};

use super::Games;

/// The interval between searches for games whose time may be up.
const SWEEP: Duration = Duration::from_secs(1);

/// The maximum number of games that one search opens.
const BATCH: u64 = 256;

/// The interval at which the stored journals of open games are compared with the tasks' state.
const HEADS: Duration = Duration::from_secs(5);

/// The interval between deletions of expired data.
const RETENTION: Duration = Duration::from_secs(3600);

impl Games {
    /// Runs the background work of the node forever, at regular intervals.
    pub async fn sweep(self: &Arc<Games>) {
        tokio::join!(self.wake_all(), self.catch_up(), self.delete_expired());
    }

    async fn wake_all(self: &Arc<Games>) {
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            sweep.tick().await;
            crate::metrics::games_open(self.count());
            match self.node.store().due_to_wake(self.node.now(), &READABLE_RULES, BATCH).await {
                Ok(games) => games.into_iter().for_each(|(game, wake_at)| self.check_clocks(game, wake_at)),
                Err(error) => tracing::warn!("the games whose time may be up cannot be read: {error}"),
            }
        }
    }

    /// Finds log entries whose messages from other nodes were lost, by reading the heads of the journals.
    async fn catch_up(&self) {
        let mut heads = interval(HEADS);
        heads.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            heads.tick().await;
            if self.node.is_alone {
                continue;
            }
            match self.node.store().heads(&self.ids()).await {
                Ok(heads) => heads.into_iter().for_each(|head| self.compare(head)),
                Err(error) => tracing::warn!("the journals of open games cannot be read: {error}"),
            }
        }
    }

    async fn delete_expired(&self) {
        let mut retention = interval(RETENTION);
        loop {
            retention.tick().await;
            if let Err(error) = self.node.store().delete_expired(self.node.now()).await {
                tracing::warn!("expired data cannot be deleted: {error}");
            }
        }
    }
}
