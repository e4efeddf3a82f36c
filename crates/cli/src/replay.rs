//! `faraday replay`: plays the games of a PGN file by the rules, ply by ply.
//!
//! A faulty game is printed up to its fault and reported, then the next one follows (N.5). Draws of C.3 are noted.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use faraday_rules::pgn::{GameResult, GameTree};
use faraday_rules::{EndReason, Ending};
use faraday_variants::recorded::{self, Fault};
use faraday_variants::{AnyGame, Entry, Language};
use faraday_wire::{ExplainedEvent, explained_events};
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::input;
use crate::output::{self, FAINT, STRONG, styled};
use crate::position::VariantArgument;

/// Replay PGN games, with the position and effects of every move, and the outcome
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
struct PlyLine {
    game: u64,
    #[serde(rename = "ply")]
    number: usize,
    uci: String,
    san: String,
    fen: String,
    effects: Vec<String>,
    events: Vec<ExplainedEvent>,
    /// The draw of C.3 that the position after the ply is. In a record it does not end the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<&'static str>,
}

#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    reason: &'static str,
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    outcome: Option<Outcome>,
    /// The result that the record claims.
    result: &'a str,
}

/// The last line of a game that could not be read completely.
#[derive(Serialize)]
struct FaultyGameLine<'a> {
    game: u64,
    result: &'a str,
    error: Error<'a>,
}

#[derive(Serialize)]
struct Error<'a> {
    line: u64,
    column: u32,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    reason: &'a str,
}

/// Replays every game of the file.
pub fn run(arguments: &ReplayArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let name = input::name(&arguments.file);
    input::games(&arguments.file, |number, tree, fault| replay(arguments, (number, tree, fault), (&name, out)))
}

fn replay(
    arguments: &ReplayArguments,
    (number, tree, fault): (u64, &GameTree, Option<Fault>),
    (name, out): (&str, &mut dyn Write),
) -> anyhow::Result<Option<Fault>> {
    let mut plies = Vec::new();
    let game = play(arguments.variant.variant, tree, number, &mut plies);
    let fault = game.as_ref().err().cloned().or(fault);
    let outcome = game.as_ref().ok().and_then(|game| outcome(game.as_ref(), &plies));
    if arguments.json {
        write_json(&plies, outcome, (number, tree), fault.as_ref(), out)?;
    } else {
        write_text(&plies, outcome, (number, tree), fault.as_ref(), out)?;
    }
    out.flush()?;
    let decided = outcome.filter(|_| plies.last().is_none_or(|ply| ply.drawn.is_none()));
    if let Some(result_mismatch) = decided.filter(|_| fault.is_none()).and_then(|ending| result_mismatch(tree, ending))
    {
        output::diagnostic("note", &format!("{name}: game {number}: {result_mismatch}"));
    }
    Ok(fault)
}

/// Plays the main line and collects its plies.
fn play(
    variant: &'static Entry,
    tree: &GameTree,
    number: u64,
    plies: &mut Vec<PlyLine>,
) -> Result<Box<dyn AnyGame>, Fault> {
    recorded::is_of(tree, variant)?;
    let mut game = recorded::start_of(tree, variant, Language::ENGLISH)?;
    let played = recorded::play_main_line(tree, game.as_mut(), |game, mv| {
        set_position(plies, game);
        let (uci, san, effects) = (game.uci(mv), game.san(mv), game.effects(mv));
        let events = explained_events(game, mv);
        let number_of_ply = plies.len() + 1;
        plies.push(PlyLine {
            game: number,
            number: number_of_ply,
            uci,
            san,
            fen: String::new(),
            effects,
            events,
            drawn: None,
        });
    });
    set_position(plies, game.as_ref());
    played.map(|()| game)
}

/// Adds the position reached to the last ply.
fn set_position(plies: &mut [PlyLine], game: &dyn AnyGame) {
    if let Some(last) = plies.last_mut() {
        last.fen = game.fen();
        last.drawn = game.drawn().map(EndReason::name);
    }
}

/// Returns the end of the game: by the position, or by a draw of C.3 after which no move was played.
fn outcome(game: &dyn AnyGame, plies: &[PlyLine]) -> Option<Ending> {
    let went_on = plies.iter().rev().skip(1).any(|ply| ply.drawn.is_some());
    let drawn = game.drawn().filter(|_| !went_on && !plies.is_empty());
    game.ending().or(drawn.map(Ending::draw))
}

/// Returns the result that the record claims if it differs from the rules.
fn result_mismatch(tree: &GameTree, ending: Ending) -> Option<String> {
    let ended = output::ending(ending);
    let tag =
        tree.header("Result").filter(|tag| GameResult::parse(tag).is_none_or(|tag| tag.as_str() != ending.result()));
    let written = Some(tree.result()).filter(|result| *result != GameResult::Unknown);
    let written = written.map(GameResult::as_str).filter(|written| *written != ending.result());
    tag.map(|tag| format!("its Result tag says `{tag}`, but by the rules it ended {ended}"))
        .or_else(|| written.map(|result| format!("it ends with `{result}`, but by the rules it ended {ended}")))
}

fn write_json(
    plies: &[PlyLine],
    outcome: Option<Ending>,
    (number, tree): (u64, &GameTree),
    fault: Option<&Fault>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for ply in plies {
        output::json(out, ply)?;
    }
    let result = tree.result().as_str();
    if let Some(Fault { place, mv, reason }) = fault {
        let error = Error { line: place.line, column: place.column, mv: mv.as_deref(), reason };
        return output::json(out, &FaultyGameLine { game: number, result, error });
    }
    let outcome = outcome
        .map(|ending| Outcome { winner: ending.winner.map(faraday_rules::Color::name), reason: ending.reason.name() });
    output::json(out, &GameLine { game: number, outcome, result })
}

fn write_text(
    plies: &[PlyLine],
    outcome: Option<Ending>,
    (number, tree): (u64, &GameTree),
    fault: Option<&Fault>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let player = |name| tree.header(name).unwrap_or("?");
    let head = output::brief(&format!("game {number}: {} – {}", player("White"), player("Black")));
    writeln!(out, "{}", styled(STRONG, &head))?;
    let mut before = None;
    for PlyLine { number, san, fen, effects, drawn, .. } in plies {
        let effects = if effects.is_empty() { String::new() } else { format!("({})", effects.join(",")) };
        writeln!(out, "{number:>4}  {:<16} {fen}", san.clone() + &effects)?;
        if let (Some(drawn), true, true) = (drawn, *drawn != before, *number < plies.len()) {
            writeln!(out, "      {}", styled(FAINT, &format!("drawn here {} (C.3), played on", output::drawn(drawn))))?;
        }
        before = *drawn;
    }
    let result = tree.result().as_str();
    let end = match (fault, outcome) {
        (Some(fault), _) => output::brief(&format!("not read further: {fault}")),
        (None, Some(ending)) => output::ending(ending),
        (None, None) => format!("{result}, not ended by the rules"),
    };
    writeln!(out, "      {end}")?;
    Ok(())
}
