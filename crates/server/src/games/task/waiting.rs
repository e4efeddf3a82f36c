//! The waiting list of a game's task: subscribers and readers that wait for a log entry not yet read from the journal.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::{GameTask, Integrity, ReadFn, TaskMessage};
use crate::games::open_game::Input;
use crate::games::subscriber::Subscriber;
use crate::games::{Failure, Games};

impl GameTask {
    /// Adds a subscriber once the game has all log entries that the subscriber has seen.
    pub(super) fn subscribe_when_current(
        &mut self,
        (subscriber, read): (Subscriber, ReadFn),
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let ahead = subscriber.seen.filter(|seen| *seen > self.game.table().seq());
        self.pending_subscribers.retain(|(other, _)| other.id != subscriber.id);
        self.pending_subscribers.push((subscriber, read));
        match ahead {
            Some(seen) => self.handle_input(Input::Head(seen), games, own),
            None => self.serve_waiting(games, own),
        }
    }

    /// Returns true if the subscriber with this id is active or waiting.
    pub(super) fn has_subscriber(&self, id: u64) -> bool {
        let subscribers = self.subscribers.iter().map(|(_, subscriber)| subscriber);
        subscribers
            .chain(self.pending_subscribers.iter().chain(&self.strangers).map(|(subscriber, _)| subscriber))
            .any(|subscriber| subscriber.id == id)
    }

    /// Calls the closure once the game has the log entry with this number.
    pub(super) fn read_at(
        &mut self,
        head: u64,
        read: ReadFn,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.pending_reads.push((head, read));
        self.handle_input(Input::Head(head), games, own)
    }

    /// Serves the readers and subscribers whose log entry has arrived. If nothing is pending, the missing entries could
    /// not be read: waiting subscribers then have another journal and get this one from its beginning.
    pub(super) fn serve_waiting(&mut self, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        let (seq, is_idle) = (self.game.table().seq(), self.game.is_idle());
        for (head, read) in std::mem::take(&mut self.pending_reads) {
            if head <= seq {
                read(Ok(self));
            } else if is_idle {
                read(Err(Failure::Closing));
            } else {
                self.pending_reads.push((head, read));
            }
        }
        let mut integrity = Integrity::Whole;
        for (subscriber, read) in std::mem::take(&mut self.pending_subscribers) {
            let has_all = subscriber.seen.is_none_or(|seen| seen <= self.game.table().seq());
            if has_all || self.game.is_idle() {
                if self.subscribe(subscriber, read, games, own) == Integrity::Broken {
                    integrity = Integrity::Broken;
                }
            } else {
                self.pending_subscribers.push((subscriber, read));
            }
        }
        integrity
    }
}
