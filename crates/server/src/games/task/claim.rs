//! Claims of a win or a draw by a player whose opponent has left the game (T.5).

use std::sync::Arc;

use faraday_play::{Action, Claim, Command, RequestId, Timestamp};
use faraday_rules::Color;
use faraday_store::PersonId;
use tokio::sync::mpsc::UnboundedSender;

use super::refusal::fail;
use super::{GameTask, Integrity, PlayerAction, PlayerRequest, Reply, TaskMessage};
use crate::games::open_game::{Denied, Input, QueuedRequest};
use crate::games::{Failure, Games};

/// A claim that waits for the time at which the opponent left.
pub(super) struct PendingClaim {
    pub who: PersonId,
    pub side: Color,
    pub id: Option<RequestId>,
    pub claim: Claim,
    pub arrived: Timestamp,
    pub reply: Reply,
}

impl GameTask {
    /// Looks up since when the opponent has been away, and repeats the request with that time.
    pub(super) fn claim(
        &mut self,
        pending: PendingClaim,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let PendingClaim { who, side, id, claim, arrived, reply } = pending;
        let integrity = self.handle_input(Input::Returned(side), games, own);
        // A repeated request gets the earlier answer, even if the opponent is back by now.
        let away_since = arrived;
        let repeated = Command { side, id: id.clone(), action: Action::Claim { claim, away_since } };
        if self.game.table().verdict().is_some() || self.game.table().answers(&repeated).is_some() {
            let ticket = self.ticket(reply);
            let queued = QueuedRequest { ticket, command: repeated, arrived, is_sure: false, planned: None };
            return self.handle_input(Input::Request(queued), games, own);
        }
        if self.presence(games).seats[!side as usize].is_here {
            reply(Err(Denied::OpponentBack));
            return integrity;
        }
        let (store, own, game) = (games.node().store().clone(), own.clone(), self.stored.id);
        tokio::spawn(async move {
            let away = match store.game(game).await {
                Ok(stored) => {
                    stored.and_then(|stored| stored.seats[!side as usize].away_at).ok_or(Denied::OpponentBack)
                }
                Err(error) => Err(Denied::Storage(error)),
            };
            match away {
                Ok(away_since) => {
                    let action = PlayerAction::Action(Action::Claim { claim, away_since });
                    let request = PlayerRequest { who, id, action, arrived, reply, subscription: None };
                    if let Err(unsent) = own.send(TaskMessage::Request(Box::new(request))) {
                        fail(unsent.0, &Failure::Closing);
                    }
                }
                Err(denied) => reply(Err(denied)),
            }
        });
        integrity
    }
}
