//! Stress test of the lobby: people post, take, and withdraw seeks at once on several nodes, while nodes are killed. No
//! seek begins two games, no one is in two rated games with a clock, and people who seek the same game at once find
//! each other.

mod group;
mod members;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::api::Api;
use crate::processes::{Binary, Bus, Database, Node, free_address, log_tail, wait_until_ready};
use crate::site::{Fault, Site};
use crate::tally::Tally;
use group::{Group, SeekCounts};

/// Let people post and take seeks at once while nodes are killed, and check that no seek begins two games
#[derive(Args)]
pub struct SeeksArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Games that begin from seeks
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    takes: u64,
    /// Nodes of the cluster
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    nodes: usize,
    /// Groups of six people who seek games with each other
    #[arg(long, value_name = "COUNT", default_value_t = 12)]
    groups: usize,
    /// Average milliseconds from one kill to the next; 0 kills no node
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 3000)]
    interval: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// The interval at which the database is checked.
const CHECKS: Duration = Duration::from_millis(200);

/// The interval at which the number of games is shown.
const PROGRESS: Duration = Duration::from_mins(1);

/// People who are in two running rated games with a clock.
const IN_TWO_GAMES: &str = "SELECT count(*) FROM (SELECT who FROM (
        SELECT white AS who FROM game WHERE ended_at IS NULL AND rated AND base_ms IS NOT NULL UNION ALL
        SELECT black FROM game WHERE ended_at IS NULL AND rated AND base_ms IS NOT NULL
    ) AS seat GROUP BY who HAVING count(*) > 1) AS busy";

/// Games from seeks, seeks with two games, and waiting seeks whose game has begun.
const GAMES: &str = "SELECT count(*) FROM game WHERE origin LIKE 'seek/%'";
const SEEKS_WITH_TWO_GAMES: &str = "SELECT count(*) FROM (SELECT origin FROM game WHERE origin LIKE 'seek/%'
    GROUP BY origin HAVING count(*) > 1) AS twice";
const TAKEN_SEEKS_THAT_WAIT: &str = "SELECT count(*) FROM seek JOIN game ON game.origin = 'seek/' || seek.id";

/// Runs until the requested number of games has begun.
pub async fn run(arguments: &SeeksArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let database = Database::start(folder.path()).await?;
    let bus = Bus::start(folder.path()).await?;
    let binary = Binary::at(&arguments.binary).await?;
    let log = |number: usize| folder.path().join(format!("node-{number}.log"));
    let mut nodes = Vec::new();
    for number in 0..arguments.nodes.max(1) {
        let more = ["--bus".to_owned(), bus.url()];
        let mut node = Node::new(&binary, free_address()?, &database.url(), &more, log(number));
        node.start()?;
        nodes.push(node);
    }
    for (number, node) in nodes.iter().enumerate() {
        wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log(number)))?;
    }
    let site = Site::new(nodes.iter().map(|node| node.address).collect());
    let api = Api::new(site.clone())?;
    let members = members::sign_up(&api, arguments.groups * group::PEOPLE, arguments.seed).await?;
    let (over, is_over) = watch::channel(false);
    let counts = SeekCounts::default();
    let mut groups = JoinSet::new();
    for (number, people) in members.chunks(group::PEOPLE).enumerate() {
        let seed = arguments.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let mut group = Group::new(number, people.to_vec(), &api, seed, (tally.clone(), counts.clone()));
        let is_over = is_over.clone();
        groups.spawn(async move {
            while !*is_over.borrow() {
                group.round().await?;
            }
            anyhow::Ok(())
        });
    }
    let begun = Instant::now();
    let mut rng = SmallRng::seed_from_u64(arguments.seed);
    let mut next_kill = begun + pause(&mut rng, arguments.interval);
    let mut next_progress = begun + PROGRESS;
    loop {
        sleep(CHECKS).await;
        let busy = database.query(IN_TWO_GAMES).await?;
        if busy != "0" {
            tally.failure(format!("{busy} people are in two rated games with clocks"));
        }
        if let Some(ended) = groups.try_join_next() {
            ended??;
        }
        if counts.games() >= arguments.takes || !tally.is_clean() {
            break;
        }
        if next_progress <= Instant::now() {
            println!("{} games after {} s", counts.games(), begun.elapsed().as_secs());
            next_progress += PROGRESS;
        }
        if arguments.interval > 0 && next_kill <= Instant::now() {
            let node = rng.random_range(0..nodes.len());
            site.record(Fault::Killed, Some(node));
            nodes[node].kill().await?;
            *tally.counts().faults.entry(Fault::Killed).or_default() += 1;
            next_kill = Instant::now() + pause(&mut rng, arguments.interval);
        }
    }
    let took = begun.elapsed();
    over.send_replace(true);
    while let Some(ended) = groups.join_next().await {
        ended??;
    }
    for (number, node) in nodes.iter_mut().enumerate() {
        node.process()?.check_running().with_context(|| log_tail(&log(number)))?;
    }
    for (what, sql) in
        [("seeks with two games", SEEKS_WITH_TWO_GAMES), ("taken seeks that wait", TAKEN_SEEKS_THAT_WAIT)]
    {
        let count = database.query(sql).await?;
        if count != "0" {
            tally.failure(format!("{what}: {count}"));
        }
    }
    let games = database.query(GAMES).await?;
    ensure!(games.parse::<u64>()? >= counts.games(), "{games} games are stored, and {} have begun", counts.games());
    let kills = tally.counts().faults.values().sum::<u64>();
    println!("{kills} kills of {} nodes, {} people\n{}", nodes.len(), members.len(), counts.report(took));
    if !tally.is_clean() {
        println!("everything is kept in {}", folder.keep().display());
    }
    Ok(())
}

fn pause(rng: &mut SmallRng, average: u64) -> Duration {
    Duration::from_millis(rng.random_range(0..=2 * average))
}
