//! A client's place in a game, as a player or spectator: the acts it has, and its unanswered request.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use faraday_play::Table;
use faraday_wire::live::{Message, PlayedAct, SharedGame};
use rand::RngExt;
use rand::distr::{Alphanumeric, SampleString};
use rand::rngs::SmallRng;

use super::policy::{Action, GameView, Policy, choose};
use crate::history::{Entry, History, Request};

/// The maximum time until a client receives its own act from another node.
const MAX_RELAY_DELAY: Duration = Duration::from_secs(6);

/// A client's place in a game, as a player or spectator.
pub struct Seat {
    pub game: String,
    pub history: History,
    /// The number of the last received act.
    pub last: u64,
    /// True if the game has arrived on this connection.
    pub is_synced: bool,
    /// The time of the last frame.
    pub last_frame_at: Instant,
    /// The time of the next ping.
    pub pings_at: Instant,
    table: Option<Table>,
    /// The ids of all requests.
    requests: HashSet<String>,
    pending: Option<Pending>,
    /// The last acknowledged act. Over HTTP, the acknowledgment may arrive before the act itself.
    acked: u64,
    /// The time of the last new act or answer.
    progressed_at: Instant,
    /// The time of the next decision.
    acts_at: Instant,
    /// Acknowledged requests. One of them is sent again after the end.
    answered: Vec<Pending>,
    is_echoed: bool,
    is_given_up: bool,
    pings: u64,
}

/// A request without an answer so far.
#[derive(Clone, Debug)]
pub struct Pending {
    pub id: String,
    pub request: Request,
    /// The message, the same for every send.
    pub message: Message,
    pub first_sent: Instant,
    /// The time at which it is sent again.
    resends_at: Instant,
    /// The number of sends.
    pub sends: u32,
    /// True if it was acknowledged before.
    pub is_echo: bool,
}

/// The relation of an act to those received before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuity {
    /// The next act, or one received before.
    Contiguous,
    /// An earlier act is missing.
    Gap,
}

impl Seat {
    /// Creates a seat without any knowledge of the game.
    pub fn new(game: &str, history: History, rng: &mut SmallRng) -> Seat {
        let now = Instant::now();
        Seat {
            game: game.to_owned(),
            history,
            last: 0,
            is_synced: false,
            last_frame_at: now,
            // An open socket must request the game at once.
            pings_at: now,
            table: None,
            requests: HashSet::new(),
            pending: None,
            acked: 0,
            progressed_at: now,
            acts_at: now,
            answered: Vec::new(),
            is_echoed: rng.random_bool(0.5),
            is_given_up: false,
            pings: 0,
        }
    }

    /// Returns true if there is nothing left to wait for.
    pub fn is_done(&self) -> bool {
        self.is_given_up || (self.is_over() && self.pending.is_none() && (self.is_echoed || self.answered.is_empty()))
    }

    fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.verdict().is_some())
    }

    /// Returns the time since the last new act or answer.
    pub fn idle(&self) -> Duration {
        self.progressed_at.elapsed()
    }

    /// Returns the unanswered request.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// Returns the time of the next action.
    pub fn wakes_at(&self) -> Instant {
        // Before the game arrives, there is nothing to do but wait for it.
        let resends = self.pending.as_ref().map(|pending| pending.resends_at);
        let acts = (self.history.side.is_some() && self.pending.is_none()).then_some(self.acts_at);
        let [resends, acts] = [resends, acts].map(|at| at.filter(|_| self.is_synced));
        [resends, acts].into_iter().flatten().fold(self.pings_at, Instant::min)
    }

    /// Creates the message that watches the game.
    pub fn watch(&self) -> Message {
        Message::Watch { game: self.game.clone(), seen: (self.last > 0).then_some(self.last) }
    }

    /// Resets the timers after connecting, once the game has been requested.
    pub fn connected(&mut self) {
        self.last_frame_at = Instant::now();
        self.pings_at = self.last_frame_at + super::PING;
    }

    /// Creates the next ping, or requests the game again if it has not arrived.
    pub fn ping(&mut self) -> Message {
        if !self.is_synced {
            return self.watch();
        }
        self.pings += 1;
        Message::Ping { n: self.pings, seen: [(self.game.clone(), self.last)].into() }
    }

    /// Processes a `game` frame.
    pub fn resume(&mut self, game: &SharedGame) {
        let before = game.acts.first().map_or(game.seq, |act| act.seq - 1);
        // An unsolicited frame may repeat acts that are already on their way.
        self.history.resume(before.min(self.last), game);
        if self.table.is_none() {
            match game.table() {
                Ok(table) => self.table = Some(table),
                Err(error) => self.abandon(&error),
            }
        }
        for act in &game.acts {
            self.apply(act);
        }
        self.is_synced = true;
    }

    /// Processes an act that the server has sent.
    pub fn receive(&mut self, act: PlayedAct) -> Continuity {
        let is_gap = act.seq > self.last + 1;
        if !is_gap {
            self.apply(&act);
        }
        self.history.note(Entry::ActReceived(act));
        if is_gap { Continuity::Gap } else { Continuity::Contiguous }
    }

    fn apply(&mut self, act: &PlayedAct) {
        let Some(table) = self.table.as_mut().filter(|_| act.seq == self.last + 1) else { return };
        let folded = act.try_into().and_then(|act| table.fold(&act).map_err(|error| error.to_string()));
        self.last = act.seq;
        self.progressed_at = Instant::now();
        if let Err(error) = folded {
            self.abandon(&format!("act {} does not follow: {error}", act.seq));
        }
    }

    /// Gives up because the game can no longer be followed.
    fn abandon(&mut self, why: &str) {
        self.history.note(Entry::Unreadable(why.to_owned()));
        self.give_up();
    }

    /// Leaves before the end.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// Chooses the next action if it is time for one.
    pub fn choose(&mut self, policy: &Policy, finish: bool, rng: &mut SmallRng) -> Action {
        let now = Instant::now();
        let (Some(side), Some(table)) = (self.history.side, &self.table) else { return Action::Wait };
        if now < self.acts_at || self.pending.is_some() || !self.is_synced || table.verdict().is_some() {
            return Action::Wait;
        }
        self.acts_at = now + policy.think(rng);
        if self.last < self.acked && self.progressed_at.elapsed() < MAX_RELAY_DELAY {
            return Action::Wait;
        }
        let view = GameView { table, side: side.into(), idle: self.progressed_at.elapsed(), finish };
        choose(&view, policy, rng)
    }

    /// Creates a request and records it as sent.
    pub fn new_request(&mut self, request: Request, rng: &mut SmallRng) -> &Pending {
        let length = rng.random_range(16..=32);
        let id = Alphanumeric.sample_string(rng, length);
        let (game, seen) = (self.game.clone(), Some(self.last));
        let message = match request.clone() {
            Request::Move { ply, uci, draw } => Message::Move { id: id.clone(), game, seen, ply, uci, draw },
            Request::Act { wanted, to } => Message::Act { id: id.clone(), game, seen, action: wanted, to },
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

    /// Returns true if the pending request is due to be sent again.
    pub fn is_resend_due(&self) -> bool {
        self.is_synced && self.pending.as_ref().is_some_and(|pending| pending.resends_at <= Instant::now())
    }

    /// Returns the pending request for sending it again unchanged.
    pub fn resend(&mut self) -> Option<Message> {
        self.note_resend();
        self.pending.as_ref().map(|pending| pending.message.clone())
    }

    /// Records that the pending request was sent again.
    pub fn note_resend(&mut self) {
        if let Some(pending) = self.pending.as_mut() {
            (pending.resends_at, pending.sends) = (Instant::now() + super::RESEND, pending.sends + 1);
            self.history.note(Entry::Sent { id: pending.id.clone(), request: pending.request.clone() });
        }
    }

    /// After the end, picks an acknowledged request to send again. It must get the same acknowledgment.
    pub fn echo(&mut self, rng: &mut SmallRng) -> Option<Message> {
        if self.is_echoed || !self.is_over() || !self.is_synced || self.pending.is_some() || self.answered.is_empty() {
            return None;
        }
        self.is_echoed = true;
        let again = self.answered.swap_remove(rng.random_range(0..self.answered.len()));
        self.pending = Some(Pending { is_echo: true, ..again });
        self.resend()
    }

    /// Returns true if a request belongs to this game and not to the previous one.
    pub fn has_sent(&self, id: &str) -> bool {
        self.requests.contains(id)
    }

    /// Processes the answer to a request, possibly with an act. Returns the request if it was pending.
    pub fn complete(&mut self, id: &str, seq: Option<u64>, rng: &mut SmallRng) -> Option<Pending> {
        self.acked = self.acked.max(seq.unwrap_or_default());
        let pending = self.pending.take_if(|pending| pending.id == id)?;
        self.progressed_at = Instant::now();
        self.acts_at = self.acts_at.max(self.progressed_at + Duration::from_millis(rng.random_range(0..30)));
        self.answered.push(pending.clone());
        Some(pending)
    }

    /// Delays the pending request by a second after a temporary failure.
    pub fn postpone(&mut self, id: &str) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) {
            pending.resends_at = Instant::now() + Duration::from_secs(1);
        }
    }
}
