//! A four-move game, the third move of which is played around an outage.

use std::time::Duration;

use anyhow::{Context, bail};
use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, Fact, Frame, Message, NewChallenge, SharedGame, Terms};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::time::{Instant, sleep, timeout_at};

use super::THINKING_TIME;
use super::faulty_node::RECOVERY;
use crate::api::{self, Api, is_transient};
use crate::site::Site;
use crate::socket::{ConnectOptions, Received, Socket};

/// The moves of the game.
const MOVES: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

/// The time after which an unacknowledged move is sent again.
const RESEND_AFTER: Duration = Duration::from_secs(3);

/// The time limit for the acknowledgment of a move.
const RETRY_LIMIT: Duration = Duration::from_secs(90);

/// The time of White's move relative to the outage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTime {
    /// White moves during the outage.
    DuringOutage,
    /// White moves after the outage.
    AfterOutage,
}

impl MoveTime {
    /// Returns the name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            MoveTime::DuringOutage => "a move under way",
            MoveTime::AfterOutage => "White thinking",
        }
    }
}

/// The time taken from both clocks in milliseconds, and the time for which the players thought while the server was up.
pub struct ClockCost {
    pub white: i64,
    pub black: i64,
    pub thought: [Duration; 2],
}

/// A game in which White is to make the third move.
pub struct OutageGame {
    api: Api,
    rng: SmallRng,
    game: String,
    players: [OutagePlayer; 2],
    move_time: MoveTime,
}

struct OutagePlayer {
    site: Site,
    token: String,
    game: String,
    socket: Option<Socket>,
    /// The number of plies that the player has seen.
    plies: usize,
}

impl OutageGame {
    /// Begins a game and plays the first move of each side.
    pub async fn begin(site: &Site, move_time: MoveTime, seed: u64) -> anyhow::Result<OutageGame> {
        let mut rng = SmallRng::seed_from_u64(seed);
        let api = Api::new(site.clone())?;
        let tokens = [api::new_token(&api, &mut rng, "White").await?, api::new_token(&api, &mut rng, "Black").await?];
        let clock = Some(ClockTerms { base_ms: 300_000, increment_ms: 0 });
        let terms = Terms { clock, ..Terms::default() };
        let variant = faraday_variants::catalog()[0].id.to_owned();
        let new = NewChallenge { variant, terms, side: Some(Color::White), fen: None, to: None };
        let made = api::challenge(&api, &mut rng, &tokens[0], &new).await?;
        let game = api::accept(&api, &mut rng, &tokens[1], &made.id).await?.game;
        let player = |token| OutagePlayer { site: site.clone(), token, game: game.clone(), socket: None, plies: 0 };
        let mut game = OutageGame { players: tokens.map(player), api, rng, game, move_time };
        for player in &mut game.players {
            player.connect().await?;
        }
        for ply in 0..2 {
            let id = game.id();
            game.players[ply % 2].play(&id, ply).await?;
        }
        Ok(game)
    }

    /// Plays the third move during or after the outage that begins now, and then Black's reply.
    pub async fn play(mut self, over: Duration) -> anyhow::Result<ClockCost> {
        let start = Instant::now();
        let ids = [self.id(), self.id()];
        // White's thinking time while the server is up: before the outage, and after it or until the move is sent.
        let thought = match self.move_time {
            MoveTime::DuringOutage => THINKING_TIME * 2,
            MoveTime::AfterOutage => THINKING_TIME * 2 + RECOVERY,
        };
        let sends_at = if self.move_time == MoveTime::AfterOutage { start + over } else { start } + THINKING_TIME;
        let [white, black] = &mut self.players;
        let moves = async {
            white.read_until(sends_at).await?;
            white.play(&ids[0], 2).await
        };
        let answers = async {
            black.wait_for_plies(3).await?;
            black.read_until(Instant::now() + THINKING_TIME).await?;
            black.play(&ids[1], 3).await
        };
        tokio::try_join!(moves, answers)?;
        let game = api::read_game(&self.api, &mut self.rng, &self.game).await?;
        let left = |ply| left_after(&game, ply);
        let [before, moved, answered] = [left(1)?, left(2)?, left(3)?];
        let paid = |from: [u64; 2], to: [u64; 2], side: usize| from[side].cast_signed() - to[side].cast_signed();
        Ok(ClockCost {
            white: paid(before, moved, 0),
            black: paid(before, answered, 1),
            thought: [thought, THINKING_TIME],
        })
    }

    fn id(&mut self) -> String {
        format!("{:032x}", self.rng.random::<u128>())
    }
}

/// Returns the remaining time of both sides after a move.
fn left_after(game: &SharedGame, ply: usize) -> anyhow::Result<[u64; 2]> {
    let is_it = |fact: &Fact| matches!(fact, Fact::Moved { ply: made, .. } if *made == ply);
    let act = game.acts.iter().find(|act| is_it(&act.fact)).with_context(|| format!("move {ply} is missing"))?;
    act.left.context("a game with clocks has none")
}

impl OutagePlayer {
    async fn connect(&mut self) -> anyhow::Result<()> {
        let options = ConnectOptions { token: Some(&self.token), ..ConnectOptions::default() };
        let (mut socket, _) = Socket::connect(self.site.address(0), 0, &options).await?;
        socket.send(&Message::Watch { game: self.game.clone(), seen: None }).await?;
        self.socket = Some(socket);
        Ok(())
    }

    /// Reconnects until there is a connection.
    async fn connected(&mut self) -> anyhow::Result<&mut Socket> {
        let begun = Instant::now();
        while self.socket.is_none() {
            if let Err(error) = self.connect().await {
                if begun.elapsed() > RETRY_LIMIT {
                    return Err(error);
                }
                sleep(Duration::from_millis(300)).await;
            }
        }
        self.socket.as_mut().context("connected")
    }

    /// Sends a move until it is acknowledged.
    async fn play(&mut self, id: &str, ply: usize) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < RETRY_LIMIT {
            let (id, game) = (id.to_owned(), self.game.clone());
            let sent = Message::Move { id, game, seen: None, ply, uci: MOVES[ply].to_owned(), draw: false };
            if self.connected().await?.send(&sent).await.is_err() {
                self.socket = None;
                continue;
            }
            let ends = Instant::now() + RESEND_AFTER;
            while let Ok(frame) = timeout_at(ends, self.frame()).await {
                match frame? {
                    Some(Frame::Ack { .. }) => return Ok(()),
                    Some(Frame::Refused { problem, .. }) if is_transient(problem.status) => {
                        sleep(Duration::from_secs(1)).await;
                        break;
                    }
                    Some(Frame::Refused { problem, .. }) => bail!("refused: {}", problem.detail),
                    Some(_) => {}
                    None => break,
                }
            }
        }
        bail!("move {ply} is not acknowledged after {RETRY_LIMIT:?}")
    }

    /// Waits until the player has seen the given number of plies.
    async fn wait_for_plies(&mut self, plies: usize) -> anyhow::Result<()> {
        let ends = Instant::now() + RETRY_LIMIT;
        while self.plies < plies {
            timeout_at(ends, self.frame()).await.context("a move is not told")??;
        }
        Ok(())
    }

    /// Reads frames until the given time, which also answers pings.
    async fn read_until(&mut self, ends: Instant) -> anyhow::Result<()> {
        while let Ok(frame) = timeout_at(ends, self.frame()).await {
            frame?;
        }
        Ok(())
    }

    /// Returns the next frame, or `None` once the connection is closed.
    async fn frame(&mut self) -> anyhow::Result<Option<Frame>> {
        let frame = match self.connected().await?.next().await {
            Received::Frame(frame) => *frame,
            Received::Unknown => return Ok(None),
            Received::Unreadable(text) => bail!("unreadable: {text}"),
            Received::Closed(_) => {
                self.socket = None;
                return Ok(None);
            }
        };
        let acts = match &frame {
            Frame::Game { game, .. } => game.acts.iter().map(|act| &act.fact).collect(),
            Frame::Act(act) => vec![&act.act.fact],
            _ => Vec::new(),
        };
        for fact in acts {
            if let Fact::Moved { ply, .. } = fact {
                self.plies = self.plies.max(ply + 1);
            }
        }
        Ok(Some(frame))
    }
}
