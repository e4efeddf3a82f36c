//! Load tests of a server: games at full speed or a very large number of sockets.

pub mod duo;
pub mod recorded;
mod spectators;

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
use crate::processes::{Binary, Bus, Database, Node, end_of, free_address, ready, resident_memory, spent};
use crate::site::Site;
use crate::tally::{Tally, Times};
use duo::{Duo, Meter, Rhythm, Stage};
use spectators::Spectators;

/// The number of pairs that connect at the same time.
const DOORS: usize = 32;

/// Measure durable moves in a second, or the relay among very many sockets
#[derive(Args)]
pub struct LoadArguments {
    /// The program under siege, which should be optimized
    #[arg(long, value_name = "PATH", default_value = "target/release/faraday")]
    binary: PathBuf,
    /// How long it is measured, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u64,
    /// How many games are played, each by two sockets
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    games: usize,
    /// How many acts are stored before it is measured
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    warm_acts: u64,
    /// So many sockets, two for each game, which move at a fixed rate
    #[arg(long, value_name = "COUNT")]
    sockets: Option<usize>,
    /// How many moves all of them make in a second
    #[arg(long, value_name = "COUNT", default_value_t = 2000, requires = "sockets")]
    relay_rate: u32,
    /// How many more sockets watch the games
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    spectators: usize,
    /// How often each socket pings, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    ping: u64,
    /// Use PostgreSQL and NATS instead of a file
    #[arg(long, conflicts_with = "database")]
    postgres: bool,
    /// Use this database, and leave there what is played
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Runs one measurement and prints the results.
pub async fn run(arguments: &LoadArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let binary = Binary::at(&arguments.binary).await?;
    let (url, more, _beside) = match &arguments.database {
        Some(url) => (url.clone(), Vec::new(), None),
        None if arguments.postgres => {
            let (database, bus) = (Database::start(folder.path()).await?, Bus::start(folder.path()).await?);
            (database.url(), vec!["--bus".to_owned(), bus.url()], Some((database, bus)))
        }
        None => (format!("sqlite:{}", folder.path().join("games.db").display()), Vec::new(), None),
    };
    let mut node = Node::new(&binary, free_address()?, &url, &more, log.clone());
    node.start()?;
    ready(node.address, Duration::from_secs(60)).await.with_context(|| end_of(&log))?;
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
    let mut round = Round::begin(&site, &api, pairs, warm, Rhythm { pause, ping });
    round.reach(Stage::Seating).await.with_context(|| end_of(&log))?;
    println!("{pairs} games, {} sockets, seated in {:.1} s", 2 * pairs, round.begun.elapsed().as_secs_f64());
    let seated = resident_memory(process)?;
    let mut spectators = Spectators::gather(&site, arguments.spectators, &round.games, ping).await?;
    // Give the spectators that have just connected time to be served.
    sleep(Duration::from_secs(u64::from(arguments.spectators > 0))).await;
    let watched = resident_memory(process)?;
    round.reach(Stage::Warming).await.with_context(|| end_of(&log))?;
    println!("{} acts stored before", round.meter.acked());
    let meter = round.meter.clone();
    meter.reset();
    let (before, start, spent_before) = (meter.acked(), Instant::now(), spent(process)?);
    let told_before = spectators.told();
    let seconds = Duration::from_secs(arguments.seconds);
    round.stages.send_replace(Stage::Measuring);
    sleep(seconds).await;
    let (acked, took, memory) = (meter.acked() - before, start.elapsed(), resident_memory(process)?);
    let (processor, written) = spent(process)?;
    let told = spectators.told() - told_before;
    spectators.must_be_there()?;
    let (processor, written) = (processor.saturating_sub(spent_before.0), written - spent_before.1);
    let duos = round.end().await.with_context(|| end_of(&log))?;
    let [acks, relays] = meter.times();
    println!(
        "durable moves         {acked} in {:.1} s: {:.0} a second",
        took.as_secs_f64(),
        acked as f64 / took.as_secs_f64()
    );
    println!("move to ack           {acks}");
    println!("move to opponent      {relays}");
    println!("memory of the server  {} MiB, {} MiB when it was empty", memory >> 20, empty >> 20);
    if arguments.spectators > 0 {
        println!(
            "spectators            {}, told {:.0} acts a second; {:.1} KiB of memory each",
            arguments.spectators,
            told as f64 / took.as_secs_f64(),
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
    inspect(&api, &duos, tally).await?;
    if arguments.sockets.is_none() {
        node.kill().await?;
        ready(node.address, Duration::from_secs(60)).await.with_context(|| end_of(&log))?;
        reopen(&api, &duos).await?;
    }
    Ok(())
}

/// Measures the time a node takes to read a game that is not in memory, and one that is.
async fn reopen(api: &Api, duos: &[Duo]) -> anyhow::Result<()> {
    let (mut rng, mut times, mut plies) = (SmallRng::seed_from_u64(1), <[Times; 2]>::default(), 0);
    for duo in duos {
        for times in &mut times {
            let start = Instant::now();
            let game: SharedGame = api::read_game(api, &mut rng, duo.standing().0).await?;
            times.add(start.elapsed());
            plies += game.acts.len();
        }
    }
    println!("games of {} acts      opened {}", plies / (2 * duos.len().max(1)), times[0]);
    println!("the same, open        {}", times[1]);
    Ok(())
}

/// All pairs, from the first guest to the last move.
struct Round {
    begun: Instant,
    meter: Meter,
    pairs: usize,
    stages: watch::Sender<Stage>,
    over: watch::Sender<bool>,
    /// The number of pairs that have reached the end of each of the first two stages.
    reached: [Arc<AtomicUsize>; 2],
    /// The current game of each pair.
    games: Vec<watch::Receiver<String>>,
    playing: JoinSet<anyhow::Result<Duo>>,
}

impl Round {
    fn begin(site: &Site, api: &Api, pairs: usize, warm: u64, rhythm: Rhythm) -> Round {
        let (meter, doors) = (Meter::default(), Arc::new(Semaphore::new(DOORS)));
        let (stages, stage) = watch::channel(Stage::Seating);
        let (over, is_over) = watch::channel(false);
        let reached: [Arc<AtomicUsize>; 2] = Default::default();
        let recorded = recorded::games(1);
        let (mut playing, mut games) = (JoinSet::new(), Vec::new());
        for number in 0..pairs {
            let (site, api, meter, doors) = (site.clone(), api.clone(), meter.clone(), Arc::clone(&doors));
            let (mut stage, is_over, reached) = (stage.clone(), is_over.clone(), reached.clone());
            let (shown, shows) = watch::channel(String::new());
            games.push(shows);
            let game = recorded[number % recorded.len()].clone();
            playing.spawn(async move {
                let door = doors.acquire().await?;
                let mut duo = Duo::seat(&site, &api, number, game, &meter, shown).await?;
                drop(door);
                reached[0].fetch_add(1, Relaxed);
                duo.wait(Stage::Warming, &mut stage, rhythm.ping).await?;
                duo.play(&is_over, warm, Rhythm { pause: Duration::ZERO, ..rhythm }).await?;
                reached[1].fetch_add(1, Relaxed);
                duo.wait(Stage::Measuring, &mut stage, rhythm.ping).await?;
                duo.play(&is_over, u64::MAX, rhythm).await?;
                Ok(duo)
            });
        }
        Round { begun: Instant::now(), meter, pairs, stages, over, reached, games, playing }
    }

    /// Begins a stage and waits until all pairs have reached its end.
    async fn reach(&mut self, stage: Stage) -> anyhow::Result<()> {
        self.stages.send_replace(stage);
        let reached = Arc::clone(&self.reached[usize::from(stage > Stage::Seating)]);
        while reached.load(Relaxed) < self.pairs {
            if let Some(ended) = self.playing.try_join_next() {
                ended??;
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Stops all pairs after their current move.
    async fn end(mut self) -> anyhow::Result<Vec<Duo>> {
        self.over.send_replace(true);
        let mut played = Vec::new();
        while let Some(duo) = self.playing.join_next().await {
            played.push(duo??);
        }
        Ok(played)
    }
}

/// Checks the journals of a sample of games, which must contain all acknowledged moves.
async fn inspect(api: &Api, duos: &[Duo], tally: &Tally) -> anyhow::Result<()> {
    let mut rng = SmallRng::seed_from_u64(1);
    for duo in duos.iter().step_by(duos.len().div_ceil(64).max(1)) {
        let (id, acked) = duo.standing();
        let game: SharedGame = api::read_game(api, &mut rng, id).await?;
        tally.accuse(check_journal(&game));
        ensure!(game.acts.len() == acked, "{acked} moves of {id} were acknowledged, but it has {}", game.acts.len());
    }
    Ok(())
}
