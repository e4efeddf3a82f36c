//! Subscribers and readers that wait for a log entry that the game lacks.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::{Integrity, Look, Opened, TaskMessage};
use crate::games::open_game::Input;
use crate::games::subscriber::Subscriber;
use crate::games::{Failure, Games};

impl Opened {
    /// Adds a subscriber once the game has all log entries that the subscriber has seen.
    pub(super) fn attend(
        &mut self,
        (subscriber, look): (Subscriber, Look),
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let ahead = subscriber.seen.filter(|seen| *seen > self.game.table().seq());
        self.pending_subscribers.retain(|(other, _)| other.id != subscriber.id);
        self.pending_subscribers.push((subscriber, look));
        match ahead {
            Some(seen) => self.hear(Input::Head(seen), games, own),
            None => self.show(games, own),
        }
    }

    /// Returns true if the subscriber with this id is active or waiting.
    pub(super) fn attends(&self, id: u64) -> bool {
        let subscribers = self.subscribers.iter().map(|(_, subscriber)| subscriber);
        subscribers
            .chain(self.pending_subscribers.iter().map(|(subscriber, _)| subscriber))
            .any(|subscriber| subscriber.id == id)
    }

    /// Calls the closure once the game has the log entry with this number.
    pub(super) fn show_at(
        &mut self,
        head: u64,
        look: Look,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.pending_reads.push((head, look));
        self.hear(Input::Head(head), games, own)
    }

    /// Serves those whose log entry has arrived. If nothing is pending, the missing entries could not be read: waiting
    /// subscribers then have another journal and get this one from its beginning.
    pub(super) fn show(&mut self, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        let (seq, is_idle) = (self.game.table().seq(), self.game.is_idle());
        for (head, look) in std::mem::take(&mut self.pending_reads) {
            if head <= seq {
                look(Ok(self));
            } else if is_idle {
                look(Err(Failure::Closing));
            } else {
                self.pending_reads.push((head, look));
            }
        }
        let mut still = Integrity::Whole;
        for (subscriber, look) in std::mem::take(&mut self.pending_subscribers) {
            let has_all = subscriber.seen.is_none_or(|seen| seen <= self.game.table().seq());
            if has_all || self.game.is_idle() {
                if self.listen(subscriber, look, games, own) == Integrity::Broken {
                    still = Integrity::Broken;
                }
            } else {
                self.pending_subscribers.push((subscriber, look));
            }
        }
        still
    }
}
