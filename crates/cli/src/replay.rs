//! `faraday replay`: the games of a PGN file, played by the rules ply by ply.
//!
//! Reads in pieces, and prints a game once the whole of it has proved legal: nothing is left half-written.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use faraday_rules::Ending;
use faraday_rules::pgn::{GameResult, GameTree, Node, PgnError};
use faraday_variants::{AnyGame, Entry};
use serde::Serialize;

use crate::explain::{self, Event};
use crate::help;
use crate::input;
use crate::outcome::Answer;
use crate::output::{self, STRONG, styled};
use crate::position::{self, VariantArgument};

/// Replay PGN games, with the position and effects of every move and the outcome
#[derive(Args)]
#[command(after_help = help::examples(&[
    "replay {variant} games.pgn",
    "replay {variant} - --json < games.pgn",
]))]
pub struct ReplayArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The PGN file; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object per ply, and one with the outcome after each game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Ply {
    game: u64,
    #[serde(rename = "ply")]
    number: usize,
    uci: String,
    san: String,
    fen: String,
    effects: Vec<String>,
    events: Vec<Event>,
}

#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    reason: &'static str,
}

#[derive(Serialize)]
struct Last<'a> {
    game: u64,
    outcome: Option<Outcome>,
    /// What the record says of the result.
    result: &'a str,
}

/// Replays every game of the file.
pub fn run(arguments: &ReplayArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let name = input::name(&arguments.file);
    input::games(&arguments.file, |number, game| replay(arguments, number, game, (&name, out)))?;
    Ok(Answer::Yes)
}

fn replay(
    arguments: &ReplayArguments,
    number: u64,
    tree: Result<GameTree, PgnError>,
    (name, out): (&str, &mut dyn Write),
) -> anyhow::Result<()> {
    let tree = tree?;
    let mut game = start(arguments.variant.variant, &tree).with_context(|| format!("game at {}", tree.place()))?;
    let mut plies = Vec::new();
    for (ply, id) in (1..).zip(tree.main_line()) {
        let node = tree.node(id);
        plies.push(play(game.as_mut(), number, ply, node).with_context(|| format!("{}: ply {ply}", node.place()))?);
    }
    let told = if arguments.json { write_json } else { write_text };
    told(&plies, game.as_ref(), &tree, number, out)?;
    out.flush()?;
    if let Some(difference) = difference(&tree, game.as_ref()) {
        output::complain("note", &format!("{name}: game {number}: {difference}"));
    }
    Ok(())
}

/// What the record says of the result, where by the rules the game has ended otherwise.
fn difference(tree: &GameTree, game: &dyn AnyGame) -> Option<String> {
    let ending = game.ending()?;
    let ended = output::ending(ending);
    let tag = tree.header("Result").filter(|tag| *tag != ending.result());
    let written = Some(tree.result()).filter(|result| *result != GameResult::Unknown);
    let written = written.map(GameResult::as_str).filter(|written| *written != ending.result());
    tag.map(|tag| format!("its Result tag says `{tag}`, but by the rules it ended {ended}"))
        .or_else(|| written.map(|result| format!("it ends with `{result}`, but by the rules it ended {ended}")))
}

/// The start of a game of a variant, as its tags say.
pub fn start(variant: &'static Entry, tree: &GameTree) -> anyhow::Result<Box<dyn AnyGame>> {
    if let Some(tag) = tree.header("Variant") {
        ensure!(variant.is_called(tag), "its Variant tag says `{tag}`, not `{}`", variant.id);
    }
    match (tree.header("SetUp"), tree.header("FEN")) {
        (Some("0"), _) | (None, None) => position::start(variant, None),
        (Some("1") | None, Some(fen)) => position::start(variant, Some(fen)),
        (Some("1"), None) => bail!("its SetUp tag is `1`, but it has no FEN tag"),
        (Some(tag), _) => bail!("its SetUp tag is `{tag}`, not `0` or `1`"),
    }
}

fn play(game: &mut dyn AnyGame, number: u64, ply: usize, node: &Node) -> anyhow::Result<Ply> {
    let mv = game.read_move(node.san()).map_err(|error| anyhow!("{}", game.complaint(&error)))?;
    let (uci, san, effects) = (game.uci(mv), game.san(mv), game.effects(mv));
    let events = explain::events(game.events(mv));
    game.play(mv).map_err(|refusal| anyhow!("{}", game.sentence(mv, &refusal)))?;
    Ok(Ply { game: number, number: ply, uci, san, fen: game.fen(), effects, events })
}

fn write_json(
    plies: &[Ply],
    game: &dyn AnyGame,
    tree: &GameTree,
    number: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for ply in plies {
        output::json(out, ply)?;
    }
    let outcome = |ending: Ending| Outcome {
        winner: ending.winner.map(faraday_rules::Color::name),
        reason: ending.reason.name(),
    };
    output::json(out, &Last { game: number, outcome: game.ending().map(outcome), result: tree.result().as_str() })
}

fn write_text(
    plies: &[Ply],
    game: &dyn AnyGame,
    tree: &GameTree,
    number: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let player = |name| tree.header(name).unwrap_or("?");
    let head = output::one_line(&format!("game {number}: {} – {}", player("White"), player("Black")));
    writeln!(out, "{}", styled(STRONG, &head))?;
    for Ply { number, san, fen, effects, .. } in plies {
        let effects = if effects.is_empty() { String::new() } else { format!("({})", effects.join(",")) };
        writeln!(out, "{number:>4}  {:<16} {fen}", san.clone() + &effects)?;
    }
    let end =
        game.ending().map_or_else(|| format!("{}, not ended by the rules", tree.result().as_str()), output::ending);
    writeln!(out, "      {end}")?;
    Ok(())
}
