//! `faraday book check`: checks the format of a book and the legality of every move in it.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use faraday_variants::book;

use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;

/// Check that a file is an opening book of a variant with only legal moves
#[derive(Args)]
#[command(after_help = help::examples(&["book check {variant} {variant}.book"]))]
pub struct CheckArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The book to check
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Reads the book and prints the number of its moves, positions, and plies.
pub fn run(arguments: &CheckArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let (book, answer) = super::read(variant, &arguments.file)?;
    if answer == Answer::Faulty {
        return Ok(answer);
    }
    let start = variant.game(None).expect("every variant has a start");
    let lines = book::lines(&book, start.as_ref());
    let deepest = lines.iter().map(|line| line.ply + 1).max().unwrap_or_default();
    writeln!(out, "{} moves in {} positions, up to {deepest} plies", lines.len(), book.len())?;
    Ok(Answer::Yes)
}
