//! `faraday book build`: builds an opening book from searches and engine games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use faraday_training::{BookBuildError, BookPlan, BookProgress, build_book};
use faraday_variants::book;

use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::progress::Progress;
use crate::{number, output, signals};

/// Build an opening book from the engine's own searches and games
///
/// Repeat the command to resume an interrupted run. Intermediate results are stored in FILE.part. The book does not
/// depend on the number of threads.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "book build {variant} --output {variant}.book",
    "book build {variant} --output {variant}.book --positions 2000 --nodes 200000 --games 1000",
]))]
pub struct BuildArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file to write the book to
    #[arg(long, short, value_name = "FILE", visible_alias = "out")]
    output: PathBuf,
    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = number::between(1_u32, 1_000_000))]
    positions: u32,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = number::at_least(1_u64))]
    nodes: u64,
    /// Moves to consider in each position; in the first position, all are considered
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::between(1_u32, 200))]
    width: u32,
    /// Length of the longest line, in plies
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = number::between(1_u32, 100))]
    plies: u32,
    /// Games to play from the book, with each first move equally often
    #[arg(long, value_name = "N", default_value_t = 240, value_parser = number::between(0_u32, 1_000_000))]
    games: u32,
    /// Nodes per move in these games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::at_least(1_u64))]
    game_nodes: u64,
    /// Random seed of the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::between(1_u32, 1024))]
    threads: Option<u32>,
}

/// Builds the book and prints its size.
pub fn run(arguments: &BuildArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let file = &arguments.output;
    let mut record = file.clone().into_os_string();
    record.push(".part");
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = BookPlan {
        record: record.into(),
        positions: arguments.positions as usize,
        nodes: arguments.nodes,
        width: arguments.width as usize,
        plies: arguments.plies as usize,
        games: arguments.games,
        game_nodes: arguments.game_nodes,
        seed: arguments.seed,
        threads: arguments.threads.map_or_else(cores, |threads| threads as usize),
    };
    let stop = signals::stop_flag()?;
    let progress = Progress::new();
    let built = build_book(variant, &plan, &stop, &|news| {
        let (done, total, what) = match news {
            BookProgress::Positions(done) => (done as u64, plan.positions as u64, "positions"),
            BookProgress::Games(done) => (done.into(), plan.games.into(), "games"),
        };
        progress.update(done, total, &format!("{done} of {total} {what}"));
    });
    drop(progress);
    let book = match built {
        Err(BookBuildError::Stopped) => {
            output::status(&BookBuildError::Stopped.to_string());
            return Ok(Answer::Stopped);
        }
        built => built?,
    };
    let text = book::write(variant, &book, &plan.method());
    std::fs::write(file, &text).with_context(|| file.display().to_string())?;
    std::fs::remove_file(&plan.record).with_context(|| plan.record.display().to_string())?;
    writeln!(out, "{} positions, {} bytes in {}", book.len(), text.len(), file.display())?;
    Ok(Answer::Yes)
}
