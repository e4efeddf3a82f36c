//! Outages during which the server process survives: frozen, with a full disk, or without its database. The side whose
//! clock ran loses at most a second, and the other side gains nothing (T.5).

mod duel;
mod fault;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tokio::time::{Instant, sleep};

use crate::processes::{Binary, end_of, ready};
use crate::site::Site;
use crate::tally::Tally;
use duel::{Answer, Duel, Paid};
use fault::{Cause, Fault};

/// The maximum cost of an outage for the side whose clock ran.
const MOST_LOST: Duration = Duration::from_secs(1);

/// The tolerance between the clocks and the times that players have measured. A move that waited for the database is
/// sent to the players slightly before the node resumes, and the credit covers that time: 0.25 s on an idle machine.
const TOLERANCE: Duration = Duration::from_millis(500);

/// The thinking time of both players before and after an outage.
const THOUGHT: Duration = Duration::from_millis(700);

/// Freeze a server, fill its disk and stop its database, and compare what the clocks have lost and gained
#[derive(Args)]
pub struct OutagesArguments {
    /// The program under siege
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// How many outages of each kind
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    rounds: u32,
    /// How long each lasts, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 16)]
    seconds: u64,
}

/// Runs until all outages are over.
pub async fn run(arguments: &OutagesArguments, tally: &Tally) -> anyhow::Result<()> {
    let binary = Binary::at(&arguments.binary).await?;
    let [frozen, full, away] = Cause::ALL.map(|cause| Box::pin(suffer(cause, &binary, arguments, tally)));
    tokio::try_join!(frozen, full, away)?;
    Ok(())
}

async fn suffer(cause: Cause, binary: &Binary, arguments: &OutagesArguments, tally: &Tally) -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let log = folder.path().join("faraday.log");
    let mut fault = Fault::prepare(cause, binary, folder.path(), &log).await?;
    ready(fault.node.address, Duration::from_secs(60)).await.with_context(|| end_of(&log))?;
    let site = Site::new(vec![fault.node.address]);
    for round in 1..=arguments.rounds {
        // In one game White moves during the outage, and in the other after it.
        let moving = Duel::begin(&site, Answer::During, u64::from(round)).await?;
        let thinking = Duel::begin(&site, Answer::Afterwards, u64::from(round)).await?;
        sleep(THOUGHT).await;
        let strikes = async {
            let begun = Instant::now();
            fault.begin().await?;
            sleep(Duration::from_secs(arguments.seconds)).await;
            fault.end().await?;
            println!("{} {round}: away for {:.1} s", cause.name(), begun.elapsed().as_secs_f64());
            anyhow::Ok(())
        };
        let over = Duration::from_secs(arguments.seconds) + fault::RETURN;
        let ((), moved, thought) =
            tokio::try_join!(strikes, moving.play(over), thinking.play(over)).with_context(|| end_of(&log))?;
        judge(cause, Answer::During, &moved, tally);
        judge(cause, Answer::Afterwards, &thought, tally);
    }
    fault.node.process()?.must_run().with_context(|| end_of(&log))
}

fn judge(cause: Cause, answer: Answer, paid: &Paid, tally: &Tally) {
    let [white, black] = paid.thought.map(|thought| thought.as_millis() as i64);
    let [lost, kept] = [paid.white - white, paid.black - black];
    println!("  {}: White pays {lost:+} ms for the outage, Black {kept:+} ms", answer.name());
    let (most, tolerance) = (MOST_LOST.as_millis() as i64, TOLERANCE.as_millis() as i64);
    if lost > most {
        tally.mishap(format!("{}, {}: White has lost {lost} ms by it", cause.name(), answer.name()));
    }
    if !(-tolerance..=most).contains(&kept) {
        tally.mishap(format!("{}, {}: Black has lost {kept} ms by it", cause.name(), answer.name()));
    }
}
