//! The games that a connection follows, and the frames that keep the client's log entries up to date.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use faraday_play::{Act, Fact};
use faraday_store::GameId;
use faraday_wire::live::{ByeReason, Frame, can_follow};

use super::{Conversation, MAX_RECONNECT_MS, MAX_WATCHES};
use crate::games::{self, GameTask, Subscriber, Subscription, SubscriptionKind};
use crate::problem::{Kind, Problem};
use crate::shapes::{failed, game_frames};

/// The minimum time between two comparisons of the client's log entries with the journal.
const RESYNC: Duration = Duration::from_secs(2);

/// A subscription of the connection to a game.
pub(super) struct Watch {
    pub(super) subscriber: u64,
    kind: SubscriptionKind,
    /// True if the game could not be opened.
    pub(super) has_failed: Arc<AtomicBool>,
    /// The last log entry that the client was sent.
    pub(super) sent: Option<u64>,
}

impl Watch {
    /// Returns true if the game is on screen, and not a small board in a list.
    pub(super) fn is_on_screen(&self) -> bool {
        self.kind == SubscriptionKind::Watch
    }
}

/// The condition for sending a watched game to the client again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SendGame {
    Always,
    /// Only if it has log entries that the client was not sent.
    IfChanged,
}

impl Conversation {
    /// Renews the subscription to a game that was closed on this node, without an action of the client.
    pub fn watch_again(&mut self, game: GameId) {
        if let Some(watch) = self.watches.get(&game) {
            let (sent, kind) = (watch.sent, watch.kind);
            self.subscribe(game.as_str(), sent, (kind, SendGame::IfChanged));
        }
    }

    pub(super) fn watch(&mut self, game: &str, seen: Option<u64>, kind: SubscriptionKind) {
        self.subscribe(game, seen, (kind, SendGame::Always));
    }

    fn subscribe(&mut self, game: &str, seen: Option<u64>, (kind, when): (SubscriptionKind, SendGame)) {
        let refuse = |problem: Problem| {
            self.queue.send(Frame::Refused { id: None, game: Some(game.to_owned()), problem: problem.into_shape() });
        };
        let Ok(id) = GameId::parse(game) else {
            return refuse(failed(&games::Failure::NotFound));
        };
        self.watches.retain(|_, watch| !watch.has_failed.load(Relaxed));
        if self.watches.len() >= MAX_WATCHES && !self.watches.contains_key(&id) {
            return refuse(Problem::new(
                Kind::TooManyRequests,
                format!("a connection watches at most {MAX_WATCHES} games"),
            ));
        }
        let new =
            || Watch { subscriber: self.play.games.new_subscriber(), kind, has_failed: Arc::default(), sent: None };
        let watch = self.watches.entry(id).or_insert_with(new);
        watch.kind = kind;
        // The failure of an earlier subscription does not count for this one.
        watch.has_failed = Arc::default();
        let subscription = self.subscription(id, &self.watches[&id], seen, when);
        self.play.games.subscribe(id, subscription);
        if (kind, when) == (SubscriptionKind::Watch, SendGame::Always)
            && let Some(session) = &self.session
        {
            let (play, who) = (self.play.clone(), session.who);
            tokio::spawn(async move { play.read_notices_of_game(who, id).await });
        }
    }

    pub(super) fn subscription(&self, game: GameId, watch: &Watch, seen: Option<u64>, when: SendGame) -> Subscription {
        let who = self.session.as_ref().map(|session| session.who);
        let (games, queue) = (Arc::clone(&self.play.games), self.queue.clone());
        let has_failed = Arc::clone(&watch.has_failed);
        let since = self.play.now();
        let queue_of_game = Box::new(queue.clone());
        let subscriber = Subscriber { id: watch.subscriber, who, kind: watch.kind, since, seen, queue: queue_of_game };
        let protocol = self.protocol.unwrap_or_default();
        let read = move |task: Result<&GameTask, games::Failure>| match task {
            Ok(task) if !knows_all_of(protocol, task) => {
                queue.send(Frame::Bye { reason: ByeReason::Protocol, reconnect_ms: MAX_RECONNECT_MS });
            }
            Ok(task) if when == SendGame::IfChanged && seen == Some(task.game.table().seq()) => {}
            Ok(task) => queue.send_game(game_frames(&games, task, who, (protocol, seen))),
            Err(failure) => {
                has_failed.store(true, Relaxed);
                let problem = failed(&failure).into_shape();
                queue.send(Frame::Refused { id: None, game: Some(game.to_string()), problem });
            }
        };
        (subscriber, Box::new(read))
    }

    pub(super) fn unwatch(&mut self, game: &str) {
        if let Ok(id) = GameId::parse(game)
            && let Some(watch) = self.watches.remove(&id)
        {
            self.play.games.unsubscribe(id, watch.subscriber);
            self.note_presence();
        }
    }

    /// Answers a ping, and sends the log entries that the client lacks.
    pub(super) fn ping(&mut self, n: u64, seen: &BTreeMap<String, u64>) {
        self.queue.send(Frame::Pong { n, now: self.play.now().as_millis() });
        if self.resynced.is_some_and(|at| at.elapsed() < RESYNC) {
            return;
        }
        self.resynced = Some(Instant::now());
        for (game, seen) in seen.iter().take(MAX_WATCHES) {
            let Some(id) = GameId::parse(game).ok().filter(|id| self.watches.contains_key(id)) else { continue };
            let (play, queue, seen) = (self.play.clone(), self.queue.clone(), *seen);
            let (who, protocol) = (self.session.as_ref().map(|session| session.who), self.protocol.unwrap_or_default());
            tokio::spawn(async move {
                let games = Arc::clone(&play.games);
                // Sent from the game's task, so that later events come after it.
                let resync = move |task: &GameTask| {
                    if task.game.table().seq() > seen {
                        queue.send_game(game_frames(&games, task, who, (protocol, Some(seen))));
                    }
                };
                let _ = play.games.with_game(id, resync).await;
            });
        }
    }
}

/// Returns true if a version of the protocol has everything that a game contains.
fn knows_all_of(protocol: u32, task: &GameTask) -> bool {
    let is_new =
        |act: &Arc<Act>| matches!(act.fact, Fact::LeaveTaken(_) | Fact::LeaveEnded { .. } | Fact::TableClaimed(_));
    can_follow(protocol, &task.stored.rules) && (protocol > 1 || !task.game.acts().iter().any(is_new))
}
