//! The end of a game's task, and the schedule by which the sweep opens the game again.

use std::sync::Arc;
use std::time::Duration;

use faraday_play::{Act, Fact, Reminder, Timestamp};
use faraday_rules::Color;
use faraday_store::{Job, JobKind};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::{Instant, timeout_at};

use super::refusal::fail;
use super::{GameTask, TaskMessage};
use crate::games::open_game::Denied;
use crate::games::{Event, Failure, GameMessage, Games, NoticeCause};

/// The time that a closing game waits for pending appends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(8);

/// A live game with a seat held on this node stays open if its time is up within this period; others are
/// left to the sweep.
const SOON: Duration = Duration::from_secs(60);

impl GameTask {
    /// Stores the time before which the sweep need not open the game again, and the reminder that is due now. `seen` is
    /// the stored time at which the sweep has opened it.
    pub(super) fn note_wake(&self, seen: Timestamp, games: &Arc<Games>) {
        let now = games.node().now();
        let wake_at = games.node().context(|context| self.game.next_wake_time(context));
        if let Some(wake_at) = wake_at.filter(|at| *at > now) {
            let (games, game, reminder) = (Arc::clone(games), self.stored.id, self.reminder(now));
            tokio::spawn(async move {
                let store = games.node().store();
                // The reminder first: if it cannot be stored, the sweep opens the game again.
                if let Some(reminder) = reminder {
                    if let Err(error) = store.add_job(&reminder).await {
                        return tracing::warn!("a reminder of game {game} was not stored: {error}");
                    }
                    games.jobs_added.notify_waiters();
                }
                drop(store.postpone_wake(game, seen, wake_at).await);
            });
        }
    }

    /// Returns the job for the reminder that is due.
    fn reminder(&self, now: Timestamp) -> Option<Job> {
        let table = self.game.table();
        let (reminder, _) = table.reminder(now).filter(|_| table.deadline().is_some_and(|at| now < at))?;
        let begins_turn = |act: &&Arc<Act>| matches!(act.fact, Fact::Moved { .. } | Fact::TakenBack { .. });
        let seq = self.game.acts().iter().rev().find(begins_turn).map_or(0, |act| act.seq);
        let name = match reminder {
            Reminder::MostTimeUsed => "80",
            Reminder::SixHoursLeft => "6h",
        };
        let key = format!("{}/{seq}/{name}", self.stored.id);
        let cause = NoticeCause::of_reminder(table.turn(), table.since(), now);
        Some(Job { kind: JobKind::Notice, key, body: cause.to_text(), not_before: now })
    }

    /// Returns the time of the next clock check.
    pub(super) fn next_wake(&self, games: &Games) -> Option<Instant> {
        if !self.game.is_idle() {
            return None;
        }
        let wake_at = games.node().context(|context| self.game.wake_at(context))?;
        Some(Instant::now() + wake_at.since(games.node().now()))
    }

    pub(super) fn may_close(&self, games: &Games) -> bool {
        // A node that holds neither seat leaves the clocks to the node that does, and to the sweep.
        let me = games.node().process();
        let is_held = self.game.notes_seats()
            && Color::ALL.iter().any(|side| self.game.seat(*side).process.as_ref() == Some(&me));
        let is_soon = || {
            let wake_at = games.node().context(|context| self.game.wake_at(context));
            wake_at.is_some_and(|at| at.since(games.node().now()) <= SOON)
        };
        let is_quiet = self.subscribers.is_empty() && self.last_request_at == [None; 2];
        is_quiet && self.game.is_idle() && !(is_held && is_soon())
    }

    /// Schedules a closed live game so that the sweep opens it again before its time is up.
    pub(super) fn schedule_sweep(&self, games: &Arc<Games>) {
        if self.game.notes_seats()
            && let Some(wake_at) = games.node().context(|context| self.game.wake_at(context))
        {
            let early = Timestamp::from_millis(wake_at.as_millis().saturating_sub(SOON.as_millis() as u64));
            let (store, game) = (games.node().store().clone(), self.stored.id);
            tokio::spawn(async move { drop(store.set_wake(game, Some(early)).await) });
        }
    }

    /// Waits for pending operations up to [`CLOSE_TIMEOUT`], and starts no new ones.
    pub(super) async fn finish(
        &mut self,
        messages: &mut UnboundedReceiver<TaskMessage>,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) {
        let ends = Instant::now() + CLOSE_TIMEOUT;
        self.game.stop_accepting();
        while !self.game.is_idle() {
            match timeout_at(ends, messages.recv()).await {
                Ok(Some(TaskMessage::Input(input))) => drop(self.handle_input(input, games, own)),
                Ok(Some(message)) => fail(message, &Failure::Closing),
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Answers all pending requests, and makes the connections renew their subscriptions.
    pub(super) fn end(mut self) {
        for (_, reply) in self.replies.drain() {
            reply(Err(Denied::Failed(Failure::Closing)));
        }
        let pending_subscribers =
            self.pending_subscribers.drain(..).chain(self.strangers.drain(..)).map(|(_, read)| read);
        for read in self.pending_reads.drain(..).map(|(_, read)| read).chain(pending_subscribers) {
            read(Err(Failure::Closing));
        }
        self.broadcast(&GameMessage::of(Event::Broken(self.stored.id)));
    }
}
