//! Clients that break every rule of the protocol while other games go on. Each must get one clear answer.

mod attack;
mod doors;
mod floods;
mod frames;
mod moves;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::checker::Copies;
use crate::crowd::{Crowd, CrowdArguments};
use crate::processes::{Binary, Node, end_of, free_address, ready};
use crate::site::Site;
use crate::tally::Tally;
use attack::Scene;

/// The time limit for an act in concurrent games.
const UNDISTURBED: Duration = Duration::from_secs(2);

/// Break every rule of the protocol while games go on beside
#[derive(Args)]
pub struct HostileArguments {
    /// The program under siege
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    #[command(flatten)]
    crowd: CrowdArguments,
}

/// Runs all attacks one after another.
pub async fn run(arguments: &HostileArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let binary = Binary::at(&arguments.binary).await?.with_usual_limits();
    let mut node = Node::new(&binary, free_address()?, &database, &[], log.clone());
    node.start()?;
    ready(node.address, Duration::from_secs(60)).await.with_context(|| end_of(&log))?;
    let site = Site::new(vec![node.address]);
    let crowd = Crowd::gather(&site, tally, &arguments.crowd, Copies::Die).await?;
    let mut rng = SmallRng::seed_from_u64(arguments.crowd.seed);
    let mut scene = Scene::set(&site, tally, &mut rng).await?;
    frames::attack(&mut scene).await?;
    moves::attack(&mut scene).await?;
    doors::attack(&mut scene).await?;
    floods::attack(&mut scene, node.process()?.id().context("the node has ended")?).await?;
    println!("attacks               {}, of which {} had no clear answer", scene.attacks, scene.failures);
    let disturbed = tally.counts().slowest_ack() > UNDISTURBED;
    if disturbed {
        tally.mishap(format!("an acknowledgement beside the attacks took longer than {UNDISTURBED:?}"));
    }
    crowd.disperse(tally, &site).await?;
    node.process()?.must_run().with_context(|| end_of(&log))?;
    Ok(())
}
