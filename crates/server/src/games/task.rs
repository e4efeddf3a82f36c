//! An open game as a task: it carries out what the game decides, keeps its timers, and tells those who listen.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use faraday_play::{Claim, Command, Fact, Pace, RequestId, Sent, Timestamp, Wish};
use faraday_rules::Color;
use faraday_store::{Entry, Game, GameId, Mark, StoreError, Who};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::listener::{Event, Listener, News, Presence, SeatPresence};
use super::open_game::{Asked, Denied, Effect, Input, OpenGame, Origin, Outcome, Planned};
use super::{Failure, Games, load};

/// A game that cannot be followed is not looked at again for so long, unless somebody asks.
const DAMAGED: Duration = Duration::from_secs(600);

/// A game without listeners is closed after so long without anything to do.
const LINGER: Duration = Duration::from_secs(30);

/// How long a game that is closed waits for what is under way.
const FAREWELL: Duration = Duration::from_secs(8);

/// How long to wait before time is called up again in vain.
const RETRY: Duration = Duration::from_millis(500);

/// How long to wait for others who come or go at the same time, before it is told who is here.
const GATHERING: Duration = Duration::from_millis(250);

/// How often those who listen are told who is here, if nobody comes or goes.
const REMINDER: Duration = Duration::from_secs(5);

/// What a game's task is told.
pub enum Order {
    /// Something has happened.
    Input(Input),
    /// A player asks.
    Ask(Box<Question>),
    /// Somebody listens from now on; the game as it stands goes to a closure first.
    Listen(Box<Listener>, Look),
    /// Somebody listens no longer.
    Leave(u64),
    /// Somebody looks.
    Look(Look),
    /// There is a rematch.
    Rematch(GameId),
    /// The sweep has found that somebody must look whether time is up.
    Wake,
    /// Who is here on another node.
    Elsewhere(String, Presence),
    /// The node drops its games.
    Close,
}

/// What somebody does with a game that stands open, or with the reason why it does not.
pub type Look = Box<dyn FnOnce(Result<&Opened, Failure>) + Send>;

/// What a player asks.
pub struct Question {
    /// Who asks.
    pub who: Who,
    /// The name of the request.
    pub id: Option<RequestId>,
    /// What is wanted.
    pub wanted: Wanted,
    /// When it came.
    pub arrived: Timestamp,
    /// Who is told the answer.
    pub reply: Reply,
}

/// What is wanted.
pub enum Wanted {
    /// What the table decides.
    Wish(Wish),
    /// A move that was planned.
    Planned(Sent, Planned),
    /// To claim the game: since when the opponent is away stands in the store.
    Claim(Claim),
}

/// A claim on its way.
struct Claiming {
    who: Who,
    side: Color,
    id: Option<RequestId>,
    claim: Claim,
    arrived: Timestamp,
    reply: Reply,
}

/// Who is told the answer.
pub type Reply = Box<dyn FnOnce(Result<u64, Denied>) + Send>;

/// A game that stands open.
pub struct Opened {
    /// What is stored of it beside its journal.
    pub stored: Game,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The rematch, as far as this node has heard of it.
    pub rematch: Option<GameId>,
    /// The game.
    pub game: OpenGame,
    listeners: Vec<(Option<Color>, Listener)>,
    elsewhere: HashMap<String, (Instant, Presence)>,
    replies: HashMap<u64, Reply>,
    next_ticket: u64,
    told: Presence,
    told_nodes: Presence,
    /// Somebody has come or gone since it was told who is here.
    has_news: bool,
    /// What is noted of seats, one after the other.
    notes: Option<JoinHandle<()>>,
}

/// Runs a game's task until nobody needs it any more.
pub async fn run(games: Arc<Games>, id: GameId, mut orders: UnboundedReceiver<Order>, own: UnboundedSender<Order>) {
    let mut opened = match load::load(games.node(), id).await {
        Ok(opened) => opened,
        Err(failure) => return refuse(&games, id, orders, &own, &failure),
    };
    let mut idle_since = Instant::now();
    let mut no_sooner = Instant::now();
    let mut reminder = Instant::now() + REMINDER;
    let mut gathered = Instant::now();
    opened.leave_to_the_dead(&games);
    loop {
        let now = Instant::now();
        let wake = opened.next_wake(&games).map(|at| at.max(no_sooner));
        let closes = opened.may_close().then_some(idle_since + LINGER);
        let reminds = (!opened.listeners.is_empty()).then_some(reminder);
        let gathers = opened.has_news.then_some(gathered);
        let next = [wake, closes, reminds, gathers].into_iter().flatten().min().unwrap_or(now + LINGER);
        let order = tokio::select! {
            order = orders.recv() => order,
            () = sleep_until(next) => None,
        };
        match order {
            // What is under way is committed or not: whoever asked is told which.
            Some(Order::Close) => {
                opened.finish(&mut orders, &games, &own).await;
                break;
            }
            Some(order) => {
                idle_since = Instant::now();
                if opened.obey(order, &games, &own) == Still::Broken {
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
                    if opened.hear(Input::Time, &games, &own) == Still::Broken {
                        break;
                    }
                } else if reminds.is_some_and(|at| at <= now) {
                    reminder = now + REMINDER;
                    opened.forget_the_gone(&games);
                    opened.leave_to_the_dead(&games);
                    opened.tell_presence(&games, Always::Yes);
                } else if closes.is_some_and(|at| at <= now) && games.forget_if(id, &own, || orders.is_empty()) {
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

/// Whether the game can still be followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Still {
    Whole,
    Broken,
}

/// Whether to tell what has been told before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Always {
    Yes,
    No,
}

fn refuse(
    games: &Games,
    id: GameId,
    mut orders: UnboundedReceiver<Order>,
    own: &UnboundedSender<Order>,
    failure: &Failure,
) {
    games.forget_if(id, own, || true);
    if *failure == Failure::Damaged {
        // It must not keep the sweep from others.
        let (store, later) = (games.node().store().clone(), games.node().now().after(DAMAGED));
        tokio::spawn(async move { drop(store.set_wake(id, Some(later)).await) });
    }
    orders.close();
    while let Ok(order) = orders.try_recv() {
        fail(order, failure);
    }
}

fn fail(order: Order, failure: &Failure) {
    match order {
        Order::Ask(question) => (question.reply)(Err(Denied::Failed(failure.clone()))),
        Order::Listen(_, look) | Order::Look(look) => look(Err(failure.clone())),
        Order::Input(_) | Order::Leave(_) | Order::Rematch(_) | Order::Wake | Order::Elsewhere(..) | Order::Close => {}
    }
}

impl Opened {
    /// A game that has just been read.
    pub fn new(stored: Game, names: [String; 2], rematch: Option<GameId>, game: OpenGame) -> Opened {
        Opened {
            stored,
            names,
            rematch,
            game,
            listeners: Vec::new(),
            elsewhere: HashMap::new(),
            replies: HashMap::new(),
            next_ticket: 0,
            told: Presence::default(),
            told_nodes: Presence::default(),
            has_news: false,
            notes: None,
        }
    }

    fn obey(&mut self, order: Order, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        match order {
            Order::Input(input) => return self.hear(input, games, own),
            Order::Ask(question) => return self.ask(*question, games, own),
            Order::Listen(listener, look) => return self.listen(*listener, look, games, own),
            Order::Leave(id) => self.leave(id, games),
            Order::Look(look) => look(Ok(self)),
            Order::Wake => {
                let still = self.hear(Input::Time, games, own);
                self.note_wake(games);
                return still;
            }
            Order::Elsewhere(node, presence) => {
                self.elsewhere.insert(node, (Instant::now(), presence));
                self.has_news = true;
            }
            Order::Rematch(game) => self.rematch = Some(game),
            Order::Close => {}
        }
        Still::Whole
    }

    fn ask(&mut self, question: Question, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        let Question { who, id, wanted, arrived, reply } = question;
        let Some(side) = self.stored.side_of(who) else {
            reply(Err(Denied::NotYours));
            return Still::Whole;
        };
        let (wish, planned) = match wanted {
            Wanted::Planned(sent, planned) => (Wish::Move(sent), Some(planned)),
            Wanted::Wish(wish) => (wish, None),
            Wanted::Claim(claim) => return self.claim(Claiming { who, side, id, claim, arrived, reply }, games, own),
        };
        // Only who asks in person is here.
        if planned.is_none() && self.hear(Input::Returned(side), games, own) == Still::Broken {
            reply(Err(Denied::Failed(Failure::Damaged)));
            return Still::Broken;
        }
        let ticket = self.ticket(reply);
        let asked = Asked { ticket, command: Command { side, id, wish }, arrived, is_sure: false, planned };
        self.hear(Input::Asked(asked), games, own)
    }

    /// Looks up since when the opponent has been away, and asks again with that.
    fn claim(&mut self, claiming: Claiming, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        let Claiming { who, side, id, claim, arrived, reply } = claiming;
        let still = self.hear(Input::Returned(side), games, own);
        // What was decided before is answered so again, whoever is here by now.
        let away_since = arrived;
        let repeated = Command { side, id: id.clone(), wish: Wish::Claim { claim, away_since } };
        if self.game.table().verdict().is_some() || self.game.table().answers(&repeated).is_some() {
            let ticket = self.ticket(reply);
            let asked = Asked { ticket, command: repeated, arrived, is_sure: false, planned: None };
            return self.hear(Input::Asked(asked), games, own);
        }
        if self.presence(games).seats[!side as usize].is_here {
            reply(Err(Denied::Back));
            return still;
        }
        let (store, own, game) = (games.node().store().clone(), own.clone(), self.stored.id);
        tokio::spawn(async move {
            let away = match store.game(game).await {
                Ok(stored) => stored.and_then(|stored| stored.seats[!side as usize].away_at).ok_or(Denied::Back),
                Err(error) => Err(Denied::Storage(error)),
            };
            match away {
                Ok(away_since) => {
                    let wanted = Wanted::Wish(Wish::Claim { claim, away_since });
                    let question = Question { who, id, wanted, arrived, reply };
                    if let Err(unsent) = own.send(Order::Ask(Box::new(question))) {
                        fail(unsent.0, &Failure::Closing);
                    }
                }
                Err(denied) => reply(Err(denied)),
            }
        });
        still
    }

    fn ticket(&mut self, reply: Reply) -> u64 {
        self.next_ticket += 1;
        self.replies.insert(self.next_ticket, reply);
        self.next_ticket
    }

    fn listen(&mut self, listener: Listener, look: Look, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        let side = listener.who.and_then(|who| self.stored.side_of(who));
        self.listeners.retain(|(_, other)| other.id != listener.id);
        // Whoever listens has the game as it stands before anything else is told.
        look(Ok(self));
        self.listeners.push((side, listener));
        let still = match side {
            Some(side) => {
                self.note_here(side);
                self.hear(Input::Returned(side), games, own)
            }
            None => Still::Whole,
        };
        self.has_news = true;
        still
    }

    fn leave(&mut self, id: u64, games: &Arc<Games>) {
        let Some(at) = self.listeners.iter().position(|(_, listener)| listener.id == id) else { return };
        if let Some(side) = self.listeners.swap_remove(at).0 {
            self.note_here(side);
            if self.listeners.iter().all(|(other, _)| *other != Some(side)) {
                self.note_away(side, games);
            }
        }
        self.has_news = true;
    }

    /// Those at whose other end nobody reads any more have left.
    fn forget_the_gone(&mut self, games: &Arc<Games>) {
        let gone = self.listeners.iter().filter(|(_, listener)| !listener.outlet.is_open());
        for id in gone.map(|(_, listener)| listener.id).collect::<Vec<_>>() {
            self.leave(id, games);
        }
    }

    /// Since when a side has been listening here.
    fn note_here(&mut self, side: Color) {
        let here = self.listeners.iter().filter(|(other, listener)| *other == Some(side) && listener.outlet.keeps_up());
        self.game.seat_mut(side).here_since = here.map(|(_, listener)| listener.since).min();
    }

    /// A player has left this node: from now on the opponent may wait for the game.
    fn note_away(&mut self, side: Color, games: &Arc<Games>) {
        let table = self.game.table();
        let me = games.node().process();
        let is_noted = self.game.seat(side).process.as_ref() == Some(&me);
        if !is_noted || table.terms().control().is_none() || table.verdict().is_some() {
            return;
        }
        let now = games.node().now();
        self.game.seat_mut(side).away_at = Some(now);
        let (store, game) = (games.node().store().clone(), self.stored.id);
        self.note(async move {
            if let Err(error) = store.leave(game, side, &me, now).await {
                tracing::warn!("that a player has left game {game} was not noted: {error}");
            }
        });
    }

    /// Notes something of a seat once what came before is noted: who reloads the page leaves, and then comes.
    fn note(&mut self, note: impl Future<Output = ()> + Send + 'static) {
        let before = self.notes.take();
        self.notes = Some(tokio::spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            note.await;
        }));
    }

    /// Players who were on a process that is gone have left with it, unless they come back.
    fn leave_to_the_dead(&mut self, games: &Arc<Games>) {
        let table = self.game.table();
        if table.terms().control().is_none() || table.verdict().is_some() {
            return;
        }
        for side in Color::ALL {
            let seat = self.game.seat(side);
            let Some(process) = seat.process.clone().filter(|_| seat.away_at.is_none()) else { continue };
            let is_gone = games.node().around(|around| around.life(&process)) != super::around::Life::Alive;
            if is_gone {
                let now = games.node().now();
                self.game.seat_mut(side).away_at = Some(now);
                let (store, game) = (games.node().store().clone(), self.stored.id);
                self.note(async move { drop(store.leave(game, side, &process, now).await) });
            }
        }
    }

    fn hear(&mut self, input: Input, games: &Arc<Games>, own: &UnboundedSender<Order>) -> Still {
        // What comes from elsewhere may have been held up on its way to a player who does keep up.
        Color::ALL.into_iter().for_each(|side| self.note_here(side));
        let effects = games.node().around(|around| self.game.handle(input, around));
        let mut still = Still::Whole;
        for effect in effects {
            match effect {
                Effect::Append(entry) => append(games, own, *entry),
                Effect::AppendIfAway(entry, side, since) => append_if_away(games, own, *entry, side, since),
                Effect::AppendAnswer(entry, side, planned) => append_answer(games, own, *entry, side, planned),
                Effect::Read(after) => read(games, own, self.stored.id, after),
                Effect::Tell(act, origin) => {
                    if origin == Origin::Here {
                        games.publish_act(self.stored.id, &act);
                        let is_of_days = matches!(self.stored.terms.pace, Pace::Days(_));
                        if is_of_days && matches!(act.fact, Fact::Moved { .. }) {
                            games.moved.notify_one();
                        }
                    }
                    self.tell(&News::of(Event::Act(self.stored.id, act)));
                }
                Effect::Answer(ticket, answer) => {
                    if let Some(reply) = self.replies.remove(&ticket) {
                        reply(answer);
                    }
                }
                Effect::Note(side) => self.note_seat(side, games),
                Effect::Break(why) => {
                    tracing::error!("game {} cannot be followed: {why}", self.stored.id);
                    still = Still::Broken;
                }
            }
        }
        still
    }

    fn note_seat(&mut self, side: Color, games: &Arc<Games>) {
        let (store, game, me) = (games.node().store().clone(), self.stored.id, games.node().process());
        self.note(async move {
            if let Err(error) = store.note_seat(game, side, &me).await {
                tracing::warn!("that a player is in game {game} was not noted: {error}");
            }
        });
    }

    /// The sweep need not come again before this.
    fn note_wake(&self, games: &Arc<Games>) {
        let wake_at = games.node().around(|around| self.game.wake_at(around));
        if let Some(wake_at) = wake_at.filter(|at| *at > games.node().now()) {
            let (store, game) = (games.node().store().clone(), self.stored.id);
            tokio::spawn(async move { drop(store.set_wake(game, Some(wake_at)).await) });
        }
    }

    fn tell(&self, news: &Arc<News>) {
        for (_, listener) in &self.listeners {
            listener.outlet.tell(news);
        }
    }

    /// Tells those who listen who is here, and other nodes who is here on this one.
    fn tell_presence(&mut self, games: &Arc<Games>, always: Always) {
        self.has_news = false;
        let here = self.presence_here();
        if always == Always::Yes || here != self.told_nodes {
            self.told_nodes = here;
            games.publish_presence(self.stored.id, here);
        }
        let presence = self.presence(games);
        // A countdown goes on by itself.
        if always == Always::Yes || presence.without_countdown() != self.told {
            self.told = presence.without_countdown();
            self.tell(&News::of(Event::Here(self.stored.id, presence)));
        }
    }

    fn presence_here(&self) -> Presence {
        let seat = |side| {
            let mut here = self.listeners.iter().filter(|(other, _)| *other == Some(side)).peekable();
            let is_here = here.peek().is_some();
            let ping_ms = here.filter_map(|(_, listener)| listener.outlet.ping_ms()).min();
            SeatPresence { is_here, ping_ms, gone_in_ms: None }
        };
        let watchers = self.listeners.iter().filter(|(side, _)| side.is_none()).count() as u32;
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
            let seat = &mut sum.seats[side as usize];
            seat.gone_in_ms = self.claimable_in(side, now).filter(|_| !seat.is_here);
        }
        sum
    }

    /// In how long the opponent of a side that is away may claim the game (T.5).
    fn claimable_in(&self, away: Color, now: Timestamp) -> Option<u64> {
        let table = self.game.table();
        let control = table.terms().control()?;
        let running = table.running().filter(|running| running.side == away)?;
        let since = self.game.seat(away).away_at?.max(running.since);
        Some(control.absence().saturating_sub(now.since(since)).as_millis() as u64)
    }

    /// When to look whether time is up.
    fn next_wake(&self, games: &Games) -> Option<Instant> {
        if !self.game.is_idle() {
            return None;
        }
        let wake_at = games.node().around(|around| self.game.wake_at(around))?;
        Some(Instant::now() + wake_at.since(games.node().now()))
    }

    fn may_close(&self) -> bool {
        let table = self.game.table();
        let is_live = table.terms().control().is_some() && table.verdict().is_none();
        self.listeners.is_empty() && self.game.is_idle() && !is_live
    }

    /// Waits for what is under way, for a while, and begins nothing else.
    async fn finish(
        &mut self,
        orders: &mut UnboundedReceiver<Order>,
        games: &Arc<Games>,
        own: &UnboundedSender<Order>,
    ) {
        let ends = Instant::now() + FAREWELL;
        self.game.begin_nothing();
        while !self.game.is_idle() {
            match timeout_at(ends, orders.recv()).await {
                Ok(Some(Order::Input(input))) => drop(self.hear(input, games, own)),
                Ok(Some(order)) => fail(order, &Failure::Closing),
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Answers all who wait, and lets those who listen watch again.
    fn end(mut self) {
        for (_, reply) in self.replies.drain() {
            reply(Err(Denied::Failed(Failure::Closing)));
        }
        self.tell(&News::of(Event::Broken(self.stored.id)));
    }
}

fn append(games: &Arc<Games>, own: &UnboundedSender<Order>, entry: Entry) {
    let (store, own, mark) = (games.node().store().clone(), own.clone(), entry.mark);
    let (games, game, seq) = (Arc::clone(games), entry.game, entry.act.seq);
    tokio::spawn(async move {
        let outcome = store.append(entry).await.map(Outcome::from);
        told(&games, &own, (game, seq), mark, outcome);
    });
}

fn append_if_away(games: &Arc<Games>, own: &UnboundedSender<Order>, entry: Entry, side: Color, since: Timestamp) {
    let (store, own, mark) = (games.node().store().clone(), own.clone(), entry.mark);
    let games = Arc::clone(games);
    tokio::spawn(async move {
        let outcome = store.append_if_away(&entry, side, since).await.map(Outcome::from);
        told(&games, &own, (entry.game, entry.act.seq), mark, outcome);
    });
}

fn append_answer(games: &Arc<Games>, own: &UnboundedSender<Order>, entry: Entry, side: Color, planned: Planned) {
    let (store, own, mark) = (games.node().store().clone(), own.clone(), entry.mark);
    let games = Arc::clone(games);
    tokio::spawn(async move {
        let Planned { after, rest } = planned;
        let outcome = store.append_answer(&entry, side, after, &rest).await.map(Outcome::from);
        told(&games, &own, (entry.game, entry.act.seq), mark, outcome);
    });
}

/// Tells the game what became of an append; if its task has ended, whoever has opened it since reads on.
fn told(
    games: &Games,
    own: &UnboundedSender<Order>,
    (game, seq): (GameId, u64),
    mark: Mark,
    outcome: Result<Outcome, StoreError>,
) {
    if own.send(Order::Input(Input::Appended(mark, outcome))).is_err() {
        games.head(game, seq);
    }
}

fn read(games: &Arc<Games>, own: &UnboundedSender<Order>, game: GameId, after: u64) {
    let (store, own) = (games.node().store().clone(), own.clone());
    tokio::spawn(async move {
        let _ = own.send(Order::Input(Input::Read(store.journal(game, after).await)));
    });
}
