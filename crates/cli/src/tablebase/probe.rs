//! `faraday tablebase probe`: how a position ends with perfect play, and what each move leads to.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use faraday_tablebase::{AnyTables, ProbeError, Value};
use faraday_variants::AnyGame;
use serde::Serialize;

use super::Place;
use crate::help;
use crate::outcome::Answer;
use crate::output;
use crate::position::{PositionOptions, VariantArgument};

/// Look up a position in the endgame tables, and every move from it
///
/// Distances are in plies to the end of the game. The answer is no if the position is not in the tables.
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
    place: Place,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    #[serde(flatten)]
    known: Option<Known>,
    moves: Vec<Line>,
}

/// What is known of a position, for the side to move.
#[derive(Serialize, Clone, Copy)]
struct Known {
    /// `win`, `draw` or `loss`.
    value: &'static str,
    /// Plies to the end.
    plies: Option<u16>,
    /// Whether the end comes before fifty moves without progress have passed.
    certain: bool,
}

#[derive(Serialize)]
struct Line {
    uci: String,
    san: String,
    #[serde(flatten)]
    known: Option<Known>,
}

/// Asks the tables, and prints the best moves first.
pub fn run(arguments: &ProbeArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let game = arguments.position.game(variant)?;
    let tables = arguments.place.open(variant)?;
    let value = value(tables.as_ref(), game.as_ref())?;
    let mut lines = Vec::new();
    for mv in game.legal() {
        let mut after = game.boxed();
        after.play(mv).map_err(|refusal| anyhow!("{}", game.sentence(mv, &refusal)))?;
        let after_value = self::value(tables.as_ref(), after.as_ref())?;
        // A capture or a pawn's move starts the count anew (C.3).
        let certain = after_value.is_some_and(|value| value.is_certain(halfmoves(after.as_ref())));
        let value = after_value.map(Value::before);
        let known = value.map(|value| Known { certain, ..Known::of(value, 0) });
        lines.push((value.map(Value::rank), Line { uci: game.uci(mv), san: game.san(mv), known }));
    }
    lines.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    let report = Report {
        fen: game.fen(),
        known: value.map(|value| Known::of(value, halfmoves(game.as_ref()))),
        moves: lines.into_iter().map(|(_, line)| line).collect(),
    };
    if arguments.json {
        output::json(out, &report)?;
    } else {
        write(&report, out)?;
    }
    Ok(if report.known.is_some() { Answer::Yes } else { Answer::No })
}

/// The value of a game's position.
fn value(tables: &dyn AnyTables, game: &dyn AnyGame) -> anyhow::Result<Option<Value>> {
    tables.probe(&game.fen()).map_err(|error| match error {
        ProbeError::Setup(error) => anyhow!("bad FEN: {error}"),
        ProbeError::Table(error) => anyhow!(error),
    })
}

/// Plies without progress, as the FEN gives them.
fn halfmoves(game: &dyn AnyGame) -> u16 {
    game.fen().split(' ').nth(4).and_then(|field| field.parse().ok()).unwrap_or_default()
}

impl Known {
    fn of(value: Value, halfmoves: u16) -> Known {
        let name = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        Known { value: name, plies: value.plies(), certain: value.is_certain(halfmoves) }
    }

    fn sentence(self) -> String {
        let unless = if self.certain { "" } else { ", unless 50 moves pass without progress" };
        match (self.value, self.plies) {
            (_, Some(0)) => "lost".to_owned(),
            (value, Some(1)) => format!("{value} in 1 ply"),
            (value, Some(plies)) => format!("{value} in {plies} plies{unless}"),
            (value, None) => value.to_owned(),
        }
    }
}

fn write(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    match report.known {
        Some(known) => writeln!(out, "{}", known.sentence())?,
        None => writeln!(
            out,
            "not in the tables; `faraday tablebase list` shows what they hold, `faraday tablebase build` adds more"
        )?,
    }
    for Line { uci, san, known } in &report.moves {
        let sentence = known.map_or_else(|| "not in the tables".to_owned(), Known::sentence);
        writeln!(out, "  {san:<8} {uci:<7} {sentence}")?;
    }
    Ok(())
}
