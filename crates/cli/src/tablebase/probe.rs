//! `faraday tablebase probe`: prints the value of a position with perfect play, and of each move.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use faraday_wire::{EndgameValue, Probe, ProbedMove, Solved};

use super::TablesOption;
use crate::exit_status::Answer;
use crate::help;
use crate::output;
use crate::position::{PositionOptions, VariantArgument};

/// Look up a position and its moves in the tablebases
///
/// Distances are in plies to the end of the game. The exit status is 1 if the position is not in the tables.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "tablebase probe {variant} --fen \"…\"",
    "tablebase probe {variant} --fen \"…\" --json",
]))]
pub struct ProbeArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    tables: TablesOption,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Probes the tables and prints the moves, best first.
pub fn run(arguments: &ProbeArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let game = arguments.position.game(variant)?;
    let collection = arguments.tables.open(variant)?;
    let probe = faraday_endgames::probe(collection.tables(), game.as_ref()).map_err(|error| anyhow!(error))?;
    if arguments.json {
        output::json(out, &probe)?;
    } else {
        write(&probe, out)?;
    }
    Ok(if probe.solved.is_some() { Answer::Yes } else { Answer::No })
}

fn sentence(solved: Solved) -> String {
    let unless = if solved.certain { "" } else { ", unless 50 moves pass without progress" };
    let name = match solved.value {
        EndgameValue::Win => "win",
        EndgameValue::Draw => "draw",
        EndgameValue::Loss => "loss",
    };
    match solved.plies {
        Some(0) => "lost".to_owned(),
        Some(1) => format!("{name} in 1 ply"),
        Some(plies) => format!("{name} in {plies} plies{unless}"),
        None => name.to_owned(),
    }
}

fn write(probe: &Probe, out: &mut dyn Write) -> anyhow::Result<()> {
    match probe.solved {
        Some(solved) => writeln!(out, "{}", sentence(solved))?,
        None => writeln!(
            out,
            "not in the tables; `faraday tablebase list` shows what they hold, `faraday tablebase build` adds more"
        )?,
    }
    for ProbedMove { uci, san, solved } in &probe.moves {
        let said = solved.map_or_else(|| "not in the tables".to_owned(), sentence);
        writeln!(out, "  {san:<8} {uci:<7} {said}")?;
    }
    Ok(())
}
