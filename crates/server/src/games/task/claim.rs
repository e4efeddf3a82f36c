//! Claims of a player whose opponent has left (T.5).

use std::sync::Arc;

use faraday_play::{Action, Claim, Command, RequestId, Timestamp};
use faraday_rules::Color;
use faraday_store::PersonId;
use tokio::sync::mpsc::UnboundedSender;

use super::refusal::fail;
use super::{Integrity, Opened, Question, Reply, TaskMessage, Wanted};
use crate::games::open_game::{Asked, Denied, Input};
use crate::games::{Failure, Games};

/// A claim that waits for the time at which the opponent left.
pub(super) struct Claiming {
    pub who: PersonId,
    pub side: Color,
    pub id: Option<RequestId>,
    pub claim: Claim,
    pub arrived: Timestamp,
    pub reply: Reply,
}

impl Opened {
    /// Looks up since when the opponent has been away, and repeats the request with that time.
    pub(super) fn claim(
        &mut self,
        claiming: Claiming,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let Claiming { who, side, id, claim, arrived, reply } = claiming;
        let still = self.hear(Input::Returned(side), games, own);
        // A repeated request gets the earlier answer, even if the opponent is back by now.
        let away_since = arrived;
        let repeated = Command { side, id: id.clone(), action: Action::Claim { claim, away_since } };
        if self.game.table().verdict().is_some() || self.game.table().answers(&repeated).is_some() {
            let ticket = self.ticket(reply);
            let asked = Asked { ticket, command: repeated, arrived, is_sure: false, planned: None };
            return self.hear(Input::Asked(asked), games, own);
        }
        if self.presence(games).seats[!side as usize].is_here {
            reply(Err(Denied::Back));
            return still;
        }
        let (store, own, game) = (games.node().store().clone(), own.clone(), self.stored.id);
        tokio::spawn(async move {
            let away = match store.game(game).await {
                Ok(stored) => stored.and_then(|stored| stored.seats[!side as usize].away_at).ok_or(Denied::Back),
                Err(error) => Err(Denied::Storage(error)),
            };
            match away {
                Ok(away_since) => {
                    let wanted = Wanted::Action(Action::Claim { claim, away_since });
                    let question = Question { who, id, wanted, arrived, reply, watching: None };
                    if let Err(unsent) = own.send(TaskMessage::Ask(Box::new(question))) {
                        fail(unsent.0, &Failure::Closing);
                    }
                }
                Err(denied) => reply(Err(denied)),
            }
        });
        still
    }
}
