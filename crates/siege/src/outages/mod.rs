//! Stress test of outages that the server process survives: frozen, with a full disk, or without its database. The
//! side whose clock ran loses at most a second, and the other side gains nothing (T.5).

mod faulty_node;
mod outage_game;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tokio::time::{Instant, sleep};

use crate::processes::{Binary, log_tail, wait_until_ready};
use crate::site::Site;
use crate::tally::Tally;
use faulty_node::{Cause, FaultyNode};
use outage_game::{ClockCost, MoveTime, OutageGame};

/// The maximum cost of an outage for the side whose clock ran.
const MAX_LOSS: Duration = Duration::from_secs(1);

/// The tolerance between the clocks and the times that players have measured. A move that waited for the database is
/// sent to the players slightly before the node resumes, and the credit covers that time: 0.25 s on an idle machine.
const TOLERANCE: Duration = Duration::from_millis(500);

/// The thinking time of both players before and after an outage.
const THINKING_TIME: Duration = Duration::from_millis(700);

/// Freeze a server, fill its disk, and stop its database, and compare the times on the clocks
#[derive(Args)]
pub struct OutagesArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Outages of each kind
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    rounds: u32,
    /// Seconds per outage
    #[arg(long, value_name = "SECONDS", default_value_t = 16)]
    seconds: u64,
}

/// Runs until all outages are over.
pub async fn run(arguments: &OutagesArguments, tally: &Tally) -> anyhow::Result<()> {
    let binary = Binary::at(&arguments.binary).await?;
    let [frozen, full, away] = Cause::ALL.map(|cause| Box::pin(run_outages(cause, &binary, arguments, tally)));
    tokio::try_join!(frozen, full, away)?;
    Ok(())
}

async fn run_outages(cause: Cause, binary: &Binary, arguments: &OutagesArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let mut fault = FaultyNode::prepare(cause, binary, folder.path(), &log).await?;
    wait_until_ready(fault.node.address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![fault.node.address]);
    for round in 1..=arguments.rounds {
        // In one game White moves during the outage, and in the other after it.
        let moving = OutageGame::begin(&site, MoveTime::DuringOutage, u64::from(round)).await?;
        let thinking = OutageGame::begin(&site, MoveTime::AfterOutage, u64::from(round)).await?;
        sleep(THINKING_TIME).await;
        let strikes = async {
            let begun = Instant::now();
            fault.begin().await?;
            sleep(Duration::from_secs(arguments.seconds)).await;
            fault.end().await?;
            println!("{} {round}: away for {:.1} s", cause.name(), begun.elapsed().as_secs_f64());
            anyhow::Ok(())
        };
        let over = Duration::from_secs(arguments.seconds) + faulty_node::RECOVERY;
        let ((), moved, thought) =
            tokio::try_join!(strikes, moving.play(over), thinking.play(over)).with_context(|| log_tail(&log))?;
        check_cost(cause, MoveTime::DuringOutage, &moved, tally);
        check_cost(cause, MoveTime::AfterOutage, &thought, tally);
    }
    fault.node.process()?.check_running().with_context(|| log_tail(&log))
}

fn check_cost(cause: Cause, move_time: MoveTime, cost: &ClockCost, tally: &Tally) {
    let [white, black] = cost.thought.map(|thought| thought.as_millis() as i64);
    let [lost, kept] = [cost.white - white, cost.black - black];
    println!("  {}: White pays {lost:+} ms for the outage, Black {kept:+} ms", move_time.name());
    let (most, tolerance) = (MAX_LOSS.as_millis() as i64, TOLERANCE.as_millis() as i64);
    if lost > most {
        tally.failure(format!("{}, {}: White has lost {lost} ms by it", cause.name(), move_time.name()));
    }
    if !(-tolerance..=most).contains(&kept) {
        tally.failure(format!("{}, {}: Black has lost {kept} ms by it", cause.name(), move_time.name()));
    }
}
