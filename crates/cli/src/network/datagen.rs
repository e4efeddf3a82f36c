//! `faraday datagen`: plays training games and appends each to a file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use faraday_training::{GameFile, GameFileError, GameFileSummary, Selfplay, SelfplaySettings};
use indicatif::HumanCount;

use super::{SelfplayArguments, named};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::progress::Progress;
use crate::{number, output, signals};

/// Generate self-play games for training
///
/// Repeat the command to resume an interrupted run. It adds the missing games.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "datagen {variant} --output {variant}.games",
    "datagen {variant} --output {variant}.games --positions 5000000 --nodes 1000 --threads 8",
]))]
pub struct DatagenArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file to write the games to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Stop when the file has this many positions
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = number::at_least(1_u64))]
    positions: u64,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::at_least(1_u64))]
    nodes: u64,
    /// Random plies at the start of each game; every other game has one more
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number::between(0_u64, 60))]
    opening: u64,
    /// Random seed; use a separate file for each seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    #[command(flatten)]
    selfplay: SelfplayArguments,
}

/// Plays the games and prints the size of the file.
pub fn run(arguments: &DatagenArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let entry = arguments.variant.variant;
    let file = || arguments.output.display().to_string();
    let net = || named(&arguments.selfplay.net, &arguments.output);
    let bytes = arguments.selfplay.net.read().with_context(net)?;
    let network = arguments.selfplay.net.source(&bytes);
    let threads = arguments.selfplay.threads();
    let (nodes, opening, seed) = (arguments.nodes, arguments.opening as usize, arguments.seed);
    let selfplay = Selfplay { settings: SelfplaySettings { seed, nodes, opening }, network, threads };
    let description = selfplay.description(entry).with_context(net)?;
    let (games, GameFileSummary { games: played, positions: held, cut }) =
        GameFile::open(&arguments.output, entry.id, &description).with_context(file)?;
    if cut > 0 {
        output::status(&format!("{}: {}", file(), super::cut_off(cut)));
    }
    let stop = signals::stop_flag()?;
    let (games, failure) = (Mutex::new(games), Mutex::new(None::<GameFileError>));
    let (positions, count) = (AtomicU64::new(held), AtomicU64::new(played.len() as u64));
    let (progress, start) = (Progress::new(), Instant::now());
    let speed = |positions: u64| (positions - held) as f64 / start.elapsed().as_secs_f64().max(1e-9);
    let mut running = threads;
    if held < arguments.positions {
        let keep = |game: faraday_training::Game| {
            let appended = games.lock().expect("no thread panics").append(&game);
            if let Err(error) = appended {
                *failure.lock().expect("no thread panics") = Some(error);
                return true;
            }
            let found = positions.fetch_add(game.plies.len() as u64, Ordering::Relaxed) + game.plies.len() as u64;
            let (played, wanted) = (count.fetch_add(1, Ordering::Relaxed) + 1, arguments.positions);
            let line = format!(
                "{} of {} positions, {played} games, {:.0} positions/s",
                HumanCount(found),
                HumanCount(wanted),
                speed(found)
            );
            progress.update(found.min(wanted), wanted, &line);
            found >= wanted || stop.load(Ordering::Relaxed)
        };
        running = selfplay.play(entry, &played, &keep)?;
    }
    drop(progress);
    if let Some(error) = failure.into_inner().expect("no thread panics") {
        return Err(anyhow!("{}: {error}; finished games are kept", file()));
    }
    if running < threads {
        output::status(&format!("could not start {threads} threads: games were played on {running}"));
    }
    let (positions, games) = (positions.into_inner(), count.into_inner());
    let speed = speed(positions);
    writeln!(out, "{games} games, {positions} positions in {}", file())?;
    if positions > held {
        writeln!(out, "{} positions in this run, {speed:.0} per second on {running} threads", positions - held)?;
    }
    if positions < arguments.positions {
        output::status("stopped: repeat the command to resume");
        return Ok(Answer::Stopped);
    }
    Ok(Answer::Yes)
}
