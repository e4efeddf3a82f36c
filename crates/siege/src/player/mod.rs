//! A client that plays or watches games, loses its connection, reconnects, and records a history.

mod policy;
mod seat;

use std::time::{Duration, Instant, SystemTime};

use faraday_wire::live::{Done, Fact, Frame, Message, PlayedAct, SentMove};
use faraday_wire::{Color, Problem};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, sleep_until};

use crate::api::{self, Answer, Api, is_passing};
use crate::checker::Copies;
use crate::history::{Entry, History, Request, Way};
use crate::retry::Backoff;
use crate::site::{Fault, Site, Strike};
use crate::socket::{Door, Heard, Socket};
use crate::tally::{Counts, Tally};

use policy::Deed;
pub use policy::Temper;
use seat::{Pending, Seat};

/// The ping interval, and the time without an answer after which the client closes the connection.
const PING: Duration = Duration::from_millis(2500);
const SILENCE: Duration = Duration::from_secs(9);

/// The time after which an unanswered request is sent again.
const RESEND: Duration = Duration::from_secs(3);

/// The time without progress after which the client abandons a game.
const PATIENCE: Duration = Duration::from_secs(150);

/// The environment shared by all clients.
#[derive(Clone)]
pub struct World {
    pub site: Site,
    pub api: Api,
    pub tally: Tally,
    pub temper: Temper,
    /// The fate of requests that are sent again.
    pub copies: Copies,
    /// True if games are to be ended.
    pub finish: watch::Receiver<bool>,
}

/// A client that plays or watches games.
pub struct Player {
    world: World,
    name: String,
    token: Option<String>,
    rng: SmallRng,
    socket: Option<Socket>,
    backoff: Backoff,
    /// The last node that failed. Avoided if there are others.
    avoided: Option<usize>,
    /// The fault that has interrupted the player, until the next acknowledgment.
    struck: Option<Strike>,
    /// The last database fault from which the player has recovered.
    recovered: Option<Instant>,
}

enum Happening {
    Heard(Heard),
    Answered(String, Box<Answer>),
    Tick,
}

impl Player {
    /// Creates a client. Without a token, it is a spectator without a session.
    pub fn new(world: &World, name: impl Into<String>, token: Option<String>, seed: u64) -> Player {
        Player {
            world: world.clone(),
            name: name.into(),
            token,
            rng: SmallRng::seed_from_u64(seed),
            socket: None,
            backoff: Backoff::default(),
            avoided: None,
            struck: None,
            recovered: None,
        }
    }

    /// Returns the session token.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Plays or watches a game until it is over.
    pub async fn attend(&mut self, game: &str, side: Option<Color>) -> History {
        let mut seat = Seat::new(game, History::new(self.name.clone(), side), &mut self.rng);
        let (tell, mut told) = mpsc::unbounded_channel();
        while !seat.is_done() {
            if seat.quiet() > PATIENCE {
                let waits = format!("nothing new for {PATIENCE:?}, pending {:?}", seat.pending());
                seat.history.note(Entry::Stuck(waits));
                break;
            }
            let Some(socket) = self.socket.as_mut() else {
                self.connect(&mut seat).await;
                continue;
            };
            let happening = tokio::select! {
                heard = socket.next() => Happening::Heard(heard),
                Some((id, answer)) = told.recv() => Happening::Answered(id, answer),
                () = sleep_until(seat.wakes_at().into()) => Happening::Tick,
            };
            let went = match happening {
                Happening::Heard(heard) => self.hear(&mut seat, heard).await,
                Happening::Answered(id, answer) => {
                    self.answered(&mut seat, &id, *answer);
                    Ok(())
                }
                Happening::Tick => self.tick(&mut seat, &tell).await,
            };
            if let Err(error) = went {
                self.cut(&mut seat, &format!("{error:#}"));
            }
        }
        if let Some(socket) = self.socket.as_mut()
            && socket.say(&Message::Unwatch { game: game.to_owned() }).await.is_err()
        {
            self.cut(&mut seat, "write");
        }
        seat.history
    }

    /// Connects to a random node after a backoff and watches the game.
    async fn connect(&mut self, seat: &mut Seat) {
        sleep(self.backoff.next(&mut self.rng)).await;
        let node = self.world.site.any_but(self.avoided, &mut self.rng);
        let door = Door { token: self.token.as_deref(), ..Door::default() };
        match Socket::greet(self.world.site.address(node), node, &door).await {
            Ok((mut socket, _)) => {
                if socket.say(&seat.watch()).await.is_ok() {
                    seat.connected();
                    self.socket = Some(socket);
                }
            }
            Err(error) => {
                self.avoided = Some(node);
                Counts::count(&mut self.world.tally.counts().cuts, short(&format!("{error:#}")));
            }
        }
    }

    fn cut(&mut self, seat: &mut Seat, why: &str) {
        Counts::count(&mut self.world.tally.counts().cuts, short(why));
        seat.history.note(Entry::Cut);
        seat.is_synced = false;
        if let Some(socket) = self.socket.take() {
            self.avoided = Some(socket.node);
            let strike = self.world.site.last_on(socket.node).filter(|strike| strike.at > socket.opened);
            self.struck = strike.or(self.struck);
        }
    }

    async fn hear(&mut self, seat: &mut Seat, heard: Heard) -> anyhow::Result<()> {
        seat.heard_at = Instant::now();
        let frame = match heard {
            Heard::Frame(frame) => *frame,
            Heard::Unknown => return Ok(()),
            Heard::Unreadable(text) => {
                seat.history.note(Entry::Unreadable(text));
                anyhow::bail!("unreadable");
            }
            Heard::Closed(code) => anyhow::bail!("closed {code:?}"),
        };
        match frame {
            Frame::Game { game, .. } if game.game == seat.game => {
                seat.resume(&game);
                self.backoff.reset();
                if seat.is_synced
                    && let Some(message) = seat.resend()
                {
                    self.world.tally.counts().resent += 1;
                    self.say(&message).await?;
                }
            }
            Frame::Act(told) if told.game == seat.game => {
                self.relayed(&told.act);
                if seat.told(told.act) == seat::Told::Gap {
                    self.world.tally.counts().gaps += 1;
                    self.say(&seat.watch()).await?;
                }
            }
            Frame::Ack { id, seq } if seat.knows(&id) => self.acked(seat, &id, seq, Way::Socket),
            Frame::Refused { id: Some(id), problem, .. } if seat.knows(&id) => self.refused(seat, &id, &problem),
            Frame::Refused { game: Some(game), problem, .. } if game == seat.game => {
                if !is_passing(problem.status) {
                    seat.history.note(Entry::Stuck(format!("the game cannot be watched: {problem:?}")));
                    seat.give_up();
                }
                anyhow::bail!("watch refused: {}", problem.kind);
            }
            Frame::Bye { why, .. } => {
                sleep(Duration::from_millis(self.rng.random_range(0..3000))).await;
                anyhow::bail!("bye {why}");
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
            | Frame::Pong { .. } => {}
        }
        Ok(())
    }

    /// Records the age of an act on arrival. Both times come from the clock of the same machine.
    fn relayed(&self, act: &PlayedAct) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let age = now.saturating_sub(Duration::from_millis(act.at));
        if matches!(act.fact, Fact::Moved { .. }) {
            self.world.tally.counts().relay(age);
        }
    }

    fn acked(&mut self, seat: &mut Seat, id: &str, seq: Option<u64>, way: Way) {
        seat.history.note(Entry::Acked { id: id.to_owned(), seq, way });
        let Some(pending) = seat.done(id, seq, &mut self.rng).filter(|pending| !pending.is_echo) else { return };
        let now = Instant::now();
        let mut counts = self.world.tally.counts();
        match pending.request {
            Request::Move { .. } => counts.acked_moves += 1,
            Request::Act { .. } => counts.acked_acts += 1,
        }
        if pending.sends == 1 {
            counts.ack(now - pending.first_sent);
        }
        let socket = self.socket.as_ref();
        if let Some(strike) = self.struck.filter(|strike| socket.is_some_and(|socket| socket.opened > strike.at)) {
            counts.back(strike.fault, now - strike.at);
            self.struck = None;
        }
        let storage = self.world.site.last_on_storage();
        if let Some(strike) =
            storage.filter(|strike| self.recovered < Some(strike.at) && pending.first_sent > strike.at)
        {
            counts.back(Fault::Database, now - strike.at);
            self.recovered = Some(strike.at);
        }
    }

    fn refused(&mut self, seat: &mut Seat, id: &str, problem: &Problem) {
        Counts::count(&mut self.world.tally.counts().refused, &problem.kind.to_string());
        if is_passing(problem.status) {
            seat.postpone(id);
        } else {
            seat.history.note(Entry::Refused { id: id.to_owned(), kind: problem.kind });
            seat.done(id, None, &mut self.rng);
        }
    }

    fn answered(&mut self, seat: &mut Seat, id: &str, answer: Answer) {
        match answer {
            Ok(Done { seq }) => self.acked(seat, id, Some(seq), Way::Http),
            Err(api::Failure::Refused(problem)) => self.refused(seat, id, &problem),
            Err(api::Failure::Unknown(_)) => seat.postpone(id),
        }
    }

    async fn tick(
        &mut self,
        seat: &mut Seat,
        tell: &mpsc::UnboundedSender<(String, Box<Answer>)>,
    ) -> anyhow::Result<()> {
        let now = Instant::now();
        if now - seat.heard_at > SILENCE {
            anyhow::bail!("silent");
        }
        if now >= seat.pings_at {
            seat.pings_at = now + PING;
            let ping = seat.ping();
            self.say(&ping).await?;
        }
        if seat.is_overdue()
            && let Some(message) = seat.resend()
        {
            self.world.tally.counts().resent += 1;
            self.say(&message).await?;
        }
        if let Some(message) = seat.echo(&mut self.rng) {
            self.say(&message).await?;
        }
        let finish = *self.world.finish.borrow();
        match seat.choose(&self.world.temper, finish, &mut self.rng) {
            Deed::Wait => Ok(()),
            Deed::Leave(time) => {
                seat.history.note(Entry::Cut);
                seat.is_synced = false;
                // After a voluntary disconnection, the reconnection time says nothing about a fault.
                (self.socket, self.struck) = (None, None);
                sleep(time).await;
                Ok(())
            }
            Deed::Ask(request) => self.ask(seat, request, tell).await,
        }
    }

    /// Sends a request, usually on the socket, sometimes twice, and sometimes over HTTP.
    async fn ask(
        &mut self,
        seat: &mut Seat,
        request: Request,
        tell: &mpsc::UnboundedSender<(String, Box<Answer>)>,
    ) -> anyhow::Result<()> {
        let Pending { id, message, request, .. } = seat.ask(request, &mut self.rng).clone();
        if let Some(token) = self.token.as_ref().filter(|_| self.rng.random_bool(self.world.temper.by_http)) {
            let call = match request {
                Request::Move { ply, uci, draw } => {
                    api::moves(&seat.game, token, &SentMove { uci, ply, seen: Some(seat.last), draw })
                }
                Request::Act { wanted, to } => api::act(&seat.game, token, wanted, to),
            };
            let (api, node, tell) = (self.world.api.clone(), self.world.site.any(&mut self.rng), tell.clone());
            tokio::spawn(async move {
                let answer = api.call::<Done>(node, &call.named(&id)).await;
                // A player who has left the game does not need the answer.
                let _ = tell.send((id, Box::new(answer)));
            });
            return Ok(());
        }
        if self.rng.random_bool(self.world.temper.twice) {
            seat.sent_again();
            self.say(&message).await?;
        }
        self.say(&message).await
    }

    async fn say(&mut self, message: &Message) -> anyhow::Result<()> {
        match self.socket.as_mut() {
            Some(socket) => socket.say(message).await,
            None => Err(anyhow::anyhow!("not connected")),
        }
    }
}

/// Returns the start of a message, by which reports count it.
fn short(why: &str) -> &str {
    let end = why.find(|char: char| char.is_ascii_digit() && !why.starts_with("closed")).unwrap_or(why.len());
    why[..end].split(':').next().unwrap_or(why).trim()
}
