//! The erasure of closed accounts once their time has come, the resignation of their games, and the end of
//! connections of accounts that another process has disabled or closed.

use std::time::Duration;

use faraday_play::{Action, Timestamp};
use faraday_store::{GameId, GameStatus, JobKind, PersonId, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use super::Play;
use super::job::{Job, Retry};
use crate::games::{Denied, Failure, PlayerAction};
use crate::security_log::SecurityEvent;

/// The interval between searches.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The age up to which a change is found again, because the clocks of programs may differ.
const OVERLAP_MS: u64 = 60_000;

/// The number of accounts, and of games, in one query.
const PAGE: u64 = 100;

/// Erases accounts and ends connections forever.
pub async fn run(play: &Play) {
    let mut poll = interval(POLL_INTERVAL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        poll.tick().await;
        let now = play.now();
        if let Err(error) = erase_due(play, now).await {
            tracing::warn!("closed accounts cannot be erased: {error}");
        }
        let since = Timestamp::from_millis(now.as_millis().saturating_sub(OVERLAP_MS));
        match play.store().left_after(since).await {
            // Each connection looks its session up, so a member who is back stays connected.
            Ok(people) => people.into_iter().for_each(|who| play.session_changed_local(who)),
            Err(error) => tracing::warn!("disabled accounts cannot be read: {error}"),
        }
    }
}

async fn erase_due(play: &Play, now: Timestamp) -> Result<(), StoreError> {
    for who in play.store().due_erasures(now, PAGE).await? {
        if play.store().erase(who, now).await? {
            SecurityEvent::Erased.log(who, None);
            play.session_changed(who);
            play.games.jobs_added.notify_waiters();
        }
    }
    Ok(())
}

/// The job that resigns all running games of a person.
pub struct Resignations(PersonId);

impl Job for Resignations {
    const KIND: JobKind = JobKind::Resign;

    fn read(key: &str, _: &str) -> Option<Resignations> {
        Some(Resignations(PersonId::parse(key).ok()?))
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        let mut last = None;
        loop {
            let games = play.store().games_of(self.0, GameStatus::Running, PAGE, last).await?;
            let Some(end) = games.last() else { return Ok(()) };
            last = Some(end.cursor());
            for game in &games {
                // The member may have signed in again, and then keeps the other games.
                if !play.store().is_leaving(self.0).await? {
                    return Ok(());
                }
                resign(play, game.id, self.0).await?;
            }
        }
    }
}

async fn resign(play: &Play, game: GameId, who: PersonId) -> Result<(), Retry> {
    match play.games.ask(game, (who, None), PlayerAction::Action(Action::Resign), play.now()).await {
        Err(Denied::Failed(Failure::Unsupported(what))) => Err(Retry::Unknown(format!("game {game}: {what}"))),
        Err(denied @ (Denied::Storage(_) | Denied::Busy)) => Err(format!("game {game}: {denied:?}").into()),
        Err(Denied::Failed(failure @ (Failure::Storage(_) | Failure::Closing | Failure::Full))) => {
            Err(format!("game {game}: {failure}").into())
        }
        // A game that has ended meanwhile, or that no one can play on.
        Ok(_) | Err(_) => Ok(()),
    }
}
