//! The task of an open game: carries out the game's effects, keeps its timers, and notifies its subscribers.

mod claim;
mod closing;
mod journal;
mod load;
mod message;
mod presence;
mod refusal;
mod waiting;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use faraday_play::{Action, Command, Fact, TimeMode};
use faraday_rules::Color;
use faraday_store::{Game, GameId, Head};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::open_game::{Asked, Denied, Effect, Input, OpenGame, Origin};
use super::subscriber::{Event, GameMessage, Subscriber};
use super::{Failure, Games, Rematch, RematchChange};
use crate::bus::Presence;
use claim::Claiming;
use journal::{append, append_if_away, append_planned_reply, read};
use presence::Always;

pub use message::{Look, Question, Reply, TaskMessage, Wanted, Watching};
pub use refusal::refuse_full;
use refusal::{fail, refuse};

/// The time after which an idle game without subscribers is closed.
const LINGER: Duration = Duration::from_secs(30);

/// The minimum time between two checks of the clocks.
const RETRY: Duration = Duration::from_millis(500);

/// The interval in which changes of presence are collected before they are sent.
const GATHERING: Duration = Duration::from_millis(250);

/// The interval at which presence is sent again without a change.
const REMINDER: Duration = Duration::from_secs(5);

/// An open game with its subscribers.
pub struct Opened {
    /// The row of the game in the store, without the journal.
    pub stored: Game,
    /// The names of White and Black.
    pub names: [String; 2],
    pub rematch: Rematch,
    pub game: OpenGame,
    subscribers: Vec<(Option<Color>, Subscriber)>,
    /// The time at which each side last requested the game without a subscription.
    heard: [Option<Instant>; 2],
    elsewhere: HashMap<String, (Instant, Presence)>,
    replies: HashMap<u64, Reply>,
    /// Closures that wait for a log entry that the game lacks.
    pending_reads: Vec<(u64, Look)>,
    /// Subscribers who have seen a log entry that the game lacks.
    pending_subscribers: Vec<(Subscriber, Look)>,
    next_ticket: u64,
    /// The presence last sent to all subscribers, or None if a subscriber was sent none.
    told: Option<Presence>,
    told_nodes: Presence,
    /// True if presence has changed since it was last sent.
    has_news: bool,
    /// The pending writes to the stored seats, in order.
    notes: Option<JoinHandle<()>>,
}

/// The state of a game after an input. The task cannot go on with a broken game.
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
    (mut orders, own): (UnboundedReceiver<TaskMessage>, UnboundedSender<TaskMessage>),
    is_unused: Arc<AtomicBool>,
) {
    let mut opened = match load::load(games.node(), id).await {
        Ok(opened) => opened,
        Err(failure) => return refuse(&games, id, orders, &own, &failure),
    };
    let mut idle_since = Instant::now();
    let mut no_sooner = Instant::now();
    let mut reminder = Instant::now() + REMINDER;
    let mut gathered = Instant::now();
    opened.leave_to_the_dead(&games);
    if games.node().context(|context| context.downtime.is_some()) {
        // Players see the time that an outage gives back as soon as they open the game.
        let _ = own.send(TaskMessage::Input(Input::Time));
    }
    loop {
        let now = Instant::now();
        let wake = opened.next_wake(&games).map(|at| at.max(no_sooner));
        let may_close = opened.may_close(&games);
        is_unused.store(may_close, Relaxed);
        let closes = may_close.then_some(idle_since + LINGER);
        let reminds = (!opened.subscribers.is_empty()).then_some(reminder);
        let gathers = opened.has_news.then_some(gathered);
        let quiets = opened.quiet_at();
        let next = [wake, closes, reminds, gathers, quiets].into_iter().flatten().min().unwrap_or(now + LINGER);
        let order = tokio::select! {
            order = orders.recv() => order,
            () = sleep_until(next) => None,
        };
        match order {
            // Pending appends are committed or not; the players who wait get the outcome.
            Some(TaskMessage::Close) => {
                opened.finish(&mut orders, &games, &own).await;
                // A task that has opened the game since does not know the last committed entry.
                games.head(id, opened.game.table().seq());
                break;
            }
            Some(TaskMessage::MakeWay) => {
                if opened.may_close(&games) && games.forget_if(id, &own, || orders.is_empty()) {
                    opened.leave_to_the_sweep(&games);
                    return;
                }
            }
            Some(order) => {
                if order.is_use() {
                    idle_since = Instant::now();
                }
                if opened.obey(order, &games, &own) == Integrity::Broken {
                    break;
                }
            }
            None => {
                let now = Instant::now();
                if gathers.is_some_and(|at| at <= now) {
                    gathered = now + GATHERING;
                    opened.tell_presence(&games, Always::No);
                } else if wake.is_some_and(|at| at <= now) {
                    no_sooner = now + RETRY;
                    if opened.hear(Input::Time, &games, &own) == Integrity::Broken {
                        break;
                    }
                } else if quiets.is_some_and(|at| at <= now) {
                    opened.forget_the_quiet(&games);
                } else if reminds.is_some_and(|at| at <= now) {
                    reminder = now + REMINDER;
                    opened.forget_the_gone(&games);
                    opened.leave_to_the_dead(&games);
                    opened.tell_presence(&games, Always::Yes);
                } else if closes.is_some_and(|at| at <= now) && games.forget_if(id, &own, || orders.is_empty()) {
                    opened.leave_to_the_sweep(&games);
                    return;
                }
            }
        }
    }
    games.forget_if(id, &own, || true);
    orders.close();
    while let Some(order) = orders.recv().await {
        fail(order, &Failure::Closing);
    }
    opened.end();
}

impl Opened {
    /// Wraps a game that has just been read.
    pub fn new(stored: Game, names: [String; 2], rematch: Rematch, game: OpenGame) -> Opened {
        Opened {
            stored,
            names,
            rematch,
            game,
            subscribers: Vec::new(),
            heard: [None; 2],
            elsewhere: HashMap::new(),
            replies: HashMap::new(),
            pending_reads: Vec::new(),
            pending_subscribers: Vec::new(),
            next_ticket: 0,
            told: None,
            told_nodes: Presence::default(),
            has_news: false,
            notes: None,
        }
    }

    fn obey(&mut self, order: TaskMessage, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        match order {
            TaskMessage::Input(input) => return self.hear(input, games, own),
            TaskMessage::Ask(question) => return self.ask(*question, games, own),
            TaskMessage::Listen(watching) => return self.attend(*watching, games, own),
            TaskMessage::Leave(id) => self.leave(id, games),
            TaskMessage::Heard(who, is_over) => {
                let side = self.stored.side_of(who).filter(|_| self.game.notes_seats());
                is_over.store(side.is_none(), Relaxed);
                return side.map_or(Integrity::Whole, |side| self.heard_of(side, games, own));
            }
            TaskMessage::Look(look) => look(Ok(self)),
            TaskMessage::LookAt(head, look) => return self.show_at(head, look, games, own),
            TaskMessage::Wake => {
                let still = self.hear(Input::Time, games, own);
                self.note_wake(games);
                return still;
            }
            TaskMessage::Elsewhere(node, presence) => {
                let is_news = self.contradicts(&node, &presence);
                self.elsewhere.insert(node, (Instant::now(), presence));
                self.has_news = true;
                if is_news {
                    return self.hear(Input::Refresh, games, own);
                }
            }
            TaskMessage::Head(Head { seq, noted, .. }) => {
                self.leave_again(&noted, games);
                // While the bus is down, no message reports a seat that another node has noted.
                let input = if self.is_noted_otherwise(&noted) { Input::Refresh } else { Input::Head(seq) };
                return self.hear(input, games, own);
            }
            TaskMessage::Rematch(news) => self.note_rematch(news),
            TaskMessage::MakeWay | TaskMessage::Close => {}
        }
        Integrity::Whole
    }

    fn note_rematch(&mut self, news: RematchChange) {
        let rematch = self.rematch.after(news);
        if rematch != self.rematch {
            self.rematch = rematch;
            self.tell(&GameMessage::of(Event::Rematch(self.stored.id, rematch)));
        }
    }

    fn ask(&mut self, question: Question, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        let Question { who, id, wanted, arrived, reply, watching } = question;
        if let Some(watching) = watching.filter(|watching| !self.attends(watching.0.id))
            && self.attend(watching, games, own) == Integrity::Broken
        {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Integrity::Broken;
        }
        let Some(side) = self.stored.side_of(who) else {
            reply(Err(Denied::NotYours));
            return Integrity::Whole;
        };
        let (action, planned) = match wanted {
            Wanted::Planned(sent, planned) => (Action::Move(sent), Some(planned)),
            Wanted::Action(action) => (action, None),
            Wanted::Claim(claim) => return self.claim(Claiming { who, side, id, claim, arrived, reply }, games, own),
        };
        if planned.is_none() {
            self.note_heard(side);
        }
        // A move of a plan does not show that the player is present.
        if planned.is_none()
            && !self.is_settled(side, games)
            && self.hear(Input::Returned(side), games, own) == Integrity::Broken
        {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Integrity::Broken;
        }
        let ticket = self.ticket(reply);
        let asked = Asked { ticket, command: Command { side, id, action }, arrived, is_sure: false, planned };
        self.hear(Input::Asked(asked), games, own)
    }

    fn ticket(&mut self, reply: Reply) -> u64 {
        self.next_ticket += 1;
        self.replies.insert(self.next_ticket, reply);
        self.next_ticket
    }

    fn hear(&mut self, input: Input, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        // A message from another node may have been delayed on its way to a subscriber whose connection keeps up.
        Color::ALL.into_iter().for_each(|side| self.note_here(side));
        let effects = games.node().context(|context| self.game.handle(input, context));
        let (mut still, mut answers) = (Integrity::Whole, Vec::new());
        for effect in effects {
            match effect {
                Effect::Append(entry) => append(games, own, *entry),
                Effect::AppendIfAway(entry, side, since) => append_if_away(games, own, *entry, side, since),
                Effect::AppendAnswer(entry, side, planned) => append_planned_reply(games, own, *entry, side, planned),
                // Seats are read only after all pending writes to them.
                Effect::Read(after) => {
                    self.note(read(Arc::clone(games.node()), own.clone(), self.stored.id, after));
                }
                Effect::Tell(act, origin) => {
                    if origin == Origin::Here {
                        games.publish_act(self.stored.id, &act);
                        let is_of_days = matches!(self.stored.terms.time_mode, TimeMode::Days(_));
                        if is_of_days && matches!(act.fact, Fact::Moved { .. }) {
                            games.jobs_added.notify_waiters();
                        }
                    }
                    self.tell(&GameMessage::of(Event::Act(self.stored.id, act)));
                }
                Effect::Answer(ticket, answer) => answers.push((ticket, answer)),
                Effect::Note(side) => self.note_seat(side, games),
                Effect::Break(why) => {
                    tracing::error!("game {} cannot be replayed: {why}", self.stored.id);
                    still = Integrity::Broken;
                }
            }
        }
        // Subscribers who wait for the game get it before one of its log entries is acknowledged.
        if still == Integrity::Whole {
            still = self.show(games, own);
        }
        for (ticket, answer) in answers {
            if let Some(reply) = self.replies.remove(&ticket) {
                reply(answer);
            }
        }
        still
    }

    fn tell(&self, message: &Arc<GameMessage>) {
        for (_, subscriber) in &self.subscribers {
            subscriber.queue.send(message);
        }
    }
}
