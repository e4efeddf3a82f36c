//! Stress test of hostile clients, which break every rule of the protocol. Each must get one clear answer, and other
//! games must continue.

mod connections;
mod floods;
mod frames;
mod moves;
mod target;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::checker::DelayedDuplicates;
use crate::processes::{Binary, Node, free_address, log_tail, wait_until_ready};
use crate::site::Site;
use crate::tally::Tally;
use crate::workload::{Workload, WorkloadArguments};
use target::Target;

/// The time limit for an act in concurrent games.
const MAX_ACK_TIME: Duration = Duration::from_secs(2);

/// Break every rule of the protocol during other games
#[derive(Args)]
pub struct HostileArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    #[command(flatten)]
    workload: WorkloadArguments,
}

/// Runs all attacks one after another.
pub async fn run(arguments: &HostileArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let binary = Binary::at(&arguments.binary).await?.with_default_limits();
    let mut node = Node::new(&binary, free_address()?, &database, &[], log.clone());
    node.start()?;
    wait_until_ready(node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![node.address]);
    let workload = Workload::start(&site, tally, &arguments.workload, DelayedDuplicates::Impossible).await?;
    let mut rng = SmallRng::seed_from_u64(arguments.workload.seed);
    let mut target = Target::prepare(&site, tally, &mut rng).await?;
    frames::attack(&mut target).await?;
    moves::attack(&mut target).await?;
    connections::attack(&mut target).await?;
    floods::attack(&mut target, node.process()?.id().context("the node has ended")?).await?;
    println!("attacks               {}, of which {} had no clear answer", target.attacks, target.failures);
    let is_slowed = tally.counts().longest_ack() > MAX_ACK_TIME;
    if is_slowed {
        tally.failure(format!("an acknowledgement beside the attacks took longer than {MAX_ACK_TIME:?}"));
    }
    workload.finish(tally, &site).await?;
    node.process()?.check_running().with_context(|| log_tail(&log))?;
    Ok(())
}
