//! A stress test of Faraday: real processes, players in all games, faults at random moments, and a checker that
//! compares the answers to the players with the journals. It uses only the public protocol.
//!
//! This crate does not depend on the internals of the server and the store.

mod api;
mod checker;
mod cluster;
mod correspondence;
mod floods;
mod history;
mod hostile;
mod house;
mod kills;
mod load;
mod outages;
mod pair;
mod player;
mod processes;
mod rated;
mod retry;
mod seeks;
mod site;
mod socket;
mod stand;
mod strace;
mod tally;
mod workload;

use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use tally::Tally;
use tokio::signal::unix::{SignalKind, signal};

/// Run stress tests against Faraday's online play.
#[derive(Parser)]
#[command(name = "siege", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Kills(kills::KillsArguments),
    Cluster(cluster::ClusterArguments),
    Load(load::LoadArguments),
    Strace(strace::StraceArguments),
    Hostile(hostile::HostileArguments),
    House(house::HouseArguments),
    Outages(outages::OutagesArguments),
    Floods(floods::FloodsArguments),
    Seeks(seeks::SeeksArguments),
    Stand(stand::StandArguments),
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let tally = Tally::default();
    // Dropping the values in this scope ends the processes that they have started.
    let lasts = matches!(arguments.command, Command::Stand(_));
    let outcome = tokio::select! {
        outcome = run(arguments.command, &tally) => outcome,
        signal = shutdown_requested() => signal.and(if lasts { Ok(()) } else { Err(anyhow::anyhow!("interrupted")) }),
    };
    if let Err(error) = outcome {
        eprintln!("siege: {error:#}");
        return ExitCode::from(2);
    }
    if tally.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Waits for Ctrl-C, or for the signal that `timeout` and supervisors send.
async fn shutdown_requested() -> anyhow::Result<()> {
    let [mut interrupt, mut terminate] = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

async fn run(command: Command, tally: &Tally) -> anyhow::Result<()> {
    let begun = Instant::now();
    processes::raise_file_limit()?;
    match command {
        Command::Kills(arguments) => kills::run(&arguments, tally).await?,
        Command::Cluster(arguments) => cluster::run(&arguments, tally).await?,
        Command::Hostile(arguments) => hostile::run(&arguments, tally).await?,
        Command::Seeks(arguments) => return seeks::run(&arguments, tally).await,
        Command::Floods(arguments) => return floods::run(&arguments, tally).await,
        Command::Outages(arguments) => return outages::run(&arguments, tally).await,
        Command::Strace(arguments) => return strace::run(&arguments, tally).await,
        Command::House(arguments) => return house::run(&arguments, tally).await,
        Command::Load(arguments) => return load::run(&arguments, tally).await,
        Command::Stand(arguments) => return stand::run(&arguments).await,
    }
    print!("{}", tally.counts().report(begun.elapsed()));
    Ok(())
}
