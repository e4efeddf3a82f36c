//! The background job that settles an ended rated game: it decides whether the game counts, changes both ratings
//! (T.7a), and notifies those who watch the game.

use std::time::Duration;

use faraday_engine::Level;
use faraday_ratings::Rating;
use faraday_store::{Game, GameId, JobKind, StoreError};
use faraday_variants::find;
use faraday_wire::live::GameRating;

use super::Play;
use super::job::{Job, Retry};
use crate::rating_shapes::{decided_rating, undecided_rating};

/// The job that settles a game.
pub struct Settlement(GameId);

impl Job for Settlement {
    const KIND: JobKind = JobKind::Settle;

    fn read(key: &str, _: &str) -> Option<Settlement> {
        Some(Settlement(GameId::parse(key).ok()?))
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        let game = play.store().game(self.0).await?;
        if let Some(game) = game.as_ref().filter(|game| game.house_side().is_some() && find(&game.variant).is_none()) {
            // The decision is final, so a node that knows the variant and its ladder must make it.
            return Err(Retry::Unknown(format!("game {} has the variant `{}`", game.id, game.variant)));
        }
        play.store().settle(self.0, game.as_ref().and_then(house_rating)).await?;
        // A process that died after an earlier run may not have notified anyone.
        if let Some(game) = play.store().game(self.0).await?.filter(|game| game.rated_as.is_some()) {
            play.games.announce_rating(game.id, play.game_rating(&game).await?);
        }
        Ok(())
    }
}

/// Returns the fixed rating of the house in a game: that of its level in the ladder of the variant. `None` in games
/// between people, and for the highest level, which is not rated.
fn house_rating(game: &Game) -> Option<Rating> {
    let level = game.seats[game.house_side()? as usize].who.house_level()?;
    let points = find(&game.variant)?.ladder.rating(Level::new(level.number())?)?;
    Some(Rating::fixed(points.into()))
}

/// The interval between searches for ended rated games without a job.
const SEARCH_INTERVAL: Duration = Duration::from_secs(300);

/// Adds jobs for ended rated games without one, forever.
pub async fn search_unsettled(play: &Play) {
    loop {
        match play.store().add_missing_settlements(play.now()).await {
            Ok(()) => play.games.jobs_added.notify_waiters(),
            Err(error) => tracing::warn!("cannot search for unsettled games: {error}"),
        }
        tokio::time::sleep(SEARCH_INTERVAL).await;
    }
}

impl Play {
    /// Returns the effect of a game on the ratings of its players.
    pub async fn game_rating(&self, game: &Game) -> Result<GameRating, StoreError> {
        let store = self.store();
        if game.rated_as.is_some() {
            return Ok(decided_rating(game, &store.rating_events_by(game.id).await?));
        }
        let Some(pace) =
            Some(game.terms).filter(|terms| terms.rated).and_then(|terms| faraday_ratings::pace(terms).ok())
        else {
            return Ok(decided_rating(game, &[]));
        };
        let mut ratings = [None; 2];
        for (seat, rating) in game.seats.iter().zip(&mut ratings).filter(|(seat, _)| seat.who.house_level().is_none()) {
            let last = store.rating_of(seat.who, &game.variant, pace).await?;
            *rating = Some(last.map_or(Rating::START, |last| last.at(self.now())));
        }
        Ok(undecided_rating(game, ratings))
    }
}
