//! A single attack: a message and the expected answer.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use faraday_wire::Color;
use faraday_wire::live::{ByeReason, Frame, Message, NewChallenge, Terms};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Raw;

use crate::api::{self, Api};
use crate::site::Site;
use crate::socket::{Door, Heard, Socket};
use crate::tally::Tally;

/// The timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time to wait for a second answer, which must not come.
const AFTERWARD: Duration = Duration::from_millis(150);

/// The source address of attackers, different from that of the players in concurrent games.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// The attacked server, its games, and the results so far.
pub struct Scene {
    pub site: Site,
    pub api: Api,
    pub tally: Tally,
    pub rng: SmallRng,
    /// The session tokens of White, Black, and a person who does not play.
    pub tokens: [String; 3],
    /// A game after two moves by each side.
    pub game: String,
    /// A finished game, in which every act is late.
    pub over: String,
    /// The number of attacks.
    pub attacks: u32,
    /// The number of attacks without a clear answer.
    pub failures: u32,
}

/// The answer of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Refused, with the kind and the status of the problem.
    Refused(String, u16),
    /// Executed, as this act.
    Acked(Option<u64>),
    /// The connection was closed with this code.
    Closed(Option<u16>),
    /// A `bye` frame with this reason.
    Bye(ByeReason),
    Nothing,
}

/// The expected answer to an attack.
#[derive(Clone, Copy, Debug)]
pub enum Due {
    /// A refusal with one of these statuses.
    Refused(&'static [u16]),
    /// A close with one of these codes, or a refusal with a message.
    Turned(&'static [u16]),
    /// The same acknowledgment as before.
    Acked,
    /// A `bye` frame with this reason, or a close with one of these codes.
    Bye(ByeReason, &'static [u16]),
}

/// The moves of the attacked game, legal in every variant with the standard starting position.
pub const OPENING: [&str; 4] = ["a2a3", "a7a6", "b2b3", "b7b6"];

impl Scene {
    /// Creates three guests, a running game, and a finished one.
    pub async fn set(site: &Site, tally: &Tally, rng: &mut SmallRng) -> anyhow::Result<Scene> {
        let api = Api::new(site.clone())?;
        let mut tokens = Vec::new();
        for name in ["attacker", "victim", "stranger"] {
            tokens.push(api::new_token(&api, rng, name).await?);
        }
        let tokens = <[String; 3]>::try_from(tokens).ok().context("three guests")?;
        let mut scene = Scene {
            site: site.clone(),
            api,
            tally: tally.clone(),
            rng: SmallRng::seed_from_u64(1),
            tokens,
            game: String::new(),
            over: String::new(),
            attacks: 0,
            failures: 0,
        };
        (scene.over, scene.game) = (scene.begin().await?, scene.begin().await?);
        scene.play(&scene.over.clone(), &OPENING).await?;
        scene.play(&scene.game.clone(), &OPENING).await?;
        let resign = api::act(&scene.over, &scene.tokens[0], faraday_wire::live::Wanted::Resign, None);
        scene.api.insist::<faraday_wire::live::Done>(&mut scene.rng, &resign).await?;
        Ok(scene)
    }

    async fn begin(&mut self) -> anyhow::Result<String> {
        let terms = Terms { clock: None, days: None, rated: false };
        let variant = faraday_variants::catalog()[0].id.to_owned();
        let new = NewChallenge { variant, terms, side: Some(Color::White), fen: None };
        let made = api::challenge(&self.api, &mut self.rng, &self.tokens[0], &new).await?;
        Ok(api::accept(&self.api, &mut self.rng, &self.tokens[1], &made.id).await?.game)
    }

    async fn play(&mut self, game: &str, moves: &[&str]) -> anyhow::Result<()> {
        for (ply, uci) in moves.iter().enumerate() {
            let sent = faraday_wire::live::SentMove { uci: (*uci).to_owned(), ply, seen: None, draw: false };
            let call = api::moves(game, &self.tokens[ply % 2], &sent);
            self.api.insist::<faraday_wire::live::Done>(&mut self.rng, &call).await?;
        }
        Ok(())
    }

    /// Opens a socket for one of the guests or without a session, and does not send a hello.
    pub async fn open(&self, guest: Option<usize>) -> anyhow::Result<Socket> {
        let token = guest.map(|guest| self.tokens[guest].as_str());
        let door = Door { token, from: Some(SocketAddr::new(IpAddr::V4(ATTACKER), 0)), ..Door::default() };
        Socket::open(self.site.address(0), 0, &door).await
    }

    /// Opens a socket, sends a hello, and waits for the welcome.
    pub async fn greet(&self, guest: Option<usize>) -> anyhow::Result<Socket> {
        let mut socket = self.open(guest).await?;
        socket.say(&Message::Hello { protocol: faraday_wire::live::PROTOCOL }).await?;
        timeout(PATIENCE, socket.next()).await.context("no welcome")?;
        Ok(socket)
    }

    /// Sends a text on a new socket and judges the answer.
    pub async fn text(&mut self, what: &str, guest: Option<usize>, text: String, due: Due) -> anyhow::Result<Answer> {
        self.raw(what, guest, Raw::text(text), due).await
    }

    /// Sends any kind of frame on a new socket and judges the answer.
    pub async fn raw(&mut self, what: &str, guest: Option<usize>, raw: Raw, due: Due) -> anyhow::Result<Answer> {
        let mut socket = self.greet(guest).await?;
        // The server may close before everything is written. Only the answer counts.
        let _ = socket.send(raw).await;
        let answer = answer(&mut socket).await;
        self.judge(what, &answer, due);
        Ok(answer)
    }

    /// Compares an answer with the expected one and counts failures.
    pub fn judge(&mut self, what: &str, answer: &Answer, due: Due) {
        let is_right = match (due, answer) {
            (Due::Refused(statuses), Answer::Refused(_, status)) => statuses.contains(status),
            (Due::Turned(codes) | Due::Bye(_, codes), Answer::Closed(Some(code))) => codes.contains(code),
            (Due::Acked, Answer::Acked(_)) | (Due::Turned(_), Answer::Refused(..)) => true,
            (Due::Bye(why, _), Answer::Bye(told)) => why == *told,
            (Due::Refused(_) | Due::Turned(_) | Due::Acked | Due::Bye(..), _) => false,
        };
        self.attacks += 1;
        if !is_right {
            self.failures += 1;
            self.tally.mishap(format!("{what}: {due:?} was due, but {answer:?} came"));
        }
    }
}

/// Returns the only answer. Messages to all clients are ignored.
pub async fn answer(socket: &mut Socket) -> Answer {
    let first = one(socket, PATIENCE).await;
    let second = match &first {
        Answer::Refused(..) | Answer::Acked(_) => one(socket, AFTERWARD).await,
        Answer::Closed(_) | Answer::Bye(_) | Answer::Nothing => Answer::Nothing,
    };
    match second {
        Answer::Nothing => first,
        second => Answer::Refused(format!("two answers: {first:?}, {second:?}"), 0),
    }
}

async fn one(socket: &mut Socket, patience: Duration) -> Answer {
    let waits = async {
        loop {
            match socket.next().await {
                Heard::Closed(code) => return Answer::Closed(code),
                Heard::Unreadable(text) => return Answer::Refused(format!("unreadable: {text}"), 0),
                Heard::Unknown => {}
                Heard::Frame(frame) => match *frame {
                    Frame::Refused { problem, .. } if problem.detail.is_empty() => {
                        return Answer::Refused("a refusal without a sentence".to_owned(), 0);
                    }
                    Frame::Refused { problem, .. } => return Answer::Refused(problem.kind.to_string(), problem.status),
                    Frame::Ack { seq, .. } => return Answer::Acked(seq),
                    Frame::Bye { why, .. } => return Answer::Bye(why),
                    Frame::Welcome { .. }
                    | Frame::Game { .. }
                    | Frame::Act(_)
                    | Frame::Here { .. }
                    | Frame::Started { .. }
                    | Frame::Challenged { .. }
                    | Frame::Unchallenged { .. }
                    | Frame::Rematch { .. }
                    | Frame::Pong { .. } => {}
                },
            }
        }
    };
    timeout(patience, waits).await.unwrap_or(Answer::Nothing)
}
