//! What a client knows of the game that it attends, and what it waits for.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use faraday_play::Table;
use faraday_wire::live::{Message, PlayedAct, SharedGame};
use rand::RngExt;
use rand::distr::{Alphanumeric, SampleString};
use rand::rngs::SmallRng;

use super::policy::{Deed, Temper, View, choose};
use crate::history::{Entry, History, Request};

/// How long news of one's own act may take between nodes.
const LONGEST_NEWS: Duration = Duration::from_secs(6);

/// A place at, or beside, a table.
pub struct Seat {
    /// The game.
    pub game: String,
    /// What happened.
    pub history: History,
    /// The last act that is known.
    pub last: u64,
    /// Whether the game has come on this connection.
    pub is_synced: bool,
    /// When something came last.
    pub heard_at: Instant,
    /// When to ping.
    pub pings_at: Instant,
    table: Option<Table>,
    /// The names of all requests.
    requests: HashSet<String>,
    pending: Option<Pending>,
    /// The last act that was acknowledged, which may come before it is told where it went by HTTP.
    acked: u64,
    /// When something new happened last.
    went_on: Instant,
    /// When to think of what to do.
    acts_at: Instant,
    /// Requests that were acknowledged: one is sent again after the end.
    answered: Vec<Pending>,
    is_echoed: bool,
    is_given_up: bool,
    pings: u64,
}

/// A request without an answer.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Its name.
    pub id: String,
    /// What it asks for.
    pub request: Request,
    /// The same, as it is sent: unchanged, however often.
    pub message: Message,
    /// When it was sent first.
    pub first_sent: Instant,
    /// When it is sent again.
    resends_at: Instant,
    /// How often.
    pub sends: u32,
    /// Whether it was acknowledged before.
    pub is_echo: bool,
}

/// What an act was to whoever was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// The next one, or one that was known.
    Known,
    /// One before it is missing.
    Gap,
}

impl Seat {
    /// Nothing is known yet.
    pub fn new(game: &str, history: History, rng: &mut SmallRng) -> Seat {
        let now = Instant::now();
        Seat {
            game: game.to_owned(),
            history,
            last: 0,
            is_synced: false,
            heard_at: now,
            // A socket that is open already must ask for the game.
            pings_at: now,
            table: None,
            requests: HashSet::new(),
            pending: None,
            acked: 0,
            went_on: now,
            acts_at: now,
            answered: Vec::new(),
            is_echoed: rng.random_bool(0.5),
            is_given_up: false,
            pings: 0,
        }
    }

    /// Whether there is nothing more to wait for.
    pub fn is_done(&self) -> bool {
        self.is_given_up || (self.is_over() && self.pending.is_none() && (self.is_echoed || self.answered.is_empty()))
    }

    fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.verdict().is_some())
    }

    /// For how long nothing new has happened.
    pub fn quiet(&self) -> Duration {
        self.went_on.elapsed()
    }

    /// The request without an answer.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// When there is something to do.
    pub fn wakes_at(&self) -> Instant {
        // Without the game there is nothing to do but to wait for it.
        let resends = self.pending.as_ref().map(|pending| pending.resends_at);
        let acts = (self.history.side.is_some() && self.pending.is_none()).then_some(self.acts_at);
        let [resends, acts] = [resends, acts].map(|at| at.filter(|_| self.is_synced));
        [resends, acts].into_iter().flatten().fold(self.pings_at, Instant::min)
    }

    /// To watch the game.
    pub fn watch(&self) -> Message {
        Message::Watch { game: self.game.clone(), seen: (self.last > 0).then_some(self.last) }
    }

    /// A connection is open, and the game is asked for.
    pub fn connected(&mut self) {
        self.heard_at = Instant::now();
        self.pings_at = self.heard_at + super::PING;
    }

    /// To ping; or to watch, where the game has not come.
    pub fn ping(&mut self) -> Message {
        if !self.is_synced {
            return self.watch();
        }
        self.pings += 1;
        Message::Ping { n: self.pings, seen: [(self.game.clone(), self.last)].into() }
    }

    /// The game has come.
    pub fn resume(&mut self, game: &SharedGame) {
        let before = game.acts.first().map_or(game.seq, |act| act.seq - 1);
        // Unasked, a game may tell again what is on its way already.
        self.history.resume(before.min(self.last), game);
        if self.table.is_none() {
            match game.table() {
                Ok(table) => self.table = Some(table),
                Err(error) => self.lose_track(&error),
            }
        }
        for act in &game.acts {
            self.take_in(act);
        }
        self.is_synced = true;
    }

    /// An act was told.
    pub fn told(&mut self, act: PlayedAct) -> Told {
        let is_gap = act.seq > self.last + 1;
        if !is_gap {
            self.take_in(&act);
        }
        self.history.note(Entry::Told(act));
        if is_gap { Told::Gap } else { Told::Known }
    }

    fn take_in(&mut self, act: &PlayedAct) {
        let Some(table) = self.table.as_mut().filter(|_| act.seq == self.last + 1) else { return };
        let folded = act.try_into().and_then(|act| table.fold(&act).map_err(|error| error.to_string()));
        self.last = act.seq;
        self.went_on = Instant::now();
        if let Err(error) = folded {
            self.lose_track(&format!("act {} does not follow: {error}", act.seq));
        }
    }

    /// The game cannot be followed any more.
    fn lose_track(&mut self, why: &str) {
        self.history.note(Entry::Unreadable(why.to_owned()));
        self.give_up();
    }

    /// Leaves before the end.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// What to do, if it is time to do anything.
    pub fn choose(&mut self, temper: &Temper, finish: bool, rng: &mut SmallRng) -> Deed {
        let now = Instant::now();
        let (Some(side), Some(table)) = (self.history.side, &self.table) else { return Deed::Wait };
        if now < self.acts_at || self.pending.is_some() || !self.is_synced || table.verdict().is_some() {
            return Deed::Wait;
        }
        self.acts_at = now + temper.think(rng);
        if self.last < self.acked && self.went_on.elapsed() < LONGEST_NEWS {
            return Deed::Wait;
        }
        let view = View { table, side: side.into(), quiet: self.went_on.elapsed(), finish };
        choose(&view, temper, rng)
    }

    /// A new request, noted as sent.
    pub fn ask(&mut self, request: Request, rng: &mut SmallRng) -> &Pending {
        let length = rng.random_range(16..=32);
        let id = Alphanumeric.sample_string(rng, length);
        let (game, seen) = (self.game.clone(), Some(self.last));
        let message = match request.clone() {
            Request::Move { ply, uci, draw } => Message::Move { id: id.clone(), game, seen, ply, uci, draw },
            Request::Act { wanted, to } => Message::Act { id: id.clone(), game, seen, wanted, to },
        };
        let now = Instant::now();
        self.requests.insert(id.clone());
        self.history.note(Entry::Sent { id: id.clone(), request: request.clone() });
        self.pending.insert(Pending {
            id,
            request,
            message,
            first_sent: now,
            resends_at: now + super::RESEND,
            sends: 1,
            is_echo: false,
        })
    }

    /// Whether the pending request has waited for too long.
    pub fn is_overdue(&self) -> bool {
        self.is_synced && self.pending.as_ref().is_some_and(|pending| pending.resends_at <= Instant::now())
    }

    /// The pending request once more, unchanged.
    pub fn resend(&mut self) -> Option<Message> {
        self.sent_again();
        self.pending.as_ref().map(|pending| pending.message.clone())
    }

    /// The pending request goes out once more.
    pub fn sent_again(&mut self) {
        if let Some(pending) = self.pending.as_mut() {
            (pending.resends_at, pending.sends) = (Instant::now() + super::RESEND, pending.sends + 1);
            self.history.note(Entry::Sent { id: pending.id.clone(), request: pending.request.clone() });
        }
    }

    /// After the end, one request that was acknowledged: it must be acknowledged again.
    pub fn echo(&mut self, rng: &mut SmallRng) -> Option<Message> {
        if self.is_echoed || !self.is_over() || !self.is_synced || self.pending.is_some() || self.answered.is_empty() {
            return None;
        }
        self.is_echoed = true;
        let again = self.answered.swap_remove(rng.random_range(0..self.answered.len()));
        self.pending = Some(Pending { is_echo: true, ..again });
        self.resend()
    }

    /// Whether a request was made here, and not in the game before.
    pub fn knows(&self, id: &str) -> bool {
        self.requests.contains(id)
    }

    /// A request has its answer, perhaps an act: the request, if that was waited for.
    pub fn done(&mut self, id: &str, seq: Option<u64>, rng: &mut SmallRng) -> Option<Pending> {
        self.acked = self.acked.max(seq.unwrap_or_default());
        let pending = self.pending.take_if(|pending| pending.id == id)?;
        self.went_on = Instant::now();
        self.acts_at = self.acts_at.max(self.went_on + Duration::from_millis(rng.random_range(0..30)));
        self.answered.push(pending.clone());
        Some(pending)
    }

    /// A request could not be answered at the moment: it is sent again in a second.
    pub fn postpone(&mut self, id: &str) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) {
            pending.resends_at = Instant::now() + Duration::from_secs(1);
        }
    }
}
