//! Stress test of a cluster: three nodes, a database, and a message bus, each of which fails at random during games.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rustix::process::Signal;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::checker::DelayedDuplicates;
use crate::correspondence::{CorrespondenceArguments, ImportedCircles};
use crate::processes::{Binary, Bus, Database, Node, free_address, log_tail, wait_until_ready};
use crate::rated;
use crate::site::{Fault, Site};
use crate::tally::Tally;
use crate::workload::{Workload, WorkloadArguments};

/// Kill and freeze nodes, database, and bus of a cluster during games, and check that no acknowledged move is lost
#[derive(Args)]
pub struct ClusterArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Faults to inject
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    kills: u32,
    /// Nodes of the cluster
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    nodes: usize,
    /// Seconds for which a node is frozen; 0 freezes none
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    frozen: u64,
    /// Maximum downtime of database and bus, in milliseconds; 0 stops neither
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 3000)]
    away: u64,
    #[command(flatten)]
    workload: WorkloadArguments,
    #[command(flatten)]
    correspondence: CorrespondenceArguments,
}

/// The average time from one fault to the next.
const INTERVAL: Duration = Duration::from_millis(2700);

/// The time before a supervisor restarts an exited process (systemd's `RestartSec`).
const RESTART: Duration = Duration::from_millis(100);

struct Cluster {
    binary: Binary,
    database: Database,
    bus: Bus,
    nodes: Vec<Node>,
    /// The frozen node, and the time at which it is resumed.
    frozen: Option<(usize, Instant)>,
    site: Site,
    tally: Tally,
    rng: SmallRng,
    folder: TempDir,
}

/// Runs until all faults have been injected and all games are checked.
pub async fn run(arguments: &ClusterArguments, tally: &Tally) -> anyhow::Result<()> {
    let (mut cluster, imported) = Cluster::start(arguments, tally).await?;
    // Only a frozen process can hold copies of requests that were sent again.
    let delayed_duplicates =
        if arguments.frozen > 0 { DelayedDuplicates::Possible } else { DelayedDuplicates::Impossible };
    let correspondence = imported.start(&cluster.site, delayed_duplicates)?;
    let workload = Workload::start(&cluster.site, tally, &arguments.workload, delayed_duplicates).await?;
    for kill in 0..arguments.kills {
        let pause = Duration::from_millis(cluster.rng.random_range(200..4000));
        cluster.supervise(pause).await?;
        cluster.inject_fault(arguments).await?;
        if (kill + 1) % 25 == 0 {
            println!("{} faults, {} acts so far", kill + 1, tally.counts().acts());
        }
    }
    if let Some((_, until)) = cluster.frozen {
        cluster.supervise(until.saturating_duration_since(Instant::now())).await?;
        cluster.unfreeze()?;
    }
    cluster.restart_exited()?;
    for node in &cluster.nodes {
        wait_until_ready(node.address, Duration::from_secs(60)).await?;
    }
    sleep(Duration::from_secs(6)).await;
    let finished = match workload.finish(tally, &cluster.site).await {
        Ok(()) => correspondence.finish(tally).await,
        Err(error) => Err(error),
    };
    for node in &mut cluster.nodes {
        node.process()?.check_running()?;
    }
    rated::check_ratings(&cluster.binary, &cluster.database.url(), tally).await?;
    if finished.is_err() || !tally.is_clean() {
        println!("everything is kept in {}", cluster.folder.keep().display());
    }
    finished
}

impl Cluster {
    async fn start(arguments: &ClusterArguments, tally: &Tally) -> anyhow::Result<(Cluster, ImportedCircles)> {
        let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
        let database = Database::start(folder.path()).await?;
        let bus = Bus::start(folder.path()).await?;
        let binary = Binary::at(&arguments.binary).await?;
        let period = (arguments.workload.seed, INTERVAL * arguments.kills);
        let imported =
            ImportedCircles::import(&arguments.correspondence, &binary, &database.url(), folder.path(), period).await?;
        let mut nodes = Vec::new();
        for number in 0..arguments.nodes.max(1) {
            let log = log_path(folder.path(), number);
            let [push, host] = imported.options();
            let more = ["--bus".to_owned(), bus.url(), push, host];
            let node = Node::new(&binary, free_address()?, &database.url(), &more, log);
            nodes.push(node.with_authorities(Some(imported.authority())));
        }
        // Started at once, so that all of them find the database empty.
        for node in &mut nodes {
            node.start()?;
        }
        for (number, node) in nodes.iter().enumerate() {
            let log = log_path(folder.path(), number);
            wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
        }
        let site = Site::new(nodes.iter().map(|node| node.address).collect());
        let rng = SmallRng::seed_from_u64(arguments.workload.seed);
        let cluster = Cluster { binary, database, bus, nodes, frozen: None, site, tally: tally.clone(), rng, folder };
        Ok((cluster, imported))
    }

    /// Injects one random fault.
    async fn inject_fault(&mut self, arguments: &ClusterArguments) -> anyhow::Result<()> {
        if self.frozen.is_some_and(|(_, until)| until <= Instant::now()) {
            self.unfreeze()?;
        }
        let away = Duration::from_millis(self.rng.random_range(0..=arguments.away));
        let fault = match self.rng.random_range(0..20) {
            10..14 if arguments.frozen > 0 && self.frozen.is_none() && self.nodes.len() > 1 => Fault::Frozen,
            10..17 if arguments.away > 0 => Fault::Database,
            17..20 if arguments.away > 0 => Fault::Bus,
            _ => Fault::Killed,
        };
        *self.tally.counts().faults.entry(fault).or_default() += 1;
        match fault {
            Fault::Killed => {
                let node = self.running_node();
                self.site.record(fault, Some(node));
                self.nodes[node].kill().await
            }
            Fault::Frozen => {
                let node = self.running_node();
                self.site.record(fault, Some(node));
                self.frozen = Some((node, Instant::now() + Duration::from_secs(arguments.frozen)));
                self.nodes[node].process()?.signal(Signal::STOP)
            }
            Fault::Database => {
                self.site.record(fault, None);
                self.database.crash(away).await
            }
            Fault::Bus => {
                self.site.record(fault, None);
                self.bus.kill(away).await
            }
        }
    }

    /// Waits while restarting processes that exit, as systemd does by default.
    async fn supervise(&mut self, pause: Duration) -> anyhow::Result<()> {
        let until = Instant::now() + pause;
        loop {
            self.restart_exited()?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            sleep(left.min(RESTART)).await;
        }
    }

    /// Restarts nodes that have exited: a node that finds no database at startup exits with an error.
    fn restart_exited(&mut self) -> anyhow::Result<()> {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if node.process()?.check_running().is_err() {
                let log = log_tail(&log_path(self.folder.path(), number));
                println!("node {number} has ended by itself: {}", log.lines().last().unwrap_or_default());
                self.tally.counts().restarted += 1;
                node.start()?;
            }
        }
        Ok(())
    }

    /// Returns a random node that is not frozen.
    fn running_node(&mut self) -> usize {
        self.site.any_but(self.frozen.map(|(node, _)| node), &mut self.rng)
    }

    fn unfreeze(&mut self) -> anyhow::Result<()> {
        match self.frozen.take() {
            Some((node, _)) => self.nodes[node].process()?.signal(Signal::CONT),
            None => Ok(()),
        }
    }
}

fn log_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("faraday-{number}.log"))
}
