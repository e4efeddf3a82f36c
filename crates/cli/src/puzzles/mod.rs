//! `faraday puzzles`: mines, verifies, tags, and lists puzzles.

mod list;
mod mine;
mod tag;
mod verify;

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use clap::Subcommand;
use faraday_knowledge::puzzle::{self, Puzzle, PuzzleSearcher};
use faraday_variants::Entry;

use crate::exit_status::Answer;
use crate::help;
use crate::input;
use crate::tablebase;

/// The size of the verifying search's transposition table in megabytes.
const HASH_MEGABYTES: usize = 64;

/// Mine, verify, tag, and list puzzles
///
/// A puzzle is a position with exactly one winning move. A file contains one puzzle per line, as JSON.
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "puzzles mine {variant} --output {variant}.jsonl",
    "puzzles verify {variant} {variant}.jsonl",
    "puzzles list {variant} {variant}.jsonl",
]))]
pub enum PuzzlesCommand {
    Mine(mine::MineArguments),
    Verify(verify::VerifyArguments),
    Tag(tag::TagArguments),
    List(list::ListArguments),
}

/// Runs a subcommand of `faraday puzzles`.
pub fn run(command: &PuzzlesCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        PuzzlesCommand::Mine(arguments) => mine::run(arguments, out),
        PuzzlesCommand::Verify(arguments) => verify::run(arguments, out),
        PuzzlesCommand::Tag(arguments) => tag::run(arguments, out),
        PuzzlesCommand::List(arguments) => list::run(arguments, out),
    }
}

/// Reads the puzzles of a file.
fn read(variant: &Entry, path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    puzzle::read(variant, &input::text(path)?).map_err(|error| anyhow!("{}: {error}", input::name(path)))
}

/// Creates a searcher that uses the tablebases.
fn searcher(variant: &'static Entry) -> PuzzleSearcher {
    PuzzleSearcher::new(tablebase::engine(variant, HASH_MEGABYTES))
}
