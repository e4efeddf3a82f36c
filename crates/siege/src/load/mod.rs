//! Load tests of a server: games at full speed, or a very large number of sockets.

pub mod load_generator;
mod pairings;
pub mod recorded;
mod sign_ins;
mod spectators;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use faraday_wire::live::SharedGame;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::api::{self, Api};
use crate::checker::check_journal;
use crate::processes::{
    Binary, Bus, Database, Node, free_address, log_tail, resident_memory, resource_usage, wait_until_ready,
};
use crate::site::Site;
use crate::tally::{LatencyHistogram, Tally};
use load_generator::{LoadGenerator, LoadMetrics, Pacing, Stage};
use pairings::Pairings;
use sign_ins::SignInFlood;
use spectators::Spectators;

/// The number of pairs that connect at the same time.
const CONCURRENT_CONNECTS: usize = 32;

/// Measure durable moves per second, or the relay of moves among many sockets
#[derive(Args)]
pub struct LoadArguments {
    /// The program under test, which should be an optimized build
    #[arg(long, value_name = "PATH", default_value = "target/release/faraday")]
    binary: PathBuf,
    /// Seconds of measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u64,
    /// Games to play, each with two sockets
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    games: usize,
    /// Acts to store before the measurement
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    warm_acts: u64,
    /// Sockets, two per game, that move at a fixed rate
    #[arg(long, value_name = "COUNT")]
    sockets: Option<usize>,
    /// Moves per second of all these sockets together
    #[arg(long, value_name = "COUNT", default_value_t = 2000, requires = "sockets")]
    relay_rate: u32,
    /// Additional sockets that watch the games
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    spectators: usize,
    /// Sign-ins per second during the moves, most with a wrong password, from many client addresses
    #[arg(long, value_name = "COUNT")]
    sign_ins: Option<u32>,
    /// Pairings per second of people who press *Play now* during the moves
    #[arg(long, value_name = "COUNT")]
    pairings: Option<u32>,
    /// People in the lobby, each with a socket
    #[arg(long, value_name = "COUNT", default_value_t = 2000, requires = "pairings")]
    people: usize,
    /// Seconds between two pings of a socket
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    ping: u64,
    /// Use PostgreSQL and NATS instead of a file
    #[arg(long, conflicts_with = "database")]
    postgres: bool,
    /// Use this database, and leave the games in it
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Runs one measurement and prints the results.
pub async fn run(arguments: &LoadArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let binary = Binary::at(&arguments.binary).await?;
    let (url, mut more, _beside) = match &arguments.database {
        Some(url) => (url.clone(), Vec::new(), None),
        None if arguments.postgres => {
            let (database, bus) = (Database::start(folder.path()).await?, Bus::start(folder.path()).await?);
            (database.url(), vec!["--bus".to_owned(), bus.url()], Some((database, bus)))
        }
        None => (format!("sqlite:{}", folder.path().join("games.db").display()), Vec::new(), None),
    };
    if arguments.sign_ins.is_some() {
        more.extend(sign_ins::OPTIONS.map(str::to_owned));
    } else if arguments.pairings.is_some() {
        more.push(pairings::OPTION.to_owned());
    }
    let mut node = Node::new(&binary, free_address()?, &url, &more, log.clone());
    node.start()?;
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let process = node.process()?.id().context("the node has ended")?;
    let empty = resident_memory(process)?;
    let site = Site::new(vec![node.address]);
    let api = Api::new(site.clone())?;
    let pairs = arguments.sockets.map_or(arguments.games, |sockets| sockets / 2);
    let ping = Duration::from_secs(arguments.ping);
    let pause = match arguments.sockets {
        Some(_) => Duration::from_secs_f64(pairs as f64 / f64::from(arguments.relay_rate.max(1))),
        None => Duration::ZERO,
    };
    let warm = arguments.warm_acts.div_ceil(pairs.max(1) as u64);
    let mut run = LoadRun::begin(&site, &api, pairs, warm, Pacing { pause, ping });
    run.run_stage(Stage::Connecting).await.with_context(|| log_tail(&log))?;
    println!("{pairs} games, {} sockets, seated in {:.1} s", 2 * pairs, run.begun.elapsed().as_secs_f64());
    let seated = resident_memory(process)?;
    let mut spectators = Spectators::connect(&site, arguments.spectators, &run.games, ping).await?;
    // Give the spectators that have just connected time to be served.
    sleep(Duration::from_secs(u64::from(arguments.spectators > 0))).await;
    let watched = resident_memory(process)?;
    run.run_stage(Stage::Warming).await.with_context(|| log_tail(&log))?;
    println!("{} acts stored before", run.metrics.acked());
    let (flood, lobby) = start_extra_load(arguments, node.address, ping).await.with_context(|| log_tail(&log))?;
    let metrics = run.metrics.clone();
    metrics.reset();
    let (before, start, spent_before) = (metrics.acked(), Instant::now(), resource_usage(process)?);
    let received_before = spectators.acts_received();
    let seconds = Duration::from_secs(arguments.seconds);
    run.stages.send_replace(Stage::Measuring);
    sleep(seconds).await;
    let (acked, took, memory) = (metrics.acked() - before, start.elapsed(), resident_memory(process)?);
    let (processor, written) = resource_usage(process)?;
    let received = spectators.acts_received() - received_before;
    let answers = flood.map(SignInFlood::stop).transpose()?;
    let pairings = lobby.map(Pairings::stop).transpose()?;
    spectators.check_connected()?;
    let (processor, written) = (processor.saturating_sub(spent_before.0), written - spent_before.1);
    let generators = run.end().await.with_context(|| log_tail(&log))?;
    let [acks, relays] = metrics.times();
    println!(
        "durable moves         {acked} in {:.1} s: {:.0} a second",
        took.as_secs_f64(),
        acked as f64 / took.as_secs_f64()
    );
    println!("move to ack           {acks}");
    println!("move to opponent      {relays}");
    println!("memory of the server  {} MiB, {} MiB when it was empty", memory >> 20, empty >> 20);
    for (status, times) in answers.into_iter().flatten() {
        let status = status.map_or_else(|| "failed".to_owned(), |status| status.to_string());
        println!("{:<22}{times}", format!("sign-ins, {status}"));
    }
    if let Some(times) = pairings {
        println!("seek to both boards   {times}");
    }
    if arguments.spectators > 0 {
        println!(
            "spectators            {}, told {:.0} acts a second; {:.1} KiB of memory each",
            arguments.spectators,
            received as f64 / took.as_secs_f64(),
            watched.saturating_sub(seated) as f64 / 1024.0 / arguments.spectators as f64
        );
    }
    let each = |sum: f64| sum / acked.max(1) as f64;
    println!(
        "processor             {:.2} of a core, {:.0} µs a move",
        processor.as_secs_f64() / took.as_secs_f64(),
        each(processor.as_secs_f64() * 1e6)
    );
    println!("written by the server {:.0} bytes a move", each(written as f64));
    check_journals(&api, &generators, tally).await?;
    if arguments.sockets.is_none() {
        node.kill().await?;
        wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
        measure_reopening(&api, &generators).await?;
    }
    Ok(())
}

/// Starts the sign-ins and pairings that happen during the moves.
async fn start_extra_load(
    arguments: &LoadArguments,
    server: SocketAddr,
    ping: Duration,
) -> anyhow::Result<(Option<SignInFlood>, Option<Pairings>)> {
    let flood = match arguments.sign_ins {
        Some(rate) => Some(SignInFlood::start(server, rate).await?),
        None => None,
    };
    let lobby = match arguments.pairings {
        Some(rate) => Some(Pairings::start(server, arguments.people, rate, ping).await?),
        None => None,
    };
    Ok((flood, lobby))
}

/// Measures the time a node takes to read a game that is not in memory, and one that is.
async fn measure_reopening(api: &Api, generators: &[LoadGenerator]) -> anyhow::Result<()> {
    let (mut rng, mut times, mut plies) = (SmallRng::seed_from_u64(1), <[LatencyHistogram; 2]>::default(), 0);
    for generator in generators {
        for times in &mut times {
            let start = Instant::now();
            let game: SharedGame = api::read_game(api, &mut rng, generator.progress().0).await?;
            times.add(start.elapsed());
            plies += game.acts.len();
        }
    }
    println!("games of {} acts      opened {}", plies / (2 * generators.len().max(1)), times[0]);
    println!("the same, open        {}", times[1]);
    Ok(())
}

/// All pairs, from the first guest to the last move.
struct LoadRun {
    begun: Instant,
    metrics: LoadMetrics,
    pairs: usize,
    stages: watch::Sender<Stage>,
    over: watch::Sender<bool>,
    /// The number of pairs that have reached the end of each of the first two stages.
    reached: [Arc<AtomicUsize>; 2],
    /// The current game of each pair.
    games: Vec<watch::Receiver<String>>,
    playing: JoinSet<anyhow::Result<LoadGenerator>>,
}

impl LoadRun {
    fn begin(site: &Site, api: &Api, pairs: usize, warm: u64, pacing: Pacing) -> LoadRun {
        let (metrics, connecting) = (LoadMetrics::default(), Arc::new(Semaphore::new(CONCURRENT_CONNECTS)));
        let (stages, stage) = watch::channel(Stage::Connecting);
        let (over, is_over) = watch::channel(false);
        let reached: [Arc<AtomicUsize>; 2] = Default::default();
        let recorded = recorded::games(1);
        let (mut playing, mut games) = (JoinSet::new(), Vec::new());
        for number in 0..pairs {
            let (site, api, metrics, connecting) =
                (site.clone(), api.clone(), metrics.clone(), Arc::clone(&connecting));
            let (mut stage, is_over, reached) = (stage.clone(), is_over.clone(), reached.clone());
            let (shown, shows) = watch::channel(String::new());
            games.push(shows);
            let game = recorded[number % recorded.len()].clone();
            playing.spawn(async move {
                let permit = connecting.acquire().await?;
                let mut generator = LoadGenerator::connect(&site, &api, number, game, &metrics, shown).await?;
                drop(permit);
                reached[0].fetch_add(1, Relaxed);
                generator.wait(Stage::Warming, &mut stage, pacing.ping).await?;
                generator.play(&is_over, warm, Pacing { pause: Duration::ZERO, ..pacing }).await?;
                reached[1].fetch_add(1, Relaxed);
                generator.wait(Stage::Measuring, &mut stage, pacing.ping).await?;
                generator.play(&is_over, u64::MAX, pacing).await?;
                Ok(generator)
            });
        }
        LoadRun { begun: Instant::now(), metrics, pairs, stages, over, reached, games, playing }
    }

    /// Begins a stage and waits until all pairs have reached its end.
    async fn run_stage(&mut self, stage: Stage) -> anyhow::Result<()> {
        self.stages.send_replace(stage);
        let reached = Arc::clone(&self.reached[usize::from(stage > Stage::Connecting)]);
        while reached.load(Relaxed) < self.pairs {
            if let Some(ended) = self.playing.try_join_next() {
                ended??;
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Stops all pairs after their current move.
    async fn end(mut self) -> anyhow::Result<Vec<LoadGenerator>> {
        self.over.send_replace(true);
        let mut played = Vec::new();
        while let Some(generator) = self.playing.join_next().await {
            played.push(generator??);
        }
        Ok(played)
    }
}

/// Checks the journals of a sample of games, which must contain all acknowledged moves.
async fn check_journals(api: &Api, generators: &[LoadGenerator], tally: &Tally) -> anyhow::Result<()> {
    let mut rng = SmallRng::seed_from_u64(1);
    for generator in generators.iter().step_by(generators.len().div_ceil(64).max(1)) {
        let (id, acked) = generator.progress();
        let game: SharedGame = api::read_game(api, &mut rng, id).await?;
        tally.add_violations(check_journal(&game));
        ensure!(game.acts.len() == acked, "{acked} moves of {id} were acknowledged, but it has {}", game.acts.len());
    }
    Ok(())
}
