//! `faraday book table`: prints the first moves of a variant as a Markdown table.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use faraday_wire::{BookMove, book_moves};

use super::show::pawns;
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;

/// Print the first moves of a variant and the best replies as a Markdown table
#[derive(Args)]
#[command(after_help = help::examples(&["book table {variant}"]))]
pub struct TableArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The book to show [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Prints a row for each first move, best first.
pub fn run(arguments: &TableArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let (book, answer) = super::open(variant, arguments.file.as_deref())?;
    let mut game = variant.game(None).expect("every variant has a start");
    writeln!(out, "| first move | score | expected points | played | points in games | best reply |")?;
    writeln!(out, "| --- | --: | --: | --: | --: | --- |")?;
    for BookMove { uci, san, score, expected, share, games, points } in book_moves(game.as_ref(), &book) {
        let mv = game.read_uci(&uci).expect("moves of a book are legal");
        game.play_legal(mv);
        let reply = book_moves(game.as_ref(), &book).first().map_or_else(|| "–".to_owned(), |best| best.san.clone());
        game.undo();
        let score = pawns(score);
        let played = 100.0 * share;
        writeln!(out, "| {san} | {score} | {expected:.3} | {played:.0}% | {points:.1} of {games} | {reply} |")?;
    }
    Ok(answer)
}
