//! `faraday puzzles list`: lists the puzzles of a file after checking them against the rules.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::read;
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;

/// List puzzles
///
/// Each line has the id, rating, number of moves to find, themes, position, and moves.
#[derive(Args)]
#[command(after_help = help::examples(&["puzzles list {variant} {variant}.jsonl"]))]
pub struct ListArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints a line for each puzzle, then their number.
pub fn run(arguments: &ListArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let puzzles = read(arguments.variant.variant, &arguments.file)?;
    for puzzle in &puzzles {
        let (themes, moves) = (puzzle.themes.join(","), puzzle.moves.join(" "));
        writeln!(out, "{} {} {} {themes} {} | {moves}", puzzle.id, puzzle.rating, puzzle.turns(), puzzle.fen)?;
    }
    writeln!(out, "{} puzzles", puzzles.len())?;
    Ok(Answer::Yes)
}
