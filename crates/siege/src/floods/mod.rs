//! Stress test of write floods: clients write as much as they can while two others play on a disk with slow flushes.
//! Moves must not wait for the flood.

mod flood;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use futures_util::TryStreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::api::Api;
use crate::load::load_generator::{LoadGenerator, LoadMetrics, Pacing};
use crate::load::recorded;
use crate::processes::{Binary, Node, free_address, log_tail, preload, wait_until_ready};
use crate::site::Site;
use crate::tally::Tally;
use flood::Flood;

const SLOW_FLUSH: &str = include_str!("slow_flush.c");

/// The players' pause between two moves.
const PAUSE: Duration = Duration::from_millis(10);

/// The number of games in which moves are timed.
const GAMES: usize = 4;

/// The warm-up time of a flood before the measurement.
const WARM_UP: Duration = Duration::from_millis(500);

/// The limits for the additional wait of 99% of moves until their acknowledgment, by the number of flooding addresses.
const LIMITS: [(u8, Duration); 2] = [(1, Duration::from_millis(50)), (8, Duration::from_millis(250))];

/// Flood a server with challenges, on a disk with a slow flush, and measure the wait of another player's moves
#[derive(Args)]
pub struct FloodsArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Seconds of measurement per flood
    #[arg(long, value_name = "SECONDS", default_value_t = 7)]
    seconds: u64,
    /// Milliseconds that a flush of the disk takes
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 8)]
    flush: u64,
}

/// Runs until all floods are over.
pub async fn run(arguments: &FloodsArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let binary = Binary::at(&arguments.binary).await?;
    let disk = preload(folder.path(), SLOW_FLUSH, &format!("FLUSH_MS={}", arguments.flush)).await?;
    let mut node = Node::new(&binary, free_address()?, &database, &[], log.clone());
    node.start_under(&disk)?;
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![node.address]);
    let (metrics, api, recorded) = (LoadMetrics::default(), Api::new(site.clone())?, recorded::games(1));
    let (over, is_over) = watch::channel(false);
    let pacing = Pacing { pause: PAUSE, ping: Duration::from_secs(10) };
    let mut games = Vec::new();
    for number in 0..GAMES {
        let (shown, shows) = watch::channel(String::new());
        let game = recorded[number % recorded.len()].clone();
        games.push((LoadGenerator::connect(&site, &api, number, game, &metrics, shown).await?, shows));
    }
    let plays: FuturesUnordered<_> =
        games.iter_mut().map(|(generator, _)| generator.play(&is_over, u64::MAX, pacing)).collect();
    let plays = plays.try_collect::<Vec<_>>();
    let measures = async {
        let seconds = Duration::from_secs(arguments.seconds);
        let calm = measure(&site, &metrics, 0, seconds, tally).await?;
        for (addresses, bar) in LIMITS {
            let mut waits = vec![measure(&site, &metrics, addresses, seconds, tally).await?];
            // Other work on the machine may delay one measurement, so the median of three decides.
            if waits[0] > calm + bar {
                for _ in 0..2 {
                    waits.push(measure(&site, &metrics, addresses, seconds, tally).await?);
                }
            }
            waits.sort_unstable();
            let p99 = waits[waits.len() / 2];
            if p99 > calm + bar {
                tally.failure(format!("beside {addresses} flooding, p99 of moves is {p99:?}, and {calm:?} without"));
            }
        }
        over.send_replace(true);
        anyhow::Ok(())
    };
    tokio::try_join!(measures, plays).with_context(|| log_tail(&log))?;
    node.process()?.check_running().with_context(|| log_tail(&log))
}

/// Measures moves during a flood and returns the 99th percentile of their acknowledgment time.
async fn measure(
    site: &Site,
    metrics: &LoadMetrics,
    addresses: u8,
    time: Duration,
    tally: &Tally,
) -> anyhow::Result<Duration> {
    let flood = Flood::begin(site, addresses).await?;
    sleep(WARM_UP).await;
    let before = flood.counts();
    metrics.reset();
    sleep(time).await;
    let [acks, _] = metrics.times();
    let [made, refused] = [0, 1].map(|index| flood.counts()[index] - before[index]);
    drop(flood);
    let rate = made as f64 / time.as_secs_f64();
    println!("{addresses} flooding            {rate:.0} challenges a second; move to ack {acks}");
    if addresses > 0 && (made == 0 || refused > 0) {
        tally.failure(format!("a flood of {addresses} made {made} challenges, and {refused} were refused"));
    }
    Ok(acks.quantile(0.99))
}
