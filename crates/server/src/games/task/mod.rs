//! An open game as a task: it carries out what the game decides, keeps its timers, and tells those who listen.

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

use faraday_play::{Command, Fact, Pace, Wish};
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
use journal::{append, append_answer, append_if_away, read};
use presence::Always;

pub use message::{Look, Question, Reply, TaskMessage, Wanted, Watching};
pub use refusal::refuse_full;
use refusal::{fail, refuse};

/// The time after which an idle game without subscribers is closed.
const LINGER: Duration = Duration::from_secs(30);

/// The shortest time between two checks of the clocks.
const RETRY: Duration = Duration::from_millis(500);

/// The time in which comings and goings are gathered before presence is sent.
const GATHERING: Duration = Duration::from_millis(250);

/// The time after which presence is sent again if nobody comes or goes.
const REMINDER: Duration = Duration::from_secs(5);

/// A game that stands open.
pub struct Opened {
    /// Its record in the store, without the journal.
    pub stored: Game,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The rematch.
    pub rematch: Rematch,
    /// The game.
    pub game: OpenGame,
    subscribers: Vec<(Option<Color>, Subscriber)>,
    /// The time at which each side has last asked for the game without listening.
    heard: [Option<Instant>; 2],
    elsewhere: HashMap<String, (Instant, Presence)>,
    replies: HashMap<u64, Reply>,
    /// Those who look once the game has an act that it lacks.
    pending_reads: Vec<(u64, Look)>,
    /// Those who listen once the game has all that they have.
    pending_subscribers: Vec<(Subscriber, Look)>,
    next_ticket: u64,
    /// The presence that all who listen were sent last; none if one of them was sent none.
    told: Option<Presence>,
    told_nodes: Presence,
    /// Somebody has come or gone since it was told who is here.
    has_news: bool,
    /// The notes of seats under way, one after the other.
    notes: Option<JoinHandle<()>>,
}

/// The state of a game after an input: one that is broken cannot be followed further.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Integrity {
    Whole,
    Broken,
}

/// Runs a game's task until nobody needs it any more.
///
/// Sets in between whether the game may make way for others.
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
        // Players see what an outage gives back as soon as they look.
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
            // What is under way is committed or not: whoever asked is told which.
            Some(TaskMessage::Close) => {
                opened.finish(&mut orders, &games, &own).await;
                // Whoever has opened the game since does not know what was committed last.
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
    /// A game that has just been read.
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
                // Where the bus is down nobody has told of a seat that another node has noted.
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
        let (wish, planned) = match wanted {
            Wanted::Planned(sent, planned) => (Wish::Move(sent), Some(planned)),
            Wanted::Wish(wish) => (wish, None),
            Wanted::Claim(claim) => return self.claim(Claiming { who, side, id, claim, arrived, reply }, games, own),
        };
        if planned.is_none() {
            self.note_heard(side);
        }
        // Only who asks in person is here.
        if planned.is_none()
            && !self.is_settled(side, games)
            && self.hear(Input::Returned(side), games, own) == Integrity::Broken
        {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Integrity::Broken;
        }
        let ticket = self.ticket(reply);
        let asked = Asked { ticket, command: Command { side, id, wish }, arrived, is_sure: false, planned };
        self.hear(Input::Asked(asked), games, own)
    }

    fn ticket(&mut self, reply: Reply) -> u64 {
        self.next_ticket += 1;
        self.replies.insert(self.next_ticket, reply);
        self.next_ticket
    }

    fn hear(&mut self, input: Input, games: &Arc<Games>, own: &UnboundedSender<TaskMessage>) -> Integrity {
        // What comes from elsewhere may have been held up on its way to a player who does keep up.
        Color::ALL.into_iter().for_each(|side| self.note_here(side));
        let effects = games.node().context(|context| self.game.handle(input, context));
        let (mut still, mut answers) = (Integrity::Whole, Vec::new());
        for effect in effects {
            match effect {
                Effect::Append(entry) => append(games, own, *entry),
                Effect::AppendIfAway(entry, side, since) => append_if_away(games, own, *entry, side, since),
                Effect::AppendAnswer(entry, side, planned) => append_answer(games, own, *entry, side, planned),
                // What is noted of the seats is read once all is noted that was to be.
                Effect::Read(after) => {
                    self.note(read(Arc::clone(games.node()), own.clone(), self.stored.id, after));
                }
                Effect::Tell(act, origin) => {
                    if origin == Origin::Here {
                        games.publish_act(self.stored.id, &act);
                        let is_of_days = matches!(self.stored.terms.pace, Pace::Days(_));
                        if is_of_days && matches!(act.fact, Fact::Moved { .. }) {
                            games.jobs_added.notify_waiters();
                        }
                    }
                    self.tell(&GameMessage::of(Event::Act(self.stored.id, act)));
                }
                Effect::Answer(ticket, answer) => answers.push((ticket, answer)),
                Effect::Note(side) => self.note_seat(side, games),
                Effect::Break(why) => {
                    tracing::error!("game {} cannot be followed: {why}", self.stored.id);
                    still = Integrity::Broken;
                }
            }
        }
        // Whoever waits for the game has it before an act in it is acknowledged.
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

    fn tell(&self, news: &Arc<GameMessage>) {
        for (_, subscriber) in &self.subscribers {
            subscriber.queue.tell(news);
        }
    }
}
