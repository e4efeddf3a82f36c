//! Stress test of kills: one node, killed with `SIGKILL` at random moments during games.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use crate::checker::DelayedDuplicates;
use crate::correspondence::{CorrespondenceArguments, ImportedCircles};
use crate::processes::{Binary, Node, free_address, log_tail, wait_until_ready};
use crate::rated;
use crate::site::{Fault, Site};
use crate::tally::Tally;
use crate::workload::{Workload, WorkloadArguments};

/// Kill a server at random moments during games, and check that no acknowledged move is lost
#[derive(Args)]
pub struct KillsArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Number of kills
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    kills: u32,
    /// Time limit of the test in seconds [default: none]
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<u64>,
    #[command(flatten)]
    workload: WorkloadArguments,
    #[command(flatten)]
    correspondence: CorrespondenceArguments,
}

/// The average time from one kill to the next.
const INTERVAL: Duration = Duration::from_millis(1700);

/// Runs until all kills are done and all games are checked.
pub async fn run(arguments: &KillsArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let binary = Binary::at(&arguments.binary).await?;
    let seed = arguments.workload.seed;
    let imported = ImportedCircles::import(
        &arguments.correspondence,
        &binary,
        &database,
        folder.path(),
        (seed, INTERVAL * arguments.kills),
    )
    .await?;
    let node = Node::new(&binary, free_address()?, &database, &imported.options(), log.clone());
    let mut node = node.with_authorities(Some(imported.authority()));
    node.start()?;
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![node.address]);
    let correspondence = imported.start(&site, DelayedDuplicates::Impossible)?;
    let workload = Workload::start(&site, tally, &arguments.workload, DelayedDuplicates::Impossible).await?;
    let mut rng = SmallRng::seed_from_u64(seed);
    let begun = Instant::now();
    let is_late = || arguments.time_limit.is_some_and(|limit| begun.elapsed() > Duration::from_secs(limit));
    for kill in 0..arguments.kills {
        // Usually the node is up and all clients are back. Sometimes it is killed while they reconnect.
        let most = if rng.random_bool(0.25) { 800 } else { 4000 };
        sleep(Duration::from_millis(rng.random_range(50..most))).await;
        if is_late() {
            break;
        }
        node.process()?.check_running().with_context(|| log_tail(&log))?;
        site.record(Fault::Killed, Some(0));
        node.kill().await?;
        *tally.counts().faults.entry(Fault::Killed).or_default() += 1;
        if (kill + 1) % 25 == 0 {
            println!("{} kills, {} acts so far", kill + 1, tally.counts().acts());
        }
    }
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    sleep(Duration::from_secs(3)).await;
    workload.finish(tally, &site).await?;
    correspondence.finish(tally).await?;
    node.process()?.check_running().with_context(|| log_tail(&log))?;
    rated::check_ratings(&binary, &database, tally).await?;
    if !tally.is_clean() {
        println!("the server's log ends so:\n{}", log_tail(&log));
        println!("everything is kept in {}", folder.keep().display());
    }
    Ok(())
}
