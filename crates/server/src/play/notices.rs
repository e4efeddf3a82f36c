//! Notices of a person: how many are unread, and what marks them as read.

use faraday_play::Timestamp;
use faraday_store::{ChallengeId, Game, GameId, NoticeSelection, PersonId, StoreError};

use super::Play;
use super::job::Retry;
use crate::bus::PersonMessage;

impl Play {
    /// Returns a game with its summary. A running game that was imported has none before it is first needed.
    pub(super) async fn summarized_game(&self, id: GameId) -> Result<Option<Game>, Retry> {
        let Some(mut game) = self.store().game(id).await? else { return Ok(None) };
        if game.outcome.is_none() && game.summary.is_none() {
            let summary = self.games.summary(&game).await;
            game.summary = Some(summary.ok_or_else(|| Retry::from(format!("game {id} cannot be read")))?);
        }
        Ok(Some(game))
    }

    /// Marks notices of a person as read. Returns the number of unread ones.
    pub async fn read_notices(&self, who: PersonId, which: NoticeSelection) -> Result<u64, StoreError> {
        let changed = self.store().read_notices(who, which, self.now()).await?;
        let unread = self.store().unread_notices(who).await?;
        if changed > 0 {
            self.hub.send(who, &PersonMessage::Notice { unread });
        }
        Ok(unread)
    }

    /// Marks the notices about a game as read, because the person has opened it. Writes only if there are any.
    pub async fn read_notices_of_game(&self, who: PersonId, game: GameId) {
        let read = async {
            if self.store().has_unread_notice(who, game).await? {
                self.read_notices(who, NoticeSelection::Game(game)).await?;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = read.await {
            tracing::warn!("the notices about game {game} were not marked as read: {error}");
        }
    }

    /// Marks the notice of a challenge as read, because it is no longer open.
    pub(super) async fn read_notice_of_challenge(&self, who: PersonId, challenge: ChallengeId) {
        let which = NoticeSelection::Keys(vec![format!("challenge/{challenge}")]);
        if let Err(error) = self.read_notices(who, which).await {
            tracing::warn!("the notice of challenge {challenge} was not marked as read: {error}");
        }
    }

    /// Marks the notices that asked a player to move as read, because the turn that began before `at` is over.
    pub(super) async fn settle_turn(&self, who: PersonId, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        if self.store().settle_turn(who, game, at, self.now()).await? > 0 {
            self.announce_notices(who).await?;
        }
        Ok(())
    }

    /// Sends the number of unread notices to a person's connections.
    pub async fn announce_notices(&self, who: PersonId) -> Result<(), StoreError> {
        let unread = self.store().unread_notices(who).await?;
        self.hub.send(who, &PersonMessage::Notice { unread });
        Ok(())
    }
}
