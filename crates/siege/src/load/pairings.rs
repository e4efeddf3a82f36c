//! People who find each other in the lobby at a fixed rate, while other games are played.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use faraday_variants::catalog;
use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, Frame, NewGuest, NewSeek, PostedSeek, Session, Terms};
use futures_util::{StreamExt, TryStreamExt, stream};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::Message as Raw;

use super::CONCURRENT_CONNECTS;
use super::load_generator::PING;
use crate::socket::{ConnectOptions, Received, Socket};
use crate::tally::LatencyHistogram;

/// The option of a server that takes the addresses of the people from their requests.
pub const OPTION: &str = "--behind-proxy";

/// The base times that people seek, in minutes.
const MINUTES: [u64; 3] = [3, 5, 10];

/// The time after which a missing answer or notice is an error.
const LONGEST: Duration = Duration::from_secs(20);

/// People in the lobby. Each waits for the next turn to press *Play now*. White resigns the game that begins.
pub struct Pairings {
    times: Arc<Mutex<Times>>,
    running: JoinSet<anyhow::Result<()>>,
}

#[derive(Default)]
struct Times {
    /// The games of which a player has not been notified yet.
    open: HashMap<String, OpenGame>,
    to_both: LatencyHistogram,
}

/// A game that has begun: the moment of the request that began it, and the last notice to a player.
#[derive(Default)]
struct OpenGame {
    requested_at: Option<Instant>,
    noticed_at: Option<Instant>,
    notices: usize,
}

impl Times {
    /// Changes a game. Once the request and both notices are known, the time is counted.
    fn change(&mut self, game: &str, change: impl FnOnce(&mut OpenGame)) {
        let open = self.open.entry(game.to_owned()).or_default();
        change(open);
        if let OpenGame { requested_at: Some(requested_at), noticed_at: Some(noticed_at), notices: 2 } = *open {
            self.open.remove(game);
            self.to_both.add(noticed_at.duration_since(requested_at));
        }
    }
}

impl Pairings {
    /// Connects the people, and lets them find each other `rate` times a second.
    pub async fn start(server: SocketAddr, people: usize, rate: u32, ping: Duration) -> anyhow::Result<Pairings> {
        let times = Arc::new(Mutex::new(Times::default()));
        let client = reqwest::Client::builder().timeout(LONGEST).no_proxy().build()?;
        let people = (0..people).map(|number| Person::connect(server, client.clone(), number, Arc::clone(&times)));
        let people: Vec<Person> = stream::iter(people).buffered(CONCURRENT_CONNECTS).try_collect().await?;
        let mut running = JoinSet::new();
        let mut turns = Vec::new();
        for person in people {
            let (turn, next) = mpsc::channel(1);
            turns.push(turn);
            running.spawn(person.live(next, ping));
        }
        running.spawn(async move {
            // Two people press for each pairing.
            let mut ticks = interval(Duration::from_secs(1) / (2 * rate));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
            for turn in turns.iter().cycle() {
                ticks.tick().await;
                turn.send(()).await.context("a person has left")?;
            }
            Ok(())
        });
        Ok(Pairings { times, running })
    }

    /// Ends the pairings. Returns the times from a request to the notices to both players.
    pub fn stop(mut self) -> anyhow::Result<LatencyHistogram> {
        if let Some(ended) = self.running.try_join_next() {
            ended??;
        }
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = times.open.values().filter_map(|game| game.requested_at).min();
        ensure!(
            oldest.is_none_or(|oldest| oldest.elapsed() < LONGEST),
            "a player was not notified of the beginning of a game"
        );
        Ok(times.to_both.clone())
    }
}

struct Person {
    client: reqwest::Client,
    server: SocketAddr,
    address: String,
    token: String,
    socket: Socket,
    rng: SmallRng,
    times: Arc<Mutex<Times>>,
}

impl Person {
    async fn connect(
        server: SocketAddr,
        client: reqwest::Client,
        number: usize,
        times: Arc<Mutex<Times>>,
    ) -> anyhow::Result<Person> {
        // Each person has an address, as in reality, and so its own limits.
        let address = Ipv4Addr::from_bits(0x0a00_0001 + number as u32).to_string();
        let guest = NewGuest { name: Some(format!("lobby {number}")) };
        let sent = client.post(format!("http://{server}/api/v1/session/guest")).json(&guest);
        let sent = sent.header("x-forwarded-for", &address).send().await?;
        ensure!(sent.status().is_success(), "no session: {}", sent.text().await?);
        let token = sent.json::<Session>().await?.token.context("a new guest gets a token")?;
        let from = SocketAddr::from((Ipv4Addr::new(127, 0, 1, 1), 0));
        let options = ConnectOptions { token: Some(&token), from: Some(from), ..ConnectOptions::default() };
        let (socket, _) = Socket::connect(server, 0, &options).await?;
        Ok(Person { client, server, address, token, socket, rng: SmallRng::seed_from_u64(number as u64), times })
    }

    /// Reads notices, and seeks a game at each turn.
    async fn live(mut self, mut turns: mpsc::Receiver<()>, ping: Duration) -> anyhow::Result<()> {
        let mut pings = interval(ping);
        loop {
            let received = tokio::select! {
                received = self.socket.next() => received,
                turn = turns.recv() => {
                    let Some(()) = turn else { return Ok(()) };
                    self.seek().await?;
                    continue;
                }
                _ = pings.tick() => {
                    self.socket.send_raw(Raw::text(PING)).await?;
                    continue;
                }
            };
            match received {
                Received::Frame(frame) => {
                    if let Frame::Started { game, side, .. } = *frame {
                        self.note_start(&game);
                        if side == Color::White {
                            self.resign(&game).await?;
                        }
                    }
                }
                Received::Unknown => {}
                Received::Unreadable(text) => bail!("unreadable: {text}"),
                Received::Closed(code) => bail!("the server has closed a socket in the lobby with {code:?}"),
            }
        }
    }

    fn note_start(&self, game: &str) {
        let now = Instant::now();
        self.times.lock().unwrap_or_else(PoisonError::into_inner).change(game, |open| {
            open.noticed_at = Some(now);
            open.notices += 1;
        });
    }

    async fn seek(&mut self) -> anyhow::Result<()> {
        let variant = catalog().choose(&mut self.rng).context("there are variants")?.id.to_owned();
        let base_ms = 60_000 * *MINUTES.choose(&mut self.rng).context("there are clocks")?;
        let clock = Some(ClockTerms { base_ms, increment_ms: 0 });
        let terms = vec![Terms { clock, ..Terms::default() }];
        let seek = NewSeek { variants: vec![variant], terms, side: None, near: false, after: None };
        let sent_at = Instant::now();
        let (status, text) = self.post("seeks", &seek).await?;
        // A guest has one seek at a time, and this one's waits.
        if status == 409 {
            return Ok(());
        }
        ensure!(status < 300, "no seek: {status} {text}");
        if let Some(game) = serde_json::from_str::<PostedSeek>(&text)?.game {
            let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.change(&game, |open| open.requested_at = Some(sent_at));
        }
        Ok(())
    }

    /// Ends a game without an abort, which would lengthen the wait for the next seek.
    async fn resign(&self, game: &str) -> anyhow::Result<()> {
        let (status, text) = self.post(&format!("games/{game}/resign"), &json!({})).await?;
        ensure!(status < 300 || status == 409, "no resignation: {status} {text}");
        Ok(())
    }

    async fn post(&self, path: &str, body: &impl serde::Serialize) -> anyhow::Result<(u16, String)> {
        let request = self.client.post(format!("http://{}/api/v1/{path}", self.server)).json(body);
        let request = request.bearer_auth(&self.token).header("x-forwarded-for", &self.address);
        let answer = request.send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }
}
