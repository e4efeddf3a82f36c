//! `faraday book show`: prints the book moves of a position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use faraday_wire::{BookMove, book_moves};

use crate::exit_status::Answer;
use crate::help;
use crate::output;
use crate::position::{PositionOptions, VariantArgument};

/// Show the book moves in a position
///
/// The exit status is 1 if the position is not in the book.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "book show {variant}",
    "book show {variant} --moves \"e4 e5\" --json",
]))]
pub struct ShowArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    position: PositionOptions,
    /// The book to show [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the moves, best first.
pub fn run(arguments: &ShowArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let (book, read) = super::open(variant, arguments.file.as_deref())?;
    let game = arguments.position.game(variant)?;
    let moves = book_moves(game.as_ref(), &book);
    let answer = if moves.is_empty() && read == Answer::Yes { Answer::No } else { read };
    if arguments.json {
        output::json(out, &moves)?;
    } else if moves.is_empty() {
        writeln!(out, "not in the book")?;
    } else {
        writeln!(out, "move      score  expected  played  games  points")?;
        for BookMove { san, score, expected, share, games, points, .. } in &moves {
            let score = pawns(*score);
            let played = 100.0 * share;
            writeln!(out, "{san:<8} {score:>6}  {expected:>8.3}  {played:>5.0}%  {games:>5}  {points:>6.1}")?;
        }
    }
    Ok(answer)
}

/// Formats a score in centipawns as pawns with a sign.
pub fn pawns(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
