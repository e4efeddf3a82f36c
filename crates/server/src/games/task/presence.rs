//! The presence of a game's players and spectators, and its stored state in the seats (T.5).

use std::sync::Arc;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::Process;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::{GameTask, Integrity, PRESENCE_INTERVAL, ReadFn, TaskMessage};
use crate::bus::{Presence, SeatPresence};
use crate::games::Games;
use crate::games::context::Liveness;
use crate::games::open_game::Input;
use crate::games::subscriber::{Event, GameMessage, Subscriber, SubscriptionKind};

/// A player who uses HTTP counts as away after this time without a request.
const REQUEST_SILENCE: Duration = Duration::from_secs(10);

/// Selects whether presence is sent even if it has not changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SendPresence {
    Always,
    IfChanged,
}

impl GameTask {
    pub(super) fn subscribe(
        &mut self,
        subscriber: Subscriber,
        read: ReadFn,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let side = subscriber.who.and_then(|who| self.stored.side_of(who));
        let known = self.subscribers.len();
        self.subscribers.retain(|(_, other)| other.id != subscriber.id);
        // A new subscriber gets the current state of the game before any message.
        read(Ok(self));
        // Presence would not fit into a list, so a new preview without a seat does not cause a message to all others.
        if is_counted(side, &subscriber) || self.subscribers.len() < known {
            (self.has_presence_changed, self.last_presence) = (true, None);
        }
        self.subscribers.push((side, subscriber));
        let input = match side {
            Some(side) if self.game.notes_seats() => Input::Returned(side),
            // Messages of other nodes may have been lost: catch up now, not at the next comparison of journals.
            _ if !games.node().is_alone => Input::Refresh,
            _ => return Integrity::Whole,
        };
        self.handle_input(input, games, own)
    }

    pub(super) fn unsubscribe(&mut self, id: u64, games: &Arc<Games>) {
        self.pending_subscribers.retain(|(subscriber, _)| subscriber.id != id);
        self.strangers.retain(|(subscriber, _)| subscriber.id != id);
        let Some(at) = self.subscribers.iter().position(|(_, subscriber)| subscriber.id == id) else { return };
        if let Some(side) = self.subscribers.swap_remove(at).0 {
            self.update_here_since(side);
            if !self.is_subscribed(side) {
                self.last_request_at[side as usize] = None;
                self.note_away(side, games.node().now(), games);
            }
        }
        self.has_presence_changed = true;
    }

    /// Notes that a player requests the game without a subscription, and so is present while requests arrive (T.5).
    /// If the player is noted at another live process, the note stays: the requests may go to every node in turn.
    pub(super) fn handle_present(
        &mut self,
        side: Color,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.note_request(side);
        let seat = self.game.seat(side);
        let process = seat.process.as_ref().filter(|_| seat.away_at.is_none());
        let is_noted =
            process.is_some_and(|process| games.node().context(|context| context.liveness(process) == Liveness::Alive));
        if is_noted { Integrity::Whole } else { self.handle_input(Input::Returned(side), games, own) }
    }

    /// Notes a request by a player, unless the player has a subscription.
    pub(super) fn note_request(&mut self, side: Color) {
        if !self.is_subscribed(side) && self.game.notes_seats() {
            self.has_presence_changed |= self.last_request_at[side as usize].is_none();
            self.last_request_at[side as usize] = Some(Instant::now());
        }
    }

    /// Returns the time of the next check for players whose requests have stopped.
    pub(super) fn absent_at(&self) -> Option<Instant> {
        self.last_request_at.iter().flatten().min().map(|at| *at + REQUEST_SILENCE)
    }

    /// Marks players whose requests have stopped as away since their last one.
    pub(super) fn mark_silent_players_away(&mut self, games: &Arc<Games>) {
        for side in Color::ALL {
            let Some(since) =
                self.last_request_at[side as usize].map(|at| at.elapsed()).filter(|since| *since >= REQUEST_SILENCE)
            else {
                continue;
            };
            self.last_request_at[side as usize] = None;
            self.has_presence_changed = true;
            if !self.is_subscribed(side) {
                let now = games.node().now().as_millis();
                self.note_away(side, Timestamp::from_millis(now.saturating_sub(since.as_millis() as u64)), games);
            }
        }
    }

    /// Returns true if a side has a subscription on this node.
    fn is_subscribed(&self, side: Color) -> bool {
        self.subscribers.iter().any(|(other, _)| *other == Some(side))
    }

    /// Removes subscribers whose connections are closed.
    pub(super) fn remove_closed_subscribers(&mut self, games: &Arc<Games>) {
        let gone = self.subscribers.iter().filter(|(_, subscriber)| !subscriber.queue.is_open());
        for id in gone.map(|(_, subscriber)| subscriber.id).collect::<Vec<_>>() {
            self.unsubscribe(id, games);
        }
    }

    /// Updates the time since which a side has had a subscription on this node.
    pub(super) fn update_here_since(&mut self, side: Color) {
        let here =
            self.subscribers.iter().filter(|(other, subscriber)| *other == Some(side) && subscriber.queue.keeps_up());
        let since = here.map(|(_, subscriber)| subscriber.since).min();
        self.game.set_here(side, since);
    }

    /// Notes that a player has left this node, after which the opponent may wait to claim the game. A node that shuts
    /// down notes nothing: the node leaves and not the player, and downtime of the server is not absence (T.5).
    fn note_away(&mut self, side: Color, at: Timestamp, games: &Arc<Games>) {
        let me = games.node().process();
        let is_noted = self.game.seat(side).process.as_ref() == Some(&me);
        if !is_noted || !self.game.notes_seats() || games.is_ending() {
            return;
        }
        self.game.set_away(side, at);
        let (store, game) = (games.node().store().clone(), self.stored.id);
        self.queue_write(async move {
            if let Err(error) = store.set_away(game, side, &me, at).await {
                tracing::warn!("the absence of a player from game {game} was not recorded: {error}");
            }
        });
    }

    /// Returns true if a request by a side leaves its noted seat unchanged: the side has a subscription here and is
    /// noted here, or seats are not noted at all.
    pub(super) fn is_settled(&self, side: Color, games: &Games) -> bool {
        if !self.game.notes_seats() {
            return true;
        }
        self.is_subscribed(side) && self.game.is_noted(side, &games.node().process())
    }

    /// Returns true if the presence at another node contradicts the seats that are known here.
    pub(super) fn contradicts(&self, node: &str, presence: &Presence) -> bool {
        self.game.notes_seats()
            && Color::ALL.into_iter().any(|side| {
                let seat = self.game.seat(side);
                let is_noted = seat.process.as_ref().is_some_and(|process| process.node.as_str() == node);
                presence.seats[side as usize].is_here != (is_noted && seat.away_at.is_none())
            })
    }

    /// Returns true if the stored seats differ from those known here, and no write to them is pending.
    pub(super) fn do_stored_seats_differ(&self, noted: &[(Option<Process>, Option<Timestamp>); 2]) -> bool {
        self.game.notes_seats()
            && self.pending_writes.as_ref().is_none_or(JoinHandle::is_finished)
            && Color::ALL.into_iter().zip(noted).any(|(side, (process, away_at))| {
                let seat = self.game.seat(side);
                seat.process != *process || seat.away_at != *away_at
            })
    }

    /// Writes to a seat after all earlier writes: a player who reloads the page leaves first and then returns.
    pub(super) fn queue_write(&mut self, note: impl IntoFuture<Output = (), IntoFuture: Send> + Send + 'static) {
        let before = self.pending_writes.take();
        self.pending_writes = Some(tokio::spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            note.into_future().await;
        }));
    }

    /// Marks players at dead processes as away, until they return.
    pub(super) fn mark_players_of_dead_nodes_away(&mut self, games: &Arc<Games>) {
        let table = self.game.table();
        if table.terms().control().is_none() || table.verdict().is_some() {
            return;
        }
        for side in Color::ALL {
            let seat = self.game.seat(side);
            let Some(process) = seat.process.clone().filter(|_| seat.away_at.is_none()) else { continue };
            let is_gone = games.node().context(|context| context.liveness(&process)) != Liveness::Alive;
            if is_gone {
                let now = games.node().now();
                self.game.set_away(side, now);
                let (store, game) = (games.node().store().clone(), self.stored.id);
                self.queue_write(async move { drop(store.set_away(game, side, &process, now).await) });
            }
        }
    }

    pub(super) fn note_seat(&mut self, side: Color, games: &Arc<Games>) {
        let (store, game, me) = (games.node().store().clone(), self.stored.id, games.node().process());
        self.queue_write(async move {
            if let Err(error) = store.set_seat(game, side, &me).await {
                tracing::warn!("the presence of a player in game {game} was not recorded: {error}");
            }
        });
    }

    /// Sends presence to the subscribers, and this node's part of it to other nodes.
    pub(super) fn send_presence(&mut self, games: &Arc<Games>, when: SendPresence) {
        self.has_presence_changed = false;
        let here = self.presence_here();
        if when == SendPresence::Always || here != self.last_local_presence {
            self.last_local_presence = here;
            games.publish_presence(self.stored.id, here);
        }
        let presence = self.presence(games);
        // The clients run the countdown themselves.
        if when == SendPresence::Always || self.last_presence != Some(presence.without_countdown()) {
            self.last_presence = Some(presence.without_countdown());
            self.broadcast(&GameMessage::of(Event::Here(self.stored.id, presence)));
        }
    }

    fn presence_here(&self) -> Presence {
        let seat = |side| {
            let here = self.subscribers.iter().filter(|(other, _)| *other == Some(side));
            let is_here = self.is_subscribed(side) || self.last_request_at[side as usize].is_some();
            let ping_ms = here.filter_map(|(_, subscriber)| subscriber.queue.ping_ms()).min();
            SeatPresence { is_here, ping_ms, gone_in_ms: None }
        };
        let spectators =
            self.subscribers.iter().filter(|(side, subscriber)| side.is_none() && is_counted(*side, subscriber));
        let watchers = spectators.count() as u32;
        Presence { seats: Color::ALL.map(seat), watchers }
    }

    /// Returns the presence on all nodes.
    pub fn presence(&self, games: &Games) -> Presence {
        let mut sum = self.presence_here();
        for (at, other) in self.elsewhere.values() {
            if at.elapsed() <= 3 * PRESENCE_INTERVAL {
                for (mine, theirs) in sum.seats.iter_mut().zip(other.seats) {
                    mine.is_here |= theirs.is_here;
                    mine.ping_ms = mine.ping_ms.or(theirs.ping_ms);
                }
                sum.watchers += other.watchers;
            }
        }
        let now = games.node().now();
        for side in Color::ALL {
            let is_noted = self.is_noted_elsewhere(side, games);
            let seat = &mut sum.seats[side as usize];
            seat.is_here |= is_noted || self.stored.house_side() == Some(side);
            seat.gone_in_ms = self.claimable_in(side, now, games).filter(|_| !seat.is_here);
        }
        sum
    }

    /// Repeats the notes of players who have left this node, if they could not be stored.
    pub(super) fn retry_away_notes(&mut self, noted: &[(Option<Process>, Option<Timestamp>); 2], games: &Arc<Games>) {
        let me = games.node().process();
        for (side, (process, away_at)) in Color::ALL.into_iter().zip(noted) {
            let is_here = self.is_subscribed(side) || self.last_request_at[side as usize].is_some();
            let is_kept = process.as_ref() != Some(&me) || away_at.is_some();
            if !is_here && !is_kept && self.pending_writes.as_ref().is_none_or(JoinHandle::is_finished) {
                self.note_away(side, games.node().now(), games);
            }
        }
    }

    /// Returns true if a side is noted at another live node that has not reported its presence lately:
    /// messages may be lost.
    fn is_noted_elsewhere(&self, side: Color, games: &Games) -> bool {
        let seat = self.game.seat(side);
        let Some(process) = seat.process.as_ref().filter(|_| seat.away_at.is_none()) else { return false };
        let is_told =
            self.elsewhere.get(process.node.as_str()).is_some_and(|(at, _)| at.elapsed() <= 3 * PRESENCE_INTERVAL);
        self.game.notes_seats()
            && !is_told
            && games.node().context(|context| process != context.me && context.liveness(process) == Liveness::Alive)
    }

    /// Returns the milliseconds until the opponent of an absent side may claim the game (T.5).
    fn claimable_in(&self, away: Color, now: Timestamp, games: &Games) -> Option<u64> {
        let since = self.game.seat(away).away_at?.max(games.node().started());
        Some(self.game.table().claimable_in(away, since, now)?.as_millis() as u64)
    }
}

/// Returns true if a subscriber is part of the presence: a player, or a spectator.
fn is_counted(side: Option<Color>, subscriber: &Subscriber) -> bool {
    side.is_some() || subscriber.kind == SubscriptionKind::Watch
}
