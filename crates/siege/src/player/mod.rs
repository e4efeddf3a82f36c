//! A client that plays or watches games, loses its connection, reconnects, and records a history.

mod account;
mod policy;
mod seat;

use std::time::{Duration, Instant, SystemTime};

use faraday_wire::live::{Ack, Fact, Frame, Message, PlayedAct, SentMove, Session};
use faraday_wire::{Color, Problem};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, sleep_until};

use crate::api::{self, ActResult, Api, is_transient};
use crate::checker::DelayedDuplicates;
use crate::history::{Entry, History, Request, Transport};
use crate::retry::Backoff;
use crate::site::{Fault, InjectedFault, Site};
use crate::socket::{ConnectOptions, Received, Socket};
use crate::tally::{Counts, Tally};

use account::AccountChange;
use policy::Action;
pub use policy::Policy;
use seat::{Pending, Seat};

/// The interval between pings.
const PING: Duration = Duration::from_millis(2500);

/// The time without a frame after which the client closes the connection.
const PING_TIMEOUT: Duration = Duration::from_secs(9);

/// The time after which an unanswered request is sent again.
const RESEND: Duration = Duration::from_secs(3);

/// The time without progress after which the client abandons a game.
const STALL_TIMEOUT: Duration = Duration::from_secs(150);

/// The parts of a stress test that all clients share.
#[derive(Clone)]
pub struct Environment {
    pub site: Site,
    pub api: Api,
    pub tally: Tally,
    pub policy: Policy,
    /// The fate of requests that are sent again.
    pub delayed_duplicates: DelayedDuplicates,
    /// True if games are to be ended.
    pub finish: watch::Receiver<bool>,
}

/// A client that plays or watches games, and reconnects after each failure.
pub struct Player {
    environment: Environment,
    name: String,
    token: Option<String>,
    /// The id of the person, once the player is a member.
    member: Option<String>,
    /// The number of the act in whose game the guest gets an account.
    joins_at: Option<u64>,
    rng: SmallRng,
    socket: Option<Socket>,
    backoff: Backoff,
    /// The last node that failed. Avoided if there are others.
    avoided: Option<usize>,
    /// The fault that has interrupted the player, until the next acknowledgment.
    interrupted_by: Option<InjectedFault>,
    /// The last database fault from which the player has recovered.
    recovered: Option<Instant>,
}

enum ClientEvent {
    Received(Received),
    Answered(String, Box<ActResult>),
    Tick,
}

impl Player {
    /// Creates a client. Without a token, it is a spectator without a session.
    pub fn new(environment: &Environment, name: impl Into<String>, token: Option<String>, seed: u64) -> Player {
        Player {
            environment: environment.clone(),
            name: name.into(),
            token,
            member: None,
            joins_at: None,
            rng: SmallRng::seed_from_u64(seed),
            socket: None,
            backoff: Backoff::default(),
            avoided: None,
            interrupted_by: None,
            recovered: None,
        }
    }

    /// Returns the session token.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns the id of the person, once the player is a member.
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// Lets the guest get an account after a random act of the next game that has it.
    #[must_use]
    pub fn joins_the_club(mut self) -> Player {
        self.joins_at = Some(self.rng.random_range(2..40));
        self
    }

    /// Plays or watches a game until it is over.
    pub async fn attend(&mut self, game: &str, side: Option<Color>) -> History {
        let mut seat = Seat::new(game, History::new(self.name.clone(), side), &mut self.rng);
        let (tell, mut told) = mpsc::unbounded_channel();
        while !seat.is_done() {
            if seat.idle() > STALL_TIMEOUT {
                let waits = format!("nothing new for {STALL_TIMEOUT:?}, pending {:?}", seat.pending());
                seat.history.note(Entry::Stuck(waits));
                break;
            }
            let Some(socket) = self.socket.as_mut() else {
                self.connect(&mut seat).await;
                continue;
            };
            let event = tokio::select! {
                received = socket.next() => ClientEvent::Received(received),
                Some((id, answer)) = told.recv() => ClientEvent::Answered(id, answer),
                () = sleep_until(seat.wakes_at().into()) => ClientEvent::Tick,
            };
            let went = match event {
                ClientEvent::Received(received) => self.receive(&mut seat, received).await,
                ClientEvent::Answered(id, answer) => {
                    self.answered(&mut seat, &id, *answer);
                    Ok(())
                }
                ClientEvent::Tick => self.tick(&mut seat, &tell).await,
            };
            if let Err(error) = went {
                self.disconnect(&mut seat, &format!("{error:#}"));
            }
        }
        if let Some(socket) = self.socket.as_mut()
            && socket.send(&Message::Unwatch { game: game.to_owned() }).await.is_err()
        {
            self.disconnect(&mut seat, "write");
        }
        seat.history
    }

    /// Connects to a random node after a backoff and watches the game.
    async fn connect(&mut self, seat: &mut Seat) {
        sleep(self.backoff.next(&mut self.rng)).await;
        let node = self.environment.site.any_but(self.avoided, &mut self.rng);
        let options = ConnectOptions { token: self.token.as_deref(), ..ConnectOptions::default() };
        match Socket::connect(self.environment.site.address(node), node, &options).await {
            Ok((mut socket, _)) => {
                if socket.send(&seat.watch()).await.is_ok() {
                    seat.connected();
                    self.socket = Some(socket);
                }
            }
            Err(error) => {
                self.avoided = Some(node);
                Counts::count(&mut self.environment.tally.counts().disconnections, short(&format!("{error:#}")));
            }
        }
    }

    fn disconnect(&mut self, seat: &mut Seat, why: &str) {
        Counts::count(&mut self.environment.tally.counts().disconnections, short(why));
        seat.history.note(Entry::Disconnected);
        seat.is_synced = false;
        if let Some(socket) = self.socket.take() {
            self.avoided = Some(socket.node);
            let fault = self.environment.site.last_fault_of(socket.node).filter(|fault| fault.at > socket.opened);
            self.interrupted_by = fault.or(self.interrupted_by);
        }
    }

    async fn receive(&mut self, seat: &mut Seat, received: Received) -> anyhow::Result<()> {
        seat.last_frame_at = Instant::now();
        let frame = match received {
            Received::Frame(frame) => *frame,
            Received::Unknown => return Ok(()),
            Received::Unreadable(text) => {
                seat.history.note(Entry::Unreadable(text));
                anyhow::bail!("unreadable");
            }
            Received::Closed(code) => anyhow::bail!("closed {code:?}"),
        };
        match frame {
            Frame::Game { game, .. } if game.game == seat.game => {
                seat.resume(&game);
                self.backoff.reset();
                if seat.is_synced
                    && let Some(message) = seat.resend()
                {
                    self.environment.tally.counts().resent += 1;
                    self.send(&message).await?;
                }
            }
            Frame::Act(told) if told.game == seat.game => {
                self.record_relay(&told.act);
                if seat.receive(told.act) == seat::Continuity::Gap {
                    self.environment.tally.counts().gaps += 1;
                    self.send(&seat.watch()).await?;
                }
            }
            Frame::Ack { id, seq } if seat.has_sent(&id) => self.acked(seat, &id, seq, Transport::Socket),
            Frame::Refused { id: Some(id), problem, .. } if seat.has_sent(&id) => self.refused(seat, &id, &problem),
            Frame::Refused { game: Some(game), problem, .. } if game == seat.game => {
                if !is_transient(problem.status) {
                    seat.history.note(Entry::Stuck(format!("the game cannot be watched: {problem:?}")));
                    seat.give_up();
                }
                anyhow::bail!("watch refused: {}", problem.kind);
            }
            Frame::Bye { reason, .. } => {
                sleep(Duration::from_millis(self.rng.random_range(0..3000))).await;
                anyhow::bail!("bye {reason}");
            }
            Frame::Welcome { .. }
            | Frame::Game { .. }
            | Frame::Act(_)
            | Frame::Ack { .. }
            | Frame::Refused { .. }
            | Frame::Here { .. }
            | Frame::Started { .. }
            | Frame::Challenged { .. }
            | Frame::Unchallenged { .. }
            | Frame::Rematch { .. }
            | Frame::Rated { .. }
            | Frame::Notice { .. }
            | Frame::Pong { .. } => {}
        }
        Ok(())
    }

    /// Records the age of an act on arrival. Both times come from the clock of the same machine.
    fn record_relay(&self, act: &PlayedAct) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let age = now.saturating_sub(Duration::from_millis(act.at));
        if matches!(act.fact, Fact::Moved { .. }) {
            self.environment.tally.counts().relay(age);
        }
    }

    fn acked(&mut self, seat: &mut Seat, id: &str, seq: Option<u64>, transport: Transport) {
        seat.history.note(Entry::Acked { id: id.to_owned(), seq, transport });
        let Some(pending) = seat.complete(id, seq, &mut self.rng).filter(|pending| !pending.is_echo) else { return };
        let now = Instant::now();
        let mut counts = self.environment.tally.counts();
        match pending.request {
            Request::Move { .. } => counts.acked_moves += 1,
            Request::Act { .. } => counts.acked_acts += 1,
        }
        if pending.sends == 1 {
            counts.ack(now - pending.first_sent);
        }
        let socket = self.socket.as_ref();
        if let Some(fault) = self.interrupted_by.filter(|fault| socket.is_some_and(|socket| socket.opened > fault.at)) {
            counts.recovered(fault.kind, now - fault.at);
            self.interrupted_by = None;
        }
        let storage = self.environment.site.last_database_fault();
        if let Some(fault) = storage.filter(|fault| self.recovered < Some(fault.at) && pending.first_sent > fault.at) {
            counts.recovered(Fault::Database, now - fault.at);
            self.recovered = Some(fault.at);
        }
    }

    fn refused(&mut self, seat: &mut Seat, id: &str, problem: &Problem) {
        Counts::count(&mut self.environment.tally.counts().refused, &problem.kind.to_string());
        if is_transient(problem.status) {
            seat.postpone(id);
        } else {
            seat.history.note(Entry::Refused { id: id.to_owned(), kind: problem.kind });
            seat.complete(id, None, &mut self.rng);
        }
    }

    fn answered(&mut self, seat: &mut Seat, id: &str, answer: ActResult) {
        match answer {
            Ok(Ack { seq }) => self.acked(seat, id, Some(seq), Transport::Http),
            Err(api::Failure::Refused(problem)) => self.refused(seat, id, &problem),
            Err(api::Failure::Unknown(_)) => seat.postpone(id),
        }
    }

    async fn tick(
        &mut self,
        seat: &mut Seat,
        tell: &mpsc::UnboundedSender<(String, Box<ActResult>)>,
    ) -> anyhow::Result<()> {
        let now = Instant::now();
        if now - seat.last_frame_at > PING_TIMEOUT {
            anyhow::bail!("silent");
        }
        if now >= seat.pings_at {
            seat.pings_at = now + PING;
            let ping = seat.ping();
            self.send(&ping).await?;
        }
        if seat.is_resend_due()
            && let Some(message) = seat.resend()
        {
            self.environment.tally.counts().resent += 1;
            self.send(&message).await?;
        }
        if let Some(message) = seat.echo(&mut self.rng) {
            self.send(&message).await?;
        }
        if seat.pending().is_none() && seat.is_synced && self.joins_at.is_some_and(|act| seat.last >= act) {
            return self.join(seat).await;
        }
        let finish = *self.environment.finish.borrow();
        match seat.choose(&self.environment.policy, finish, &mut self.rng) {
            Action::Wait => Ok(()),
            Action::Disconnect(time) => {
                seat.history.note(Entry::Disconnected);
                seat.is_synced = false;
                // After a voluntary disconnection, the reconnection time says nothing about a fault.
                (self.socket, self.interrupted_by) = (None, None);
                sleep(time).await;
                Ok(())
            }
            Action::Send(request) => self.send_request(seat, request, tell).await,
        }
    }

    /// Gets an account while the game continues. The session ends, so the connection does as well.
    async fn join(&mut self, seat: &mut Seat) -> anyhow::Result<()> {
        self.joins_at = None;
        let change = AccountChange::random(&mut self.rng);
        let token = self.token.clone().unwrap_or_default();
        match change.run(&self.environment.api, &mut self.rng, &token).await {
            Ok(Session { identity: Some(identity), token: Some(token), .. }) => {
                (self.member, self.token) = (identity.person, Some(token));
                Counts::count(&mut self.environment.tally.counts().accounts, change.name());
            }
            Ok(session) => self.environment.tally.failure(format!("{} as {session:?}", change.name())),
            Err(error) => self.environment.tally.failure(format!("{}: {error:#}", change.name())),
        }
        seat.history.note(Entry::Disconnected);
        seat.is_synced = false;
        (self.socket, self.interrupted_by) = (None, None);
        Ok(())
    }

    /// Sends a request, usually on the socket, sometimes twice, and sometimes over HTTP.
    async fn send_request(
        &mut self,
        seat: &mut Seat,
        request: Request,
        tell: &mpsc::UnboundedSender<(String, Box<ActResult>)>,
    ) -> anyhow::Result<()> {
        let Pending { id, message, request, .. } = seat.new_request(request, &mut self.rng).clone();
        if let Some(token) = self.token.as_ref().filter(|_| self.rng.random_bool(self.environment.policy.by_http)) {
            let call = match request {
                Request::Move { ply, uci, draw } => {
                    api::moves(&seat.game, token, &SentMove { uci, ply, seen: Some(seat.last), draw })
                }
                Request::Act { wanted, to } => api::act(&seat.game, token, wanted, to),
            };
            let (api, node, tell) =
                (self.environment.api.clone(), self.environment.site.any(&mut self.rng), tell.clone());
            tokio::spawn(async move {
                let answer = api.call::<Ack>(node, &call.with_idempotency_key(&id)).await;
                // A player who has left the game does not need the answer.
                let _ = tell.send((id, Box::new(answer)));
            });
            return Ok(());
        }
        if self.rng.random_bool(self.environment.policy.twice) {
            seat.note_resend();
            self.send(&message).await?;
        }
        self.send(&message).await
    }

    async fn send(&mut self, message: &Message) -> anyhow::Result<()> {
        match self.socket.as_mut() {
            Some(socket) => socket.send(message).await,
            None => Err(anyhow::anyhow!("not connected")),
        }
    }
}

/// Returns the start of a message, by which reports count it.
fn short(why: &str) -> &str {
    let end = why.find(|char: char| char.is_ascii_digit() && !why.starts_with("closed")).unwrap_or(why.len());
    why[..end].split(':').next().unwrap_or(why).trim()
}
