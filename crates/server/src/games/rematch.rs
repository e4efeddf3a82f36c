//! The state of a finished game's rematch on this node. `play/challenges.rs` creates the challenge and the game.

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::{Challenge, ChallengeId, Game, GameId, NewChallenge, StoreError};

use super::Node;
use crate::bus::PersonMessage;

/// The state of a game's rematch, as known to this node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rematch {
    /// No offer is open.
    None,
    Offered(RematchOffer),
    Begun(GameId),
}

/// An offer of a rematch, which is a challenge to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RematchOffer {
    /// The color, in the finished game, of the player who offers it.
    pub by: Color,
    pub challenge: ChallengeId,
    /// True if the rematch is rated. `None` if it is like the finished game.
    pub rated: Option<bool>,
    /// The time at which the offer expires.
    pub ends_at: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RematchChange {
    Offered(RematchOffer),
    /// The offer was declined or withdrawn.
    Over(ChallengeId),
    Begun(GameId),
}

impl RematchOffer {
    /// Returns the rematch offer that a challenge makes to the players of a game.
    pub fn of(challenge: &Challenge, game: &Game) -> Option<RematchOffer> {
        let by = game.side_of(challenge.new.maker)?;
        let NewChallenge { terms, ends_at, .. } = &challenge.new;
        Some(RematchOffer { by, challenge: challenge.id, rated: Some(terms.rated), ends_at: *ends_at })
    }
}

impl RematchChange {
    /// Returns the game whose rematch a message is about, and the change.
    pub fn of(change: &PersonMessage) -> Option<(GameId, RematchChange)> {
        let (before, change) = match change {
            PersonMessage::Started { game, rematch_of: Some(before), .. } => {
                (before, RematchChange::Begun(GameId::parse(game).ok()?))
            }
            PersonMessage::Challenged { challenge, rematch_of, is_by_white, rated, ends_at } => {
                let by = if *is_by_white { Color::White } else { Color::Black };
                let (challenge, ends_at) = (ChallengeId::parse(challenge).ok()?, Timestamp::from_millis(*ends_at));
                (rematch_of, RematchChange::Offered(RematchOffer { by, challenge, rated: *rated, ends_at }))
            }
            PersonMessage::Unchallenged { challenge, rematch_of: Some(before), .. } => {
                (before, RematchChange::Over(ChallengeId::parse(challenge).ok()?))
            }
            PersonMessage::Started { rematch_of: None, .. }
            | PersonMessage::Unchallenged { rematch_of: None, .. }
            | PersonMessage::Invited { .. }
            | PersonMessage::Notice { .. } => return None,
        };
        Some((GameId::parse(before).ok()?, change))
    }
}

impl Rematch {
    /// Reads the rematch of a game.
    pub async fn load(node: &Node, game: &Game) -> Result<Rematch, StoreError> {
        if game.outcome.is_none() {
            return Ok(Rematch::None);
        }
        if let Some(next) = node.store().rematch_of(game.id).await? {
            return Ok(Rematch::Begun(next.id));
        }
        let offers = node.store().rematch_offers(&[game.id], node.now()).await?;
        let offer = offers.first().and_then(|challenge| RematchOffer::of(challenge, game));
        Ok(offer.map_or(Rematch::None, Rematch::Offered))
    }

    /// Returns the rematch after a change. A rematch that has begun stays; the end of an earlier offer does not
    /// end a later one.
    #[must_use]
    pub fn after(self, change: RematchChange) -> Rematch {
        match (self, change) {
            (Rematch::Begun(_), _) => self,
            (_, RematchChange::Begun(game)) => Rematch::Begun(game),
            (_, RematchChange::Offered(offer)) => Rematch::Offered(offer),
            (Rematch::Offered(offer), RematchChange::Over(challenge)) if offer.challenge == challenge => Rematch::None,
            (Rematch::Offered(_) | Rematch::None, RematchChange::Over(_)) => self,
        }
    }

    /// Returns the offer that can be accepted at a time.
    pub fn offer(self, now: Timestamp) -> Option<RematchOffer> {
        match self {
            Rematch::Offered(offer) => Some(offer).filter(|offer| offer.ends_at > now),
            Rematch::None | Rematch::Begun(_) => None,
        }
    }

    /// Returns the game of a rematch that has begun.
    pub fn game(self) -> Option<GameId> {
        match self {
            Rematch::Begun(game) => Some(game),
            Rematch::None | Rematch::Offered(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_without_a_kind_is_like_the_finished_game() {
        let [before, challenge] = [GameId::random().to_string(), ChallengeId::random().to_string()];
        let message = serde_json::json!({ "kind": "challenged", "challenge": challenge, "rematchOf": before,
            "isByWhite": true, "endsAt": 9 });
        let message = serde_json::from_value(message).unwrap();
        let Some((_, RematchChange::Offered(offer))) = RematchChange::of(&message) else { panic!("{message:?}") };
        assert_eq!(offer.rated, None);
    }

    #[test]
    fn the_end_of_an_earlier_offer_leaves_a_later_one_open() {
        let ends_at = Timestamp::from_millis(9);
        let offer = |challenge| RematchOffer { by: Color::White, challenge, rated: Some(false), ends_at };
        let [first, second] = [offer(ChallengeId::random()), offer(ChallengeId::random())];
        let after = Rematch::None.after(RematchChange::Offered(second));
        assert_eq!(after.after(RematchChange::Over(first.challenge)), Rematch::Offered(second));
        assert_eq!(after.after(RematchChange::Over(second.challenge)), Rematch::None);
        assert_eq!(after.offer(Timestamp::from_millis(8)), Some(second));
        assert_eq!(after.offer(Timestamp::from_millis(9)), None);
        let begun = after.after(RematchChange::Begun(GameId::random()));
        assert_eq!(begun.after(RematchChange::Offered(first)), begun);
    }
}
