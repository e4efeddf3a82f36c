//! `faraday perft`: counts legal move sequences, and prints the count of each first move as it becomes known.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use faraday_rules::perft::LastPly;
use faraday_variants::AnyGame;
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::number;
use crate::output;
use crate::position::{PositionOptions, VariantArgument};
use crate::signals;

/// Greater than any depth that can be counted, and small enough for the stack.
const DEEPEST: u32 = 100;

/// Count the legal move sequences of a given length
#[derive(Args)]
#[command(after_help = help::examples(&[
    "perft {variant} 5",
    "perft {variant} 3 --divide --moves \"e4 e5\"",
]))]
pub struct PerftArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The length in plies (moves by one side)
    #[arg(value_parser = number::between(0_u32, DEEPEST))]
    depth: u32,
    #[command(flatten)]
    position: PositionOptions,
    /// Show the count of each first move as soon as it is known
    #[arg(long)]
    divide: bool,
    /// Play the last ply instead of counting its moves
    #[arg(long)]
    no_bulk: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    variant: &'a str,
    depth: u32,
    fen: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Counts the move sequences and prints the result.
pub fn run(arguments: &PerftArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    signals::exit_at_signal("stopped: not every position was counted");
    let game = arguments.position.game(arguments.variant.variant)?;
    let started = Instant::now();
    let (nodes, divide) = if arguments.divide {
        let shares = divide(game.as_ref(), arguments, out)?;
        (shares.values().sum(), Some(shares))
    } else {
        (game.perft(arguments.depth, last(arguments)), None)
    };
    let seconds = started.elapsed().as_secs_f64();
    let nodes_per_second = (nodes as f64 / seconds.max(1e-9)) as u64;
    if arguments.json {
        let (variant, depth) = (arguments.variant.variant.id, arguments.depth);
        let report = Report { variant, depth, fen: game.fen(), nodes, seconds, nodes_per_second, divide };
        output::json(out, &report)?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "nodes    {nodes}")?;
    writeln!(out, "seconds  {seconds:.3}")?;
    writeln!(out, "nodes/s  {nodes_per_second}")?;
    Ok(Answer::Yes)
}

const fn last(arguments: &PerftArguments) -> LastPly {
    if arguments.no_bulk { LastPly::Played } else { LastPly::Bulk }
}

fn divide(
    game: &dyn AnyGame,
    arguments: &PerftArguments,
    out: &mut dyn Write,
) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut shares = BTreeMap::new();
    let mut written = Ok(());
    game.divide(arguments.depth, last(arguments), &mut |mv, nodes| {
        let uci = game.uci(mv);
        if !arguments.json {
            written = writeln!(out, "{uci:<8} {nodes}").and_then(|()| out.flush());
        }
        shares.insert(uci, nodes);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    Ok(shares)
}
