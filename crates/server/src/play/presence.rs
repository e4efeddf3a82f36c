//! The people who are online, on all nodes: each node notes the people connected to it in the database.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use faraday_play::Timestamp;
use faraday_store::PersonId;
use tokio::time::{MissedTickBehavior, interval};

use super::Play;

/// The interval at which connections are looked at, so that a new one is noted soon.
const POLL: Duration = Duration::from_secs(5);

/// The minimum time between two notes of one person, so that few rows are written.
const NOTE: Duration = Duration::from_secs(30);

/// The time after the last note from which a person counts as offline.
const OFFLINE_MS: u64 = 60_000;

impl Play {
    /// Returns the time after which a person who is online was noted.
    pub fn online_since(&self) -> Timestamp {
        Timestamp::from_millis(self.now().as_millis().saturating_sub(OFFLINE_MS))
    }
}

/// Notes the connected people, until the future is dropped.
pub(super) async fn run(play: &Play) {
    let mut noted: HashMap<PersonId, Instant> = HashMap::new();
    let mut poll = interval(POLL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        poll.tick().await;
        let people = play.hub.connected_people();
        noted.retain(|_, at| at.elapsed() < NOTE);
        let people: Vec<PersonId> = people.into_iter().filter(|who| !noted.contains_key(who)).collect();
        if people.is_empty() {
            continue;
        }
        match play.store().note_online(&people, play.now()).await {
            Ok(()) => noted.extend(people.into_iter().map(|who| (who, Instant::now()))),
            Err(error) => tracing::debug!("the people online were not noted: {error}"),
        }
    }
}
