//! Who is here, and what is noted of it.

use std::sync::Arc;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::Process;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::{Integrity, Look, Opened, REMINDER, TaskMessage};
use crate::bus::{Presence, SeatPresence};
use crate::games::Games;
use crate::games::context::Life;
use crate::games::open_game::Input;
use crate::games::subscriber::{Event, GameMessage, Subscriber};

/// A player who asks for a game by HTTP has left when nothing was heard for this long.
const QUIET: Duration = Duration::from_secs(10);

/// Whether to tell what has been told before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Always {
    Yes,
    No,
}

impl Opened {
    pub(super) fn listen(
        &mut self,
        subscriber: Subscriber,
        look: Look,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let side = subscriber.who.and_then(|who| self.stored.side_of(who));
        self.subscribers.retain(|(_, other)| other.id != subscriber.id);
        // Whoever listens has the game as it stands before anything else is told.
        look(Ok(self));
        self.subscribers.push((side, subscriber));
        (self.has_news, self.told) = (true, None);
        let input = match side {
            Some(side) if self.game.notes_seats() => Input::Returned(side),
            // What another node has told in vain is told now, not when journals are next compared.
            _ if !games.node().is_alone => Input::Refresh,
            _ => return Integrity::Whole,
        };
        self.hear(input, games, own)
    }

    pub(super) fn leave(&mut self, id: u64, games: &Arc<Games>) {
        self.pending_subscribers.retain(|(subscriber, _)| subscriber.id != id);
        let Some(at) = self.subscribers.iter().position(|(_, subscriber)| subscriber.id == id) else { return };
        if let Some(side) = self.subscribers.swap_remove(at).0 {
            self.note_here(side);
            if !self.listens(side) {
                self.heard[side as usize] = None;
                self.note_away(side, games.node().now(), games);
            }
        }
        self.has_news = true;
    }

    /// A player looks at the game without listening: here for as long as that goes on (T.5). Where the player is noted at
    /// another process that is there, that is left so: requests may go to every node in turn.
    pub(super) fn heard_of(
        &mut self,
        side: Color,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        self.note_heard(side);
        let seat = self.game.seat(side);
        let process = seat.process.as_ref().filter(|_| seat.away_at.is_none());
        let is_noted =
            process.is_some_and(|process| games.node().context(|context| context.life(process) == Life::Alive));
        if is_noted { Integrity::Whole } else { self.hear(Input::Returned(side), games, own) }
    }

    /// A player asks for something without listening.
    pub(super) fn note_heard(&mut self, side: Color) {
        if !self.listens(side) && self.game.notes_seats() {
            self.has_news |= self.heard[side as usize].is_none();
            self.heard[side as usize] = Some(Instant::now());
        }
    }

    /// When it is time to look who asks no longer.
    pub(super) fn quiet_at(&self) -> Option<Instant> {
        self.heard.iter().flatten().min().map(|at| *at + QUIET)
    }

    /// Players who have asked for the game, and do not any more, have left when they last did.
    pub(super) fn forget_the_quiet(&mut self, games: &Arc<Games>) {
        for side in Color::ALL {
            let Some(since) = self.heard[side as usize].map(|at| at.elapsed()).filter(|since| *since >= QUIET) else {
                continue;
            };
            self.heard[side as usize] = None;
            self.has_news = true;
            if !self.listens(side) {
                let now = games.node().now().as_millis();
                self.note_away(side, Timestamp::from_millis(now.saturating_sub(since.as_millis() as u64)), games);
            }
        }
    }

    /// Whether a connection of a side listens here.
    fn listens(&self, side: Color) -> bool {
        self.subscribers.iter().any(|(other, _)| *other == Some(side))
    }

    /// Those at whose other end nobody reads any more have left.
    pub(super) fn forget_the_gone(&mut self, games: &Arc<Games>) {
        let gone = self.subscribers.iter().filter(|(_, subscriber)| !subscriber.queue.is_open());
        for id in gone.map(|(_, subscriber)| subscriber.id).collect::<Vec<_>>() {
            self.leave(id, games);
        }
    }

    /// Since when a side has been listening here.
    pub(super) fn note_here(&mut self, side: Color) {
        let here =
            self.subscribers.iter().filter(|(other, subscriber)| *other == Some(side) && subscriber.queue.keeps_up());
        let since = here.map(|(_, subscriber)| subscriber.since).min();
        self.game.set_here(side, since);
    }

    /// A player has left this node: from now on the opponent may wait for the game. A node that ends
    /// notes nothing: it is the one that leaves, and time in which the site is away is not absence (T.5).
    fn note_away(&mut self, side: Color, at: Timestamp, games: &Arc<Games>) {
        let me = games.node().process();
        let is_noted = self.game.seat(side).process.as_ref() == Some(&me);
        if !is_noted || !self.game.notes_seats() || games.is_ending() {
            return;
        }
        self.game.set_away(side, at);
        let (store, game) = (games.node().store().clone(), self.stored.id);
        self.note(async move {
            if let Err(error) = store.leave(game, side, &me, at).await {
                tracing::warn!("that a player has left game {game} was not noted: {error}");
            }
        });
    }

    /// Whether what a side asks changes nothing of where it is noted: it listens here and is noted here, or nobody is.
    pub(super) fn is_settled(&self, side: Color, games: &Games) -> bool {
        if !self.game.notes_seats() {
            return true;
        }
        self.listens(side) && self.game.is_noted(side, &games.node().process())
    }

    /// Whether what another node tells of who is there is at odds with what is known of the seats here.
    pub(super) fn contradicts(&self, node: &str, presence: &Presence) -> bool {
        self.game.notes_seats()
            && Color::ALL.into_iter().any(|side| {
                let seat = self.game.seat(side);
                let is_noted = seat.process.as_ref().is_some_and(|process| process.node.as_str() == node);
                presence.seats[side as usize].is_here != (is_noted && seat.away_at.is_none())
            })
    }

    /// Whether what is noted of the seats is not what is known of them here, and nothing that was to be noted is under way.
    pub(super) fn is_noted_otherwise(&self, noted: &[(Option<Process>, Option<Timestamp>); 2]) -> bool {
        self.game.notes_seats()
            && self.notes.as_ref().is_none_or(JoinHandle::is_finished)
            && Color::ALL.into_iter().zip(noted).any(|(side, (process, away_at))| {
                let seat = self.game.seat(side);
                seat.process != *process || seat.away_at != *away_at
            })
    }

    /// Notes something of a seat once what came before is noted: who reloads the page leaves, and then comes.
    pub(super) fn note(&mut self, note: impl IntoFuture<Output = (), IntoFuture: Send> + Send + 'static) {
        let before = self.notes.take();
        self.notes = Some(tokio::spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            note.into_future().await;
        }));
    }

    /// Players who were on a process that is gone have left with it, unless they come back.
    pub(super) fn leave_to_the_dead(&mut self, games: &Arc<Games>) {
        let table = self.game.table();
        if table.terms().control().is_none() || table.verdict().is_some() {
            return;
        }
        for side in Color::ALL {
            let seat = self.game.seat(side);
            let Some(process) = seat.process.clone().filter(|_| seat.away_at.is_none()) else { continue };
            let is_gone = games.node().context(|context| context.life(&process)) != Life::Alive;
            if is_gone {
                let now = games.node().now();
                self.game.set_away(side, now);
                let (store, game) = (games.node().store().clone(), self.stored.id);
                self.note(async move { drop(store.leave(game, side, &process, now).await) });
            }
        }
    }

    pub(super) fn note_seat(&mut self, side: Color, games: &Arc<Games>) {
        let (store, game, me) = (games.node().store().clone(), self.stored.id, games.node().process());
        self.note(async move {
            if let Err(error) = store.note_seat(game, side, &me).await {
                tracing::warn!("that a player is in game {game} was not noted: {error}");
            }
        });
    }

    /// Tells those who listen who is here, and other nodes who is here on this one.
    pub(super) fn tell_presence(&mut self, games: &Arc<Games>, always: Always) {
        self.has_news = false;
        let here = self.presence_here();
        if always == Always::Yes || here != self.told_nodes {
            self.told_nodes = here;
            games.publish_presence(self.stored.id, here);
        }
        let presence = self.presence(games);
        // A countdown goes on by itself.
        if always == Always::Yes || self.told != Some(presence.without_countdown()) {
            self.told = Some(presence.without_countdown());
            self.tell(&GameMessage::of(Event::Here(self.stored.id, presence)));
        }
    }

    fn presence_here(&self) -> Presence {
        let seat = |side| {
            let here = self.subscribers.iter().filter(|(other, _)| *other == Some(side));
            let is_here = self.listens(side) || self.heard[side as usize].is_some();
            let ping_ms = here.filter_map(|(_, subscriber)| subscriber.queue.ping_ms()).min();
            SeatPresence { is_here, ping_ms, gone_in_ms: None }
        };
        let watchers = self.subscribers.iter().filter(|(side, _)| side.is_none()).count() as u32;
        Presence { seats: Color::ALL.map(seat), watchers }
    }

    /// Who is here, on all nodes.
    pub fn presence(&self, games: &Games) -> Presence {
        let mut sum = self.presence_here();
        for (at, other) in self.elsewhere.values() {
            if at.elapsed() <= 3 * REMINDER {
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
            seat.is_here |= is_noted;
            seat.gone_in_ms = self.claimable_in(side, now, games).filter(|_| !seat.is_here);
        }
        sum
    }

    /// Notes once more that players have left this node, where that could not be kept.
    pub(super) fn leave_again(&mut self, noted: &[(Option<Process>, Option<Timestamp>); 2], games: &Arc<Games>) {
        let me = games.node().process();
        for (side, (process, away_at)) in Color::ALL.into_iter().zip(noted) {
            let is_here = self.listens(side) || self.heard[side as usize].is_some();
            let is_kept = process.as_ref() != Some(&me) || away_at.is_some();
            if !is_here && !is_kept && self.notes.as_ref().is_none_or(JoinHandle::is_finished) {
                self.note_away(side, games.node().now(), games);
            }
        }
    }

    /// Whether a side is noted at another node that is there, and that has told nothing of late: news may be lost.
    fn is_noted_elsewhere(&self, side: Color, games: &Games) -> bool {
        let seat = self.game.seat(side);
        let Some(process) = seat.process.as_ref().filter(|_| seat.away_at.is_none()) else { return false };
        let is_told = self.elsewhere.get(process.node.as_str()).is_some_and(|(at, _)| at.elapsed() <= 3 * REMINDER);
        self.game.notes_seats()
            && !is_told
            && games.node().context(|context| process != context.me && context.life(process) == Life::Alive)
    }

    /// In how long the opponent of a side that is away may claim the game (T.5).
    fn claimable_in(&self, away: Color, now: Timestamp, games: &Games) -> Option<u64> {
        let since = self.game.seat(away).away_at?.max(games.node().started());
        Some(self.game.table().claimable_in(away, since, now)?.as_millis() as u64)
    }
}
