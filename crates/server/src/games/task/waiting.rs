//! Those who wait until a game has an act that it lacks.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::{Look, Opened, Order, Still};
use crate::games::listener::Listener;
use crate::games::open_game::Input;
use crate::games::{Failure, Games};

impl Opened {
    /// Lets somebody listen once the game has all that they have.
    pub(super) fn attend(
        &mut self,
        (listener, look): (Listener, Look),
        games: &Arc<Games>,
        own: &UnboundedSender<Order>,
    ) -> Still {
        let ahead = listener.seen.filter(|seen| *seen > self.game.table().seq());
        self.latecomers.retain(|(other, _)| other.id != listener.id);
        self.latecomers.push((listener, look));
        match ahead {
            Some(seen) => self.hear(Input::Head(seen), games, own),
            None => self.show(games, own),
        }
    }

    /// Whether somebody listens, or will once the game has all that they have.
    pub(super) fn attends(&self, id: u64) -> bool {
        let listeners = self.listeners.iter().map(|(_, listener)| listener);
        listeners.chain(self.latecomers.iter().map(|(listener, _)| listener)).any(|listener| listener.id == id)
    }

    /// Lets somebody look once the game has an act with this number.
    pub(super) fn show_at(&mut self, head: u64, look: Look, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        self.lookers.push((head, look));
        self.hear(Input::Head(head), games, own)
    }

    /// Shows the game to those whose act has come. If nothing is under way any more, it could not be read; those who
    /// listen then have another journal, and are told all of this one.
    pub(super) fn show(&mut self, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        let (seq, is_idle) = (self.game.table().seq(), self.game.is_idle());
        for (head, look) in std::mem::take(&mut self.lookers) {
            if head <= seq {
                look(Ok(self));
            } else if is_idle {
                look(Err(Failure::Closing));
            } else {
                self.lookers.push((head, look));
            }
        }
        let mut still = Still::Whole;
        for (listener, look) in std::mem::take(&mut self.latecomers) {
            let has_all = listener.seen.is_none_or(|seen| seen <= self.game.table().seq());
            if has_all || self.game.is_idle() {
                if self.listen(listener, look, games, own) == Still::Broken {
                    still = Still::Broken;
                }
            } else {
                self.latecomers.push((listener, look));
            }
        }
        still
    }
}
