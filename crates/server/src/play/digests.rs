//! The daily email about games that wait for a move, at seven o'clock in the time zone of each person.

use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::StoreError;
use tokio::time::{MissedTickBehavior, interval};

use super::Play;
use crate::mail::next_digest;

/// The interval at which the clock is checked.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// The time between two searches, in milliseconds. Time zones differ by multiples of a quarter of an hour.
const QUARTER_MS: u64 = 15 * 60 * 1000;

/// The number of addresses in one query.
const PAGE: u64 = 500;

/// Begins digests forever, if this site sends email.
pub async fn run(play: &Play) {
    if play.mailer.is_none() {
        return;
    }
    let mut poll = interval(POLL_INTERVAL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = None;
    loop {
        poll.tick().await;
        let now = play.now();
        let quarter = Some(now.as_millis() / QUARTER_MS);
        if quarter == last {
            continue;
        }
        match begin(play, now).await {
            Ok(()) => last = quarter,
            Err(error) => tracing::warn!("the daily emails cannot be started: {error}"),
        }
    }
}

/// Begins all digests whose time has come.
async fn begin(play: &Play, now: Timestamp) -> Result<(), StoreError> {
    let mut last = None;
    loop {
        let states = play.store().digest_states(last, PAGE).await?;
        let Some(end) = states.last() else { break };
        last = Some(end.who);
        for state in states {
            if next_digest(state.since, state.time_zone.as_deref()) <= now {
                play.store().begin_digest(state, now).await?;
            }
        }
    }
    play.games.jobs_added.notify_waiters();
    Ok(())
}
