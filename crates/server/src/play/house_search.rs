//! The search for games in which the house is to act but has no job, because a node of an earlier version has stored the
//! move of the opponent.

use std::collections::HashSet;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::{GameId, StoreError, house_job};

use super::Play;

/// The interval between searches. The clock of the house is running.
const SEARCH_INTERVAL: Duration = Duration::from_secs(5);

/// The minimum age of the last log entry.
const LEAST_AGE_MS: u64 = 5000;

/// The games that a search has found, each with the number of its last log entry.
type Found = HashSet<(GameId, u64)>;

/// Adds the missing jobs of the house, forever.
pub async fn search_missing_jobs(play: &Play) {
    let mut known = Found::new();
    loop {
        tokio::time::sleep(SEARCH_INTERVAL).await;
        match search(play, &known).await {
            Ok(found) => known = found,
            Err(error) => tracing::warn!("cannot search for games in which the house is to act: {error}"),
        }
    }
}

/// Adds a job for each game that the search before has not found: there, the house has nothing to do.
async fn search(play: &Play, known: &Found) -> Result<Found, StoreError> {
    let now = play.now();
    let before = Timestamp::from_millis(now.as_millis().saturating_sub(LEAST_AGE_MS));
    let found: Found = play.store().house_games_without_job(before).await?.into_iter().collect();
    for &(game, seq) in found.difference(known) {
        play.store().add_job(&house_job(game, seq, now)).await?;
        play.games.jobs_added.notify_waiters();
    }
    Ok(found)
}
