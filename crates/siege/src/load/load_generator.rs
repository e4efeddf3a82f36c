//! The load generator: two sockets that play recorded games against each other and parse only what they need of a
//! frame.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use faraday_wire::Color;
use faraday_wire::live::{Message, NewChallenge, Terms};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{interval, sleep_until};
use tokio_tungstenite::tungstenite::Message as Raw;

use super::recorded::Moves;
use crate::api::{self, Api};
use crate::site::Site;
use crate::socket::{ConnectOptions, Socket};
use crate::tally::LatencyHistogram;

/// The number of sockets per source address, because an address has a limited number of ports.
pub const SOCKETS_PER_ADDRESS: usize = 10_000;

/// The message that keeps a connection alive.
pub const PING: &str = r#"{"kind":"ping","n":1}"#;

/// The stages of a load test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The pairs connect and begin their games.
    Connecting,
    /// Acts are played to fill the database.
    Warming,
    Measuring,
}

/// The counters and histograms of a load test, shared by all load generators.
#[derive(Clone, Default)]
pub struct LoadMetrics(Arc<MetricValues>);

#[derive(Default)]
struct MetricValues {
    acked: AtomicU64,
    acks: Mutex<LatencyHistogram>,
    relays: Mutex<LatencyHistogram>,
}

/// The timing of a load generator's moves and pings.
#[derive(Clone, Copy, Debug)]
pub struct Pacing {
    /// The pause between moves. Zero for full speed.
    pub pause: Duration,
    /// The interval between pings of each socket.
    pub ping: Duration,
}

/// A pair of sockets that play recorded games against each other.
pub struct LoadGenerator {
    api: Api,
    tokens: [String; 2],
    sockets: [Socket; 2],
    rng: SmallRng,
    metrics: LoadMetrics,
    /// The current game, and the index of White's socket.
    game: String,
    /// The current game, published for its spectators.
    shown: watch::Sender<String>,
    white: usize,
    variant: &'static str,
    moves: Moves,
    ply: usize,
    sent_at: Instant,
    is_acked: bool,
    is_relayed: bool,
}

impl LoadMetrics {
    /// Returns the number of acknowledged moves.
    pub fn acked(&self) -> u64 {
        self.0.acked.load(Relaxed)
    }

    /// Discards the times so far.
    pub fn reset(&self) {
        for times in [&self.0.acks, &self.0.relays] {
            times.lock().unwrap_or_else(PoisonError::into_inner).reset();
        }
    }

    /// Returns the times from a move to its acknowledgment and to the opponent's frame.
    pub fn times(&self) -> [LatencyHistogram; 2] {
        [&self.0.acks, &self.0.relays].map(|times| times.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl LoadGenerator {
    /// Creates two guests with a socket each and begins their first game.
    pub async fn connect(
        site: &Site,
        api: &Api,
        number: usize,
        recorded: (&'static str, Moves),
        metrics: &LoadMetrics,
        shown: watch::Sender<String>,
    ) -> anyhow::Result<LoadGenerator> {
        let mut rng = SmallRng::seed_from_u64(number as u64);
        let mut guests = Vec::new();
        for side in 0..2 {
            let token = api::new_token(api, &mut rng, &format!("load {number}")).await?;
            let last = 2 + (2 * number + side) / SOCKETS_PER_ADDRESS;
            let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last as u8)), 0);
            let options = ConnectOptions { token: Some(&token), from: Some(from), ..ConnectOptions::default() };
            let (socket, _) = Socket::connect(site.address(0), 0, &options).await?;
            guests.push((token, socket));
        }
        let [(one, first), (two, second)] = <[_; 2]>::try_from(guests).ok().context("two guests")?;
        let (variant, moves) = recorded;
        let mut generator = LoadGenerator {
            api: api.clone(),
            tokens: [one, two],
            sockets: [first, second],
            rng,
            metrics: metrics.clone(),
            game: String::new(),
            shown,
            white: 0,
            variant,
            moves,
            ply: 0,
            sent_at: Instant::now(),
            is_acked: true,
            is_relayed: true,
        };
        generator.begin().await?;
        Ok(generator)
    }

    async fn begin(&mut self) -> anyhow::Result<()> {
        let terms = Terms::default();
        let new =
            NewChallenge { variant: self.variant.to_owned(), terms, side: Some(Color::White), fen: None, to: None };
        self.white = 1 - self.white;
        let [maker, taker] = [&self.tokens[self.white], &self.tokens[1 - self.white]];
        let made = api::challenge(&self.api, &mut self.rng, maker, &new).await?;
        let begun = api::accept(&self.api, &mut self.rng, taker, &made.id).await?;
        (self.game, self.ply) = (begun.game, 0);
        for socket in &mut self.sockets {
            socket.send(&Message::Watch { game: self.game.clone(), seen: None }).await?;
            loop {
                let text = socket.next_text().await.context("closed before the game came")?;
                if is_kind(&text, "game") {
                    break;
                }
            }
        }
        self.shown.send_replace(self.game.clone());
        Ok(())
    }

    /// Returns the current game and the number of its acknowledged moves.
    pub fn progress(&self) -> (&str, usize) {
        (&self.game, self.ply)
    }

    /// Plays until the measurement is over or `most` moves are made.
    pub async fn play(&mut self, is_over: &watch::Receiver<bool>, most: u64, pacing: Pacing) -> anyhow::Result<()> {
        let (mut left, mut over) = (most, is_over.clone());
        let phase = pacing.pause.mul_f64(self.rng.random::<f64>());
        let (mut moves_at, mut pings_at) = (Instant::now() + phase, Instant::now() + pacing.ping);
        loop {
            let now = Instant::now();
            let is_free = self.is_acked && self.is_relayed;
            if is_free && (*over.borrow() || left == 0) {
                return Ok(());
            }
            if is_free && now >= moves_at {
                if self.ply == self.moves.len() {
                    self.unwatch().await?;
                    self.begin().await?;
                }
                self.send_move().await?;
                (left, moves_at) = (left - 1, now + pacing.pause);
            }
            if now >= pings_at {
                pings_at = now + pacing.ping;
                for socket in &mut self.sockets {
                    socket.send_raw(Raw::text(PING)).await?;
                }
            }
            let wakes_at = if self.is_acked && self.is_relayed { moves_at.min(pings_at) } else { pings_at };
            let [one, two] = &mut self.sockets;
            let (socket, text) = tokio::select! {
                text = one.next_text() => (0, text),
                text = two.next_text() => (1, text),
                () = sleep_until(wakes_at.into()) => continue,
                changed = over.changed() => {
                    changed?;
                    continue;
                }
            };
            self.receive(socket, &text.context("the server has closed a socket")?)?;
        }
    }

    /// Keeps the connections alive until a stage has begun.
    pub async fn wait(
        &mut self,
        stage: Stage,
        stages: &mut watch::Receiver<Stage>,
        ping: Duration,
    ) -> anyhow::Result<()> {
        let mut pings = interval(ping);
        while *stages.borrow() < stage {
            let [one, two] = &mut self.sockets;
            let text = tokio::select! {
                text = one.next_text() => text,
                text = two.next_text() => text,
                _ = pings.tick() => {
                    for socket in &mut self.sockets {
                        socket.send_raw(Raw::text(PING)).await?;
                    }
                    continue;
                }
                changed = stages.changed() => {
                    changed?;
                    continue;
                }
            };
            text.context("the server has closed a socket that waits")?;
        }
        Ok(())
    }

    fn mover(&self) -> usize {
        if self.ply.is_multiple_of(2) { self.white } else { 1 - self.white }
    }

    async fn send_move(&mut self) -> anyhow::Result<()> {
        let (game, ply, uci) = (&self.game, self.ply, &self.moves[self.ply]);
        let id: u128 = self.rng.random();
        let text =
            format!(r#"{{"kind":"move","id":"{id:032x}","game":"{game}","seen":{ply},"ply":{ply},"uci":"{uci}"}}"#);
        let mover = self.mover();
        (self.sent_at, self.is_acked, self.is_relayed) = (Instant::now(), false, false);
        self.sockets[mover].send_raw(Raw::text(text)).await
    }

    fn receive(&mut self, socket: usize, text: &str) -> anyhow::Result<()> {
        let is_mover = socket == self.mover();
        let took = self.sent_at.elapsed();
        if is_mover && !self.is_acked && is_kind(text, "ack") {
            self.is_acked = true;
            self.metrics.0.acked.fetch_add(1, Relaxed);
            self.metrics.0.acks.lock().unwrap_or_else(PoisonError::into_inner).add(took);
        } else if !is_mover && !self.is_relayed && is_kind(text, "act") {
            self.is_relayed = true;
            self.metrics.0.relays.lock().unwrap_or_else(PoisonError::into_inner).add(took);
        } else if is_kind(text, "refused") || is_kind(text, "bye") {
            bail!("at ply {} of {}: {text}", self.ply, self.game);
        } else {
            return Ok(());
        }
        if self.is_acked && self.is_relayed {
            self.ply += 1;
        }
        Ok(())
    }

    async fn unwatch(&mut self) -> anyhow::Result<()> {
        for socket in &mut self.sockets {
            socket.send(&Message::Unwatch { game: self.game.clone() }).await?;
        }
        Ok(())
    }
}

/// Returns true if a frame is of the given kind, without parsing all of it.
pub fn is_kind(text: &str, kind: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(40)];
    let quoted = format!(r#""kind":"{kind}""#);
    head.windows(quoted.len()).any(|window| window == quoted.as_bytes())
}
