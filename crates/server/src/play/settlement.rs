//! The background job that settles an ended rated game: it decides whether the game counts, and changes both ratings
//! (T.7a).

use faraday_store::{GameId, JobKind};

use super::Play;
use super::job::{Job, Retry};

/// The job that settles a game.
pub struct Settlement(GameId);

impl Job for Settlement {
    const KIND: JobKind = JobKind::Settle;

    fn read(key: &str, _: &str) -> Option<Settlement> {
        Some(Settlement(GameId::parse(key).ok()?))
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        play.store().settle(self.0).await?;
        Ok(())
    }
}
