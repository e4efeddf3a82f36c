//! The target of attacks: a server with prepared guests and games. Each attack is a message with its expected answer.

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
use crate::socket::{ConnectOptions, Received, Socket};
use crate::tally::Tally;

/// The timeout of an answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The time to wait for a second answer, which must not come.
const SECOND_ANSWER_TIMEOUT: Duration = Duration::from_millis(150);

/// The source address of attackers, different from that of the players in concurrent games.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// The attacked server, its games, and the results so far.
pub struct Target {
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

/// The server's answer to an attack.
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
pub enum Expected {
    /// A refusal with one of these statuses.
    Refused(&'static [u16]),
    /// A close with one of these codes, or a refusal with a message.
    Rejected(&'static [u16]),
    /// The same acknowledgment as before.
    Acked,
    /// A `bye` frame with this reason, or a close with one of these codes.
    Bye(ByeReason, &'static [u16]),
}

/// The moves of the attacked game, legal in every variant with the standard starting position.
pub const OPENING: [&str; 4] = ["a2a3", "a7a6", "b2b3", "b7b6"];

impl Target {
    /// Creates three guests, a running game, and a finished one.
    pub async fn prepare(site: &Site, tally: &Tally, rng: &mut SmallRng) -> anyhow::Result<Target> {
        let api = Api::new(site.clone())?;
        let mut tokens = Vec::new();
        for name in ["attacker", "victim", "stranger"] {
            tokens.push(api::new_token(&api, rng, name).await?);
        }
        let tokens = <[String; 3]>::try_from(tokens).ok().context("three guests")?;
        let mut target = Target {
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
        (target.over, target.game) = (target.begin().await?, target.begin().await?);
        target.play(&target.over.clone(), &OPENING).await?;
        target.play(&target.game.clone(), &OPENING).await?;
        let resign = api::act(&target.over, &target.tokens[0], faraday_wire::live::GameAction::Resign, None);
        target.api.call_with_retries::<faraday_wire::live::Ack>(&mut target.rng, &resign).await?;
        Ok(target)
    }

    async fn begin(&mut self) -> anyhow::Result<String> {
        let terms = Terms::default();
        let variant = faraday_variants::catalog()[0].id.to_owned();
        let new = NewChallenge { variant, terms, side: Some(Color::White), fen: None, to: None };
        let made = api::challenge(&self.api, &mut self.rng, &self.tokens[0], &new).await?;
        Ok(api::accept(&self.api, &mut self.rng, &self.tokens[1], &made.id).await?.game)
    }

    async fn play(&mut self, game: &str, moves: &[&str]) -> anyhow::Result<()> {
        for (ply, uci) in moves.iter().enumerate() {
            let sent = faraday_wire::live::SentMove { uci: (*uci).to_owned(), ply, seen: None, draw: false };
            let call = api::moves(game, &self.tokens[ply % 2], &sent);
            self.api.call_with_retries::<faraday_wire::live::Ack>(&mut self.rng, &call).await?;
        }
        Ok(())
    }

    /// Opens a socket for one of the guests or without a session, and does not send a hello.
    pub async fn open(&self, guest: Option<usize>) -> anyhow::Result<Socket> {
        let token = guest.map(|guest| self.tokens[guest].as_str());
        let options =
            ConnectOptions { token, from: Some(SocketAddr::new(IpAddr::V4(ATTACKER), 0)), ..ConnectOptions::default() };
        Socket::open(self.site.address(0), 0, &options).await
    }

    /// Opens a socket, sends a hello, and waits for the welcome.
    pub async fn connect(&self, guest: Option<usize>) -> anyhow::Result<Socket> {
        let mut socket = self.open(guest).await?;
        socket.send(&Message::Hello { protocol: faraday_wire::live::PROTOCOL }).await?;
        timeout(TIMEOUT, socket.next()).await.context("no welcome")?;
        Ok(socket)
    }

    /// Sends a text on a new socket and judges the answer.
    pub async fn text(
        &mut self,
        what: &str,
        guest: Option<usize>,
        text: String,
        expected: Expected,
    ) -> anyhow::Result<Answer> {
        self.raw(what, guest, Raw::text(text), expected).await
    }

    /// Sends any kind of frame on a new socket and judges the answer.
    pub async fn raw(
        &mut self,
        what: &str,
        guest: Option<usize>,
        raw: Raw,
        expected: Expected,
    ) -> anyhow::Result<Answer> {
        let mut socket = self.connect(guest).await?;
        // The server may close before everything is written. Only the answer counts.
        let _ = socket.send_raw(raw).await;
        let answer = answer(&mut socket).await;
        self.check(what, &answer, expected);
        Ok(answer)
    }

    /// Compares an answer with the expected one and counts failures.
    pub fn check(&mut self, what: &str, answer: &Answer, expected: Expected) {
        let is_right = match (expected, answer) {
            (Expected::Refused(statuses), Answer::Refused(_, status)) => statuses.contains(status),
            (Expected::Rejected(codes) | Expected::Bye(_, codes), Answer::Closed(Some(code))) => codes.contains(code),
            (Expected::Acked, Answer::Acked(_)) | (Expected::Rejected(_), Answer::Refused(..)) => true,
            (Expected::Bye(why, _), Answer::Bye(told)) => why == *told,
            (Expected::Refused(_) | Expected::Rejected(_) | Expected::Acked | Expected::Bye(..), _) => false,
        };
        self.attacks += 1;
        if !is_right {
            self.failures += 1;
            self.tally.failure(format!("{what}: {expected:?} was expected, but {answer:?} came"));
        }
    }
}

/// Returns the only answer. Messages to all clients are ignored.
pub async fn answer(socket: &mut Socket) -> Answer {
    let first = next_answer(socket, TIMEOUT).await;
    let second = match &first {
        Answer::Refused(..) | Answer::Acked(_) => next_answer(socket, SECOND_ANSWER_TIMEOUT).await,
        Answer::Closed(_) | Answer::Bye(_) | Answer::Nothing => Answer::Nothing,
    };
    match second {
        Answer::Nothing => first,
        second => Answer::Refused(format!("two answers: {first:?}, {second:?}"), 0),
    }
}

async fn next_answer(socket: &mut Socket, patience: Duration) -> Answer {
    let waits = async {
        loop {
            match socket.next().await {
                Received::Closed(code) => return Answer::Closed(code),
                Received::Unreadable(text) => return Answer::Refused(format!("unreadable: {text}"), 0),
                Received::Unknown => {}
                Received::Frame(frame) => match *frame {
                    Frame::Refused { problem, .. } if problem.detail.is_empty() => {
                        return Answer::Refused("a refusal without a sentence".to_owned(), 0);
                    }
                    Frame::Refused { problem, .. } => return Answer::Refused(problem.kind.to_string(), problem.status),
                    Frame::Ack { seq, .. } => return Answer::Acked(seq),
                    Frame::Bye { reason, .. } => return Answer::Bye(reason),
                    Frame::Welcome { .. }
                    | Frame::Game { .. }
                    | Frame::Act(_)
                    | Frame::Here { .. }
                    | Frame::Started { .. }
                    | Frame::Challenged { .. }
                    | Frame::Unchallenged { .. }
                    | Frame::Rematch { .. }
                    | Frame::Rated { .. }
                    | Frame::Notice { .. }
                    | Frame::Pong { .. } => {}
                },
            }
        }
    };
    timeout(patience, waits).await.unwrap_or(Answer::Nothing)
}
