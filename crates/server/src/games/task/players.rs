//! The players of an open game, who are read once more if a stranger uses it: a guest may have become a member since the
//! game was opened.

use std::sync::Arc;

use faraday_store::{GameId, PersonId, Store, StoreError};
use tokio::sync::mpsc::UnboundedSender;

use super::message::Players;
use super::refusal::fail;
use super::{GameTask, Integrity, PlayerRequest, Subscription, TaskMessage};
use crate::games::{Failure, Games};

impl GameTask {
    /// Returns true if a person has none of the known seats of a running game.
    pub(super) fn is_stranger(&self, who: PersonId) -> bool {
        self.game.table().verdict().is_none() && self.stored.side_of(who).is_none()
    }

    /// Reads the stored players before the request of a stranger is decided.
    pub(super) fn decide_after_reading(
        &self,
        request: PlayerRequest,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.read_players(Some(Box::new(request)), games, own);
        Integrity::Whole
    }

    /// Reads the stored players before a stranger subscribes, as one of them or as a spectator.
    pub(super) fn subscribe_after_reading(
        &mut self,
        subscription: Subscription,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.strangers.retain(|(other, _)| other.id != subscription.0.id);
        self.strangers.push(subscription);
        self.read_players(None, games, own);
        Integrity::Whole
    }

    /// Reads the stored players of a game because one of them has changed.
    pub(super) fn read_changed_players(&self, who: PersonId, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) {
        if self.stored.side_of(who).is_some() {
            self.read_players(None, games, own);
        }
    }

    fn read_players(
        &self,
        request: Option<Box<PlayerRequest>>,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) {
        let (store, own, game) = (games.node().store().clone(), own.clone(), self.stored.id);
        tokio::spawn(async move {
            let players = players(&store, game).await.unwrap_or_else(|error| {
                tracing::warn!("the players of game {game} were not read: {error}");
                None
            });
            if let Err(unsent) = own.send(TaskMessage::Players(players, request)) {
                fail(unsent.0, &Failure::Closing);
            }
        });
    }

    /// Takes over the stored players, and decides what waited for them.
    pub(super) fn handle_players(
        &mut self,
        players: Option<Players>,
        request: Option<Box<PlayerRequest>>,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        for (seat, (who, person)) in players.into_iter().flatten().enumerate() {
            self.has_presence_changed |= self.stored.seats[seat].who != who;
            self.stored.seats[seat].who = who;
            self.people[seat] = person;
        }
        for (side, subscriber) in &mut self.subscribers {
            *side = subscriber.who.and_then(|who| self.stored.side_of(who));
        }
        let mut integrity = Integrity::Whole;
        for subscription in std::mem::take(&mut self.strangers) {
            if self.subscribe_when_current(subscription, games, own) == Integrity::Broken {
                integrity = Integrity::Broken;
            }
        }
        match request {
            Some(request) if integrity == Integrity::Broken => {
                fail(TaskMessage::Request(request), &Failure::Damaged);
                integrity
            }
            Some(request) => self.decide(*request, games, own),
            None => integrity,
        }
    }
}

async fn players(store: &Store, game: GameId) -> Result<Option<Players>, StoreError> {
    let Some(stored) = store.game(game).await? else { return Ok(None) };
    let people = stored.seats.map(|seat| seat.who);
    let mut found = store.people(&people).await?;
    Ok(Some(people.map(|who| (who, found.remove(&who).unwrap_or_default()))))
}
