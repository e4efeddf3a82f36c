//! `faraday moves`: lists the legal moves of a position, or none if the game is over.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::output;
use crate::position::{PositionOptions, VariantArgument};

/// List the legal moves, in UCI and SAN
#[derive(Args)]
#[command(after_help = help::examples(&[
    "moves {variant}",
    "moves {variant} --moves \"e4 e5\" --json",
]))]
pub struct MovesArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    position: PositionOptions,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MoveRow {
    uci: String,
    san: String,
}

/// Prints the moves, sorted by UCI.
pub fn run(arguments: &MovesArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = arguments.position.game(arguments.variant.variant)?;
    let mut moves: Vec<MoveRow> =
        game.legal().into_iter().map(|mv| MoveRow { uci: game.uci(mv), san: game.san(mv) }).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    if arguments.json {
        output::json(out, &moves)?;
        return Ok(Answer::Yes);
    }
    for MoveRow { uci, san } in &moves {
        writeln!(out, "{uci:<8} {san}")?;
    }
    if let Some(ending) = game.ending() {
        out.flush()?;
        output::diagnostic("note", &format!("no move is legal: the game is over, {}", output::ending(ending)));
    }
    if let Some(drawn) = game.drawn() {
        out.flush()?;
        output::diagnostic(
            "note",
            &format!("in a game, this position is a draw {} (C.3)", output::drawn(drawn.name())),
        );
    }
    Ok(Answer::Yes)
}
