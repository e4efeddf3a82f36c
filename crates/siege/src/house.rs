//! Load test of the house: people play all levels at once, and the time until it replies is measured.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use faraday_variants::{AnyGame, Entry, catalog};
use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, Fact, Frame, JoinedGame, Message, NewHouseGame, PlayedAct, Terms};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::api::{self, Api, Call};
use crate::processes::{Binary, Node, free_address, log_tail, wait_until_ready};
use crate::site::Site;
use crate::socket::{ConnectOptions, Received, Socket};
use crate::tally::{LatencyHistogram, Tally};

/// The maximum time of 99% of the moves of the house.
const LIMIT: Duration = Duration::from_secs(2);

/// The time after which a missing move of the house ends the test.
const LONGEST: Duration = Duration::from_secs(60);

/// The number of levels of the house.
const LEVELS: usize = 10;

/// Play many games against the house at once, and measure the time of its moves
#[derive(Args)]
pub struct HouseArguments {
    /// The program under test, which should be an optimized build
    #[arg(long, value_name = "PATH", default_value = "target/release/faraday")]
    binary: PathBuf,
    /// Games at once, with all levels and variants in turn
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    games: usize,
    /// Seconds of measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    seconds: u64,
    /// Seconds that a person thinks about each move
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pause: u64,
}

/// The times from a person's move to the move of the house, by level.
type Times = Arc<Mutex<[LatencyHistogram; LEVELS]>>;

/// Runs the games and prints the times.
pub async fn run(arguments: &HouseArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let binary = Binary::at(&arguments.binary).await?;
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut node = Node::new(&binary, free_address()?, &database, &[], log.clone());
    node.start()?;
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![node.address]);
    let (times, pause) = (Times::default(), Duration::from_secs(arguments.pause));
    let ends = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut people = JoinSet::new();
    for number in 0..arguments.games {
        let (site, times) = (site.clone(), Arc::clone(&times));
        people.spawn(async move {
            let mut person = Person::connect(&site, number, pause).await?;
            // People do not begin at the same moment.
            sleep(pause.mul_f64(person.rng.random())).await;
            while Instant::now() < ends {
                person.play(ends, &times).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(person) = people.join_next().await {
        person?.with_context(|| log_tail(&log))?;
    }
    let times = times.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = LatencyHistogram::default();
    for (level, times) in (1..).zip(times.iter()) {
        println!("level {level:<16}{times}");
        all.merge(times);
    }
    println!("{} games at once      {all}", arguments.games);
    if all.quantile(0.99) > LIMIT {
        tally.failure(format!("p99 of the moves of the house is {:?}", all.quantile(0.99)));
    }
    Ok(())
}

/// A person who plays games against one level of the house, with random moves.
struct Person {
    api: Api,
    rng: SmallRng,
    token: String,
    socket: Socket,
    level: usize,
    variant: &'static Entry,
    pause: Duration,
}

impl Person {
    async fn connect(site: &Site, number: usize, pause: Duration) -> anyhow::Result<Person> {
        let mut rng = SmallRng::seed_from_u64(number as u64);
        let api = Api::new(site.clone())?;
        let token = api::new_token(&api, &mut rng, "Ada").await?;
        let options = ConnectOptions { token: Some(&token), ..ConnectOptions::default() };
        let (socket, _) = Socket::connect(site.address(0), 0, &options).await?;
        // Every level plays every variant.
        let (level, variant) = (number % LEVELS, &catalog()[(number + number / LEVELS) % catalog().len()]);
        Ok(Person { api, rng, token, socket, level, variant, pause })
    }

    /// Plays one game until it is over or the test ends.
    async fn play(&mut self, ends: Instant, times: &Times) -> anyhow::Result<()> {
        let clock = Some(ClockTerms { base_ms: 3_600_000, increment_ms: 0 });
        let terms = Terms { clock, ..Terms::default() };
        let side = if self.rng.random() { Color::White } else { Color::Black };
        let (variant, level) = (self.variant.id.to_owned(), self.level as u8 + 1);
        let call =
            Call::post("/house/games", Some(&self.token), &NewHouseGame { variant, terms, level, side: Some(side) });
        let joined: JoinedGame = self.api.call(0, &call).await.map_err(|failure| anyhow!("{failure}"))?;
        self.socket.send(&Message::Watch { game: joined.game.clone(), seen: None }).await?;
        let mut game = self.variant.game(None).context("the starting position is legal")?;
        let mut sent_at = Instant::now();
        loop {
            while game.turn() != side.into() {
                let is_over = self.read(&joined.game, game.as_mut()).await?;
                if is_over {
                    return Ok(());
                }
            }
            // Before the first move, the time of the request would count.
            if game.moves().len() > 1 {
                let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
                times[self.level].add(sent_at.elapsed());
            }
            sleep(self.pause).await;
            if Instant::now() > ends {
                return Ok(());
            }
            let Some(mv) = game.legal().choose(&mut self.rng).copied() else { return Ok(()) };
            let (ply, uci, id) = (game.moves().len(), game.uci(mv), format!("{:032x}", self.rng.random::<u128>()));
            let game_id = joined.game.clone();
            sent_at = Instant::now();
            self.socket.send(&Message::Move { id, game: game_id, seen: None, ply, uci, draw: false }).await?;
            while game.moves().len() == ply {
                if self.read(&joined.game, game.as_mut()).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Plays the moves of the next frame. Returns true if the game is over.
    async fn read(&mut self, id: &str, game: &mut dyn AnyGame) -> anyhow::Result<bool> {
        let received = timeout(LONGEST, self.socket.next()).await.context("the house does not move")?;
        let acts: Vec<PlayedAct> = match received {
            Received::Frame(frame) => match *frame {
                Frame::Game { game, .. } if game.game == id => game.acts,
                Frame::Act(act) if act.game == id => vec![act.act],
                Frame::Refused { problem, .. } => bail!("refused: {}", problem.detail),
                _ => Vec::new(),
            },
            Received::Unknown => Vec::new(),
            Received::Unreadable(text) => bail!("unreadable: {text}"),
            Received::Closed(code) => bail!("closed with {code:?}"),
        };
        let mut is_over = false;
        for act in acts {
            if let Fact::Moved { ply, uci, .. } = &act.fact
                && *ply == game.moves().len()
            {
                let mv = (self.variant.parse_uci)(uci).map_err(|error| anyhow!("{uci}: {error}"))?;
                game.play(mv).map_err(|_| anyhow!("{uci} is illegal"))?;
            }
            is_over |= act.ended.is_some();
        }
        Ok(is_over)
    }
}
