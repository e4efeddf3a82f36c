//! The task of an open game: carries out the game's effects, keeps its timers, and notifies its subscribers.

mod claim;
mod closing;
mod journal;
mod load;
mod message;
mod players;
mod presence;
mod refusal;
mod table_claim;
mod waiting;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use faraday_play::{Action, Command};
use faraday_rules::Color;
use faraday_store::{Game, GameId, Head, NamedPerson};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::open_game::{Denied, Effect, Input, OpenGame, Origin, QueuedRequest};
use super::subscriber::{Event, GameMessage, Subscriber};
use super::{Failure, Games, Rematch, RematchChange};
use crate::bus::Presence;
use claim::PendingClaim;
use journal::{append, append_if_away, append_planned_reply, read};
use presence::SendPresence;
use table_claim::PendingTableClaim;

pub use message::{PlayerAction, PlayerRequest, ReadFn, Reply, Subscription, TaskMessage};
pub use refusal::refuse_full;
use refusal::{fail, refuse};

/// The time after which an idle game without subscribers is closed.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// The minimum time between two checks of the clocks.
const RETRY: Duration = Duration::from_millis(500);

/// The interval in which changes of presence are collected before they are sent.
const PRESENCE_DELAY: Duration = Duration::from_millis(250);

/// The interval at which presence is sent again without a change.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(5);

/// An open game with its subscribers, its players' presence, and its rematch.
pub struct GameTask {
    /// The row of the game in the store, without the journal.
    pub stored: Game,
    /// White and Black.
    pub people: [NamedPerson; 2],
    pub rematch: Rematch,
    pub game: OpenGame,
    subscribers: Vec<(Option<Color>, Subscriber)>,
    /// The time at which each side last requested the game without a subscription.
    last_request_at: [Option<Instant>; 2],
    elsewhere: HashMap<String, (Instant, Presence)>,
    replies: HashMap<u64, Reply>,
    /// Closures that wait for a log entry that the game lacks.
    pending_reads: Vec<(u64, ReadFn)>,
    /// Subscribers who have seen a log entry that the game lacks.
    pending_subscribers: Vec<(Subscriber, ReadFn)>,
    /// Subscribers who wait until the stored players are read.
    strangers: Vec<Subscription>,
    next_ticket: u64,
    /// The presence last sent to all subscribers, or None if a subscriber was sent none.
    last_presence: Option<Presence>,
    last_local_presence: Presence,
    /// True if presence has changed since it was last sent.
    has_presence_changed: bool,
    /// The pending writes to the stored seats, in order.
    pending_writes: Option<JoinHandle<()>>,
}

/// The state of a game after an input. The task cannot continue with a broken game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Integrity {
    Whole,
    Broken,
}

/// Runs a game's task until the game is no longer used.
///
/// Keeps `is_unused` up to date, which is true while the game may be closed to make room for others.
pub async fn run(
    games: Arc<Games>,
    id: GameId,
    (mut messages, own): (UnboundedReceiver<TaskMessage>, UnboundedSender<TaskMessage>),
    is_unused: Arc<AtomicBool>,
) {
    let mut task = match load::load(games.node(), id).await {
        Ok(task) => task,
        Err(failure) => return refuse(&games, id, messages, &own, &failure),
    };
    let mut idle_since = Instant::now();
    let mut no_sooner = Instant::now();
    let mut reminder = Instant::now() + PRESENCE_INTERVAL;
    let mut gathered = Instant::now();
    task.mark_players_of_dead_nodes_away(&games);
    if task.depends_on_stored_time(&games) {
        // Players see leave, and the time that an outage gives back, as soon as they open the game.
        let _ = own.send(TaskMessage::Input(Input::Time));
    }
    loop {
        let now = Instant::now();
        let wake = task.next_wake(&games).map(|at| at.max(no_sooner));
        let may_close = task.may_close(&games);
        is_unused.store(may_close, Relaxed);
        let closes = may_close.then_some(idle_since + IDLE_TIME);
        let reminds = (!task.subscribers.is_empty()).then_some(reminder);
        let gathers = task.has_presence_changed.then_some(gathered);
        let quiets = task.absent_at();
        let next = [wake, closes, reminds, gathers, quiets].into_iter().flatten().min().unwrap_or(now + IDLE_TIME);
        let message = tokio::select! {
            message = messages.recv() => message,
            () = sleep_until(next) => None,
        };
        match message {
            // Pending appends are committed or not; the players who wait get the outcome.
            Some(TaskMessage::Close) => {
                task.finish(&mut messages, &games, &own).await;
                // A task that has opened the game since lacks the last committed entry.
                games.note_head(id, task.game.table().seq());
                break;
            }
            Some(TaskMessage::CloseIfUnused) => {
                if task.may_close(&games) && games.remove_if(id, &own, || messages.is_empty()) {
                    task.schedule_sweep(&games);
                    return;
                }
            }
            Some(message) => {
                if message.is_use() {
                    idle_since = Instant::now();
                }
                if task.handle(message, &games, &own) == Integrity::Broken {
                    break;
                }
            }
            None => {
                let now = Instant::now();
                if gathers.is_some_and(|at| at <= now) {
                    gathered = now + PRESENCE_DELAY;
                    task.send_presence(&games, SendPresence::IfChanged);
                } else if wake.is_some_and(|at| at <= now) {
                    no_sooner = now + RETRY;
                    if task.handle_input(Input::Time, &games, &own) == Integrity::Broken {
                        break;
                    }
                } else if quiets.is_some_and(|at| at <= now) {
                    task.mark_silent_players_away(&games);
                } else if reminds.is_some_and(|at| at <= now) {
                    reminder = now + PRESENCE_INTERVAL;
                    task.remove_closed_subscribers(&games);
                    task.mark_players_of_dead_nodes_away(&games);
                    task.send_presence(&games, SendPresence::Always);
                } else if closes.is_some_and(|at| at <= now) && games.remove_if(id, &own, || messages.is_empty()) {
                    task.schedule_sweep(&games);
                    return;
                }
            }
        }
    }
    games.remove_if(id, &own, || true);
    messages.close();
    while let Some(message) = messages.recv().await {
        fail(message, &Failure::Closing);
    }
    task.end();
}

impl GameTask {
    /// Wraps a game that has just been read.
    pub fn new(stored: Game, people: [NamedPerson; 2], rematch: Rematch, game: OpenGame) -> GameTask {
        GameTask {
            stored,
            people,
            rematch,
            game,
            subscribers: Vec::new(),
            last_request_at: [None; 2],
            elsewhere: HashMap::new(),
            replies: HashMap::new(),
            pending_reads: Vec::new(),
            pending_subscribers: Vec::new(),
            strangers: Vec::new(),
            next_ticket: 0,
            last_presence: None,
            last_local_presence: Presence::default(),
            has_presence_changed: false,
            pending_writes: None,
        }
    }

    fn handle(&mut self, message: TaskMessage, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        match message {
            TaskMessage::Input(input) => return self.handle_input(input, games, own),
            TaskMessage::Request(request) if self.is_stranger(request.who) => {
                return self.decide_after_reading(*request, games, own);
            }
            TaskMessage::Request(request) => return self.decide(*request, games, own),
            TaskMessage::Subscribe(subscription) if subscription.0.who.is_some_and(|who| self.is_stranger(who)) => {
                return self.subscribe_after_reading(*subscription, games, own);
            }
            TaskMessage::Subscribe(subscription) => return self.subscribe_when_current(*subscription, games, own),
            TaskMessage::PersonChanged(who) => self.read_changed_players(who, games, own),
            TaskMessage::Players(players, request) => return self.handle_players(players, request, games, own),
            TaskMessage::Unsubscribe(id) => self.unsubscribe(id, games),
            TaskMessage::Present(who, is_over) => {
                let side = self.stored.side_of(who).filter(|_| self.game.notes_seats());
                is_over.store(side.is_none(), Relaxed);
                return side.map_or(Integrity::Whole, |side| self.handle_present(side, games, own));
            }
            TaskMessage::Read(read) => read(Ok(self)),
            TaskMessage::ReadAt(head, read) => return self.read_at(head, read, games, own),
            TaskMessage::Wake(wake_at) => {
                let integrity = self.handle_input(Input::Time, games, own);
                self.note_wake(wake_at, games);
                return integrity;
            }
            TaskMessage::RemotePresence(node, presence) => {
                let is_news = self.contradicts(&node, &presence);
                self.elsewhere.insert(node, (Instant::now(), presence));
                self.has_presence_changed = true;
                if is_news {
                    return self.handle_input(Input::Refresh, games, own);
                }
            }
            TaskMessage::Head(Head { seq, noted, .. }) => {
                self.retry_away_notes(&noted, games);
                // While the bus is down, no message reports a seat that another node has noted.
                let input = if self.do_stored_seats_differ(&noted) { Input::Refresh } else { Input::Head(seq) };
                return self.handle_input(input, games, own);
            }
            TaskMessage::Rematch(change) => self.note_rematch(change),
            TaskMessage::Rated(rating) => self.broadcast(&GameMessage::of(Event::Rated(rating))),
            TaskMessage::CheckLeave(reply) => {
                let ticket = self.ticket(reply);
                return self.handle_input(Input::CheckLeave(ticket), games, own);
            }
            TaskMessage::CloseIfUnused | TaskMessage::Close => {}
        }
        Integrity::Whole
    }

    /// Returns true if leave or an outage, which are stored apart from the game, may have changed its time.
    fn depends_on_stored_time(&self, games: &Games) -> bool {
        let is_running = self.game.table().verdict().is_none();
        let has_outage = games.node().context(|context| context.downtime.is_some());
        is_running && (self.stored.terms.is_correspondence() || has_outage)
    }

    fn note_rematch(&mut self, change: RematchChange) {
        let rematch = self.rematch.after(change);
        if rematch != self.rematch {
            self.rematch = rematch;
            self.broadcast(&GameMessage::of(Event::Rematch(self.stored.id, rematch)));
        }
    }

    fn decide(&mut self, request: PlayerRequest, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        let PlayerRequest { who, id, action, arrived, reply, subscription } = request;
        if let Some(subscription) = subscription.filter(|subscription| !self.has_subscriber(subscription.0.id))
            && self.subscribe_when_current(subscription, games, own) == Integrity::Broken
        {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Integrity::Broken;
        }
        let Some(side) = self.stored.side_of(who) else {
            reply(Err(Denied::NotYours));
            return Integrity::Whole;
        };
        let (action, planned) = match action {
            PlayerAction::Planned(sent, planned) => (Action::Move(sent), Some(planned)),
            PlayerAction::Action(action) => (action, None),
            PlayerAction::Claim(claim) => {
                return self.claim(PendingClaim { who, side, id, claim, arrived, reply }, games, own);
            }
            PlayerAction::ClaimTable => {
                return self.claim_table(PendingTableClaim { who, side, id, arrived, reply }, games, own);
            }
        };
        // A move of a plan does not show that the player is present, and the house is never away.
        let shows_presence = planned.is_none() && self.stored.house_side() != Some(side);
        if shows_presence {
            self.note_request(side);
        }
        if shows_presence
            && !self.is_settled(side, games)
            && self.handle_input(Input::Returned(side), games, own) == Integrity::Broken
        {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Integrity::Broken;
        }
        let ticket = self.ticket(reply);
        let queued = QueuedRequest { ticket, command: Command { side, id, action }, arrived, is_sure: false, planned };
        self.handle_input(Input::Request(queued), games, own)
    }

    fn ticket(&mut self, reply: Reply) -> u64 {
        self.next_ticket += 1;
        self.replies.insert(self.next_ticket, reply);
        self.next_ticket
    }

    fn handle_input(&mut self, input: Input, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        // A message from another node may have been delayed on its way to a subscriber whose connection keeps up.
        Color::ALL.into_iter().for_each(|side| self.update_here_since(side));
        let effects = games.node().context(|context| self.game.handle(input, context));
        let (mut integrity, mut answers) = (Integrity::Whole, Vec::new());
        for effect in effects {
            match effect {
                Effect::Append(entry) => append(games, own, *entry),
                Effect::AppendIfAway(entry, side, since) => append_if_away(games, own, *entry, side, since),
                Effect::AppendAnswer(entry, side, planned) => append_planned_reply(games, own, *entry, side, planned),
                // Seats are read only after all pending writes to them.
                Effect::Read(after) => {
                    self.queue_write(read(Arc::clone(games.node()), own.clone(), self.stored.id, after));
                }
                Effect::Publish(act, origin) => {
                    if origin == Origin::Here {
                        games.publish_act(self.stored.id, &act);
                        let is_settled = act.verdict.is_some() && self.stored.terms.rated;
                        let has_house = self.stored.house_side().is_some();
                        if is_settled || has_house || self.stored.terms.is_correspondence() {
                            games.jobs_added.notify_waiters();
                        }
                    }
                    self.broadcast(&GameMessage::of(Event::Act(self.stored.id, act)));
                }
                Effect::Answer(ticket, answer) => answers.push((ticket, answer)),
                Effect::StoreSeat(side) => self.note_seat(side, games),
                Effect::Fail(why) => {
                    tracing::error!("game {} cannot be replayed: {why}", self.stored.id);
                    integrity = Integrity::Broken;
                }
            }
        }
        // Subscribers who wait for the game get it before one of its log entries is acknowledged.
        if integrity == Integrity::Whole {
            integrity = self.serve_waiting(games, own);
        }
        for (ticket, answer) in answers {
            if let Some(reply) = self.replies.remove(&ticket) {
                reply(answer);
            }
        }
        integrity
    }

    fn broadcast(&self, message: &Arc<GameMessage>) {
        for (_, subscriber) in &self.subscribers {
            subscriber.queue.send(message);
        }
    }
}
