//! Online games: the games open on this node, their timers, and the sweep that opens games in need of attention.
//!
//! An open game is one task. Any node may open any game; the unique key of the journal decides between nodes. Must not
//! know WebSocket frames, HTTP requests, and SQL.

#![warn(clippy::wildcard_enum_match_arm)]

mod context;
mod node;
mod notice_cause;
mod open_game;
mod open_games;
mod rematch;
#[cfg(test)]
mod simulation;
mod subscriber;
mod sweep;
mod task;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use faraday_play::{Act, RequestId, Summary, Terms, TimeMode, Timestamp, Verdict};
use faraday_store::{Game, GameId, Head, PersonId, StoreError};
use faraday_wire::live::GameRating;
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, Semaphore, oneshot};

use crate::bus::{Bus, BusMessage, Presence};
use crate::endgames::Endgames;

pub use node::Node;
pub use notice_cause::NoticeCause;
pub use open_game::{Denied, Input, Planned};
pub use rematch::{Rematch, RematchChange, RematchOffer};
pub use subscriber::{Event, GameMessage, MessageQueue, PAGE, Page, Subscriber, SubscriptionKind};
pub use task::{GameTask, PlayerAction, PlayerRequest, ReadFn, Reply, Subscription};

use open_games::OpenGames;
use task::TaskMessage;

/// The maximum number of requests that are held while the node is late.
const MAX_HELD: usize = 4096;

/// The games that are open on this node.
pub struct Games {
    node: Arc<Node>,
    bus: Bus,
    endgames: Endgames,
    open: Mutex<OpenGames>,
    next_subscriber: AtomicU64,
    is_ending: AtomicBool,
    held: Arc<Semaphore>,
    /// Wakes the job runners when a log entry with jobs is stored.
    pub jobs_added: Notify,
}

/// The reasons why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    #[error("there is no such game")]
    NotFound,
    #[error("the game cannot be read: {0}")]
    Storage(StoreError),
    /// Its journal does not follow from the rules of this version.
    #[error("this version cannot read the game")]
    Damaged,
    /// Its rules or its variant are unknown here; nodes of another version may know them.
    #[error("this version of Faraday cannot follow the game: {0}")]
    Unsupported(String),
    #[error("the game is being closed; try again")]
    Closing,
    #[error("too many games are being played or watched: try again later")]
    Full,
}

/// Returns true if the row of a game has its summary. A running game with a clock has none, because its players have
/// the game open anyway. Writing it with each move would cost up to half of the durable moves per second.
pub fn has_summary(terms: Terms, verdict: Option<Verdict>) -> bool {
    verdict.is_some() || !matches!(terms.time_mode, TimeMode::Clock(_))
}

impl Games {
    /// Creates an empty set of games, of which at most `most` may be open for spectators.
    pub fn new(node: Arc<Node>, bus: Bus, endgames: Endgames, most: usize) -> Arc<Games> {
        Arc::new(Games {
            node,
            bus,
            endgames,
            open: Mutex::new(OpenGames::new(most)),
            next_subscriber: AtomicU64::new(1),
            is_ending: AtomicBool::new(false),
            held: Arc::new(Semaphore::new(MAX_HELD)),
            jobs_added: Notify::new(),
        })
    }

    /// Returns the node that this process runs.
    pub fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// Returns the endgame tablebases.
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// Marks the server as shutting down: players who are disconnected from now on have not left.
    pub fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// Returns true once the server is shutting down.
    pub fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Returns a new id for a subscriber, unique on this node.
    pub fn new_subscriber(&self) -> u64 {
        self.next_subscriber.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the number of open games.
    pub fn count(&self) -> usize {
        self.open().len()
    }

    /// Requests an action of a player, and returns the number of its log entry.
    ///
    /// # Errors
    ///
    /// If the action is denied.
    pub async fn ask(
        self: &Arc<Games>,
        game: GameId,
        (who, id): (PersonId, Option<RequestId>),
        action: PlayerAction,
        arrived: Timestamp,
    ) -> Result<u64, Denied> {
        let (sender, receiver) = oneshot::channel();
        let reply = Box::new(move |answer| drop(sender.send(answer)));
        self.request(game, PlayerRequest { who, id, action, arrived, reply, subscription: None });
        receiver.await.unwrap_or(Err(Denied::Failed(Failure::Closing)))
    }

    /// Passes on a player's request; the answer goes to its `reply`. If the node was frozen or its
    /// database is unreachable, the request waits until the node has restarted. This way the outage is credited to the
    /// player whose clock was running before any time is deducted.
    pub fn request(self: &Arc<Games>, game: GameId, request: PlayerRequest) {
        if !self.node.is_late() {
            return self.send(game, TaskMessage::Request(Box::new(request)));
        }
        let Ok(held) = Arc::clone(&self.held).try_acquire_owned() else {
            return (request.reply)(Err(Denied::Busy));
        };
        let games = Arc::clone(self);
        tokio::spawn(async move {
            games.node.wait_until_punctual().await;
            games.send(game, TaskMessage::Request(Box::new(request)));
            drop(held);
        });
    }

    /// Appends the leave of the players that a game lacks. Returns once the game contains all of it.
    pub async fn check_leave(self: &Arc<Games>, game: GameId) -> Result<(), Denied> {
        let (sender, receiver) = oneshot::channel();
        self.send(game, TaskMessage::CheckLeave(Box::new(move |answer| drop(sender.send(answer)))));
        receiver.await.unwrap_or(Err(Denied::Failed(Failure::Closing))).map(drop)
    }

    /// Adds a subscriber, who gets the current state of the game before any message.
    pub fn subscribe(self: &Arc<Games>, game: GameId, subscription: Subscription) {
        self.send(game, TaskMessage::Subscribe(Box::new(subscription)));
    }

    /// Removes a subscriber of a game.
    pub fn unsubscribe(&self, game: GameId, subscriber: u64) {
        self.send_if_open(game, TaskMessage::Unsubscribe(subscriber));
    }

    /// Notes that a person requests a game over HTTP: a player who does so is present (T.5).
    pub fn note_present(self: &Arc<Games>, game: GameId, who: PersonId) {
        self.note_present_unless(game, who, &Arc::default());
    }

    /// Notes that a person has the web app open. Sets `is_over` once that no longer has an effect on the game.
    pub fn note_present_unless(self: &Arc<Games>, game: GameId, who: PersonId, is_over: &Arc<AtomicBool>) {
        if !is_over.load(Ordering::Relaxed) {
            self.send(game, TaskMessage::Present(who, Arc::clone(is_over)));
        }
    }

    /// Calls a closure with the open game and returns its result.
    pub async fn with_game<T: Send + 'static>(
        self: &Arc<Games>,
        game: GameId,
        read: impl FnOnce(&GameTask) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (sender, receiver) = oneshot::channel();
        let read: ReadFn = Box::new(move |task| drop(sender.send(task.map(read))));
        self.send(game, TaskMessage::Read(read));
        receiver.await.unwrap_or(Err(Failure::Closing))
    }

    /// Like [`Games::with_game`], but with all log entries that were committed on any node before the call.
    pub async fn with_current_game<T: Send + 'static>(
        self: &Arc<Games>,
        game: GameId,
        read: impl FnOnce(&GameTask) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let mut head = 0;
        if !self.node.is_alone {
            let heads = self.node.store().heads(&[game]).await.map_err(Failure::Storage)?;
            head = heads.first().map_or(0, |head| head.seq);
        }
        self.with_game_at(game, head, read).await
    }

    /// Like [`Games::with_game`], but with all log entries up to a number, which must have been committed.
    pub async fn with_game_at<T: Send + 'static>(
        self: &Arc<Games>,
        game: GameId,
        head: u64,
        read: impl FnOnce(&GameTask) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (sender, receiver) = oneshot::channel();
        let read: ReadFn = Box::new(move |task| drop(sender.send(task.map(read))));
        self.send(game, TaskMessage::ReadAt(head, read));
        receiver.await.unwrap_or(Err(Failure::Closing))
    }

    /// Returns the summary of a game, or None if the game cannot be read. If its row has no summary, the game is
    /// opened, and the summary is stored if the row should have one.
    pub async fn summary(self: &Arc<Games>, stored: &Game) -> Option<Summary> {
        if stored.summary.is_some() {
            return stored.summary.clone();
        }
        let game = stored.id;
        let summary = |task: &GameTask| {
            let table = task.game.table();
            (table.summary(), has_summary(table.terms(), table.verdict()))
        };
        let (summary, is_kept) = self.with_game(game, summary).await.ok()?;
        if is_kept && let Err(error) = self.node.store().set_summary(game, &summary).await {
            tracing::warn!("could not store the summary of game {game}: {error}");
        }
        Some(summary)
    }

    /// Applies a change in the rematch of a game.
    pub fn note_rematch(&self, game: GameId, change: RematchChange) {
        self.send_if_open(game, TaskMessage::Rematch(change));
    }

    /// Notifies the subscribers of a settled game on all nodes.
    pub fn announce_rating(&self, game: GameId, rating: GameRating) {
        self.bus.publish(|| BusMessage::Rated { game, rating: Box::new(rating.clone()) });
        self.send_if_open(game, TaskMessage::Rated(Box::new(rating)));
    }

    /// Checks whether a game's time is up, because of its stored wake time.
    fn check_clocks(self: &Arc<Games>, game: GameId, wake_at: Timestamp) {
        self.send(game, TaskMessage::Wake(wake_at));
    }

    /// Shows the changed name or account of a person in the open games.
    pub fn person_changed(&self, who: PersonId) {
        for game in self.ids() {
            self.send_if_open(game, TaskMessage::PersonChanged(who));
        }
    }

    /// Handles a message from another node.
    pub fn handle_message(&self, message: BusMessage) {
        let (game, message) = match message {
            BusMessage::Act { game, act } => (game, TaskMessage::Input(Input::Announced(act))),
            BusMessage::Here { game, node, presence } => (game, TaskMessage::RemotePresence(node, presence)),
            BusMessage::Rated { game, rating } => (game, TaskMessage::Rated(rating)),
            BusMessage::Person { .. } | BusMessage::Session { .. } => return,
        };
        self.send_if_open(game, message);
    }

    /// Drops all open games; each is read again at its next use.
    pub fn close_all(&self) {
        for messages in self.open().take_all() {
            let _ = messages.send(TaskMessage::Close);
        }
    }

    fn ids(&self) -> Vec<GameId> {
        self.open().ids()
    }

    /// Reports the length of a game's journal.
    pub fn note_head(&self, game: GameId, head: u64) {
        self.send_if_open(game, TaskMessage::Input(Input::Head(head)));
    }

    /// Compares the stored head of an open game with the state on this node.
    fn compare(&self, head: Head) {
        self.send_if_open(head.game, TaskMessage::Head(head));
    }

    fn publish_act(&self, game: GameId, act: &Arc<Act>) {
        self.bus.publish(|| BusMessage::Act { game, act: (**act).clone() });
    }

    fn publish_presence(&self, game: GameId, presence: Presence) {
        self.bus.publish(|| BusMessage::Here { game, node: self.node.process().node.to_string(), presence });
    }

    fn send_if_open(&self, game: GameId, message: TaskMessage) {
        if let Some(messages) = self.open().get(game) {
            let _ = messages.send(message);
        }
    }

    fn send(self: &Arc<Games>, game: GameId, message: TaskMessage) {
        let (mut open, now) = (self.open(), Instant::now());
        let message = match open.used(game, now) {
            // The task of a closing game takes no more messages.
            Some(messages) => match messages.send(message) {
                Ok(()) => return,
                Err(unsent) => unsent.0,
            },
            None => message,
        };
        // Players' requests have a quota of their own, and the clocks have to be checked in any case.
        if open.is_full() && !matches!(message, TaskMessage::Request(_) | TaskMessage::Wake(_)) {
            drop(open);
            return task::refuse_full(message);
        }
        open.close_unused();
        let (messages, taken) = unbounded_channel();
        let _ = messages.send(message);
        let is_unused = open.add(game, messages.clone(), now);
        drop(open);
        tokio::spawn(task::run(Arc::clone(self), game, (taken, messages), is_unused));
    }

    /// Removes a game whose task ends, if `may_end` still holds while no message can be sent to it.
    fn remove_if(&self, game: GameId, task: &UnboundedSender<TaskMessage>, may_end: impl FnOnce() -> bool) -> bool {
        let mut open = self.open();
        let ends = may_end();
        if ends && open.get(game).is_some_and(|messages| messages.same_channel(task)) {
            open.remove(game);
        }
        ends
    }

    fn open(&self) -> MutexGuard<'_, OpenGames> {
        // Each change is complete before anything can panic.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
