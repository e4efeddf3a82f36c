//! `faraday show`: prints a position, and the overlays that a variant computes for it.

pub mod grid;
mod layer;

use std::io::Write;

use anyhow::{anyhow, bail};
use clap::Args;
use faraday_rules::{Overlay, Square};
use faraday_variants::AnyGame;

use crate::exit_status::Answer;
use crate::help;
use crate::output::{self, STRONG, styled};
use crate::position::{PositionOptions, VariantArgument};

/// The overlay name that requests the list of names.
const HELP: &str = "help";

/// Show a position: the board, its facts, and an overlay
#[derive(Args)]
#[command(after_help = help::examples(&[
    "show {variant} --moves \"e4 e5 Nf3\"",
    "show {layered} --overlay {overlay}",
    "show {layered} --overlay {overlay} --select e4",
]))]
pub struct ShowArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    position: PositionOptions,
    /// An overlay of the variant, such as charges or energies; `help` lists them
    #[arg(long, value_name = "NAME")]
    overlay: Option<String>,
    /// The square to explain in the overlay
    #[arg(long, value_name = "SQUARE", requires = "overlay")]
    select: Option<String>,
}

/// Prints the board, the facts below it, and the overlay.
pub fn run(arguments: &ShowArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = arguments.position.game(arguments.variant.variant)?;
    if arguments.overlay.as_deref() == Some(HELP) {
        for name in game.entry().overlays {
            writeln!(out, "{name}")?;
        }
        return Ok(Answer::Yes);
    }
    let selected = arguments.select.as_deref().map(|name| square(game.as_ref(), name)).transpose()?;
    let overlay = arguments.overlay.as_deref().map(|name| overlay(game.as_ref(), name, selected)).transpose()?;
    grid::draw(game.as_ref(), |square| grid::Cell::piece(game.as_ref(), square), out)?;
    writeln!(out)?;
    write_facts(game.as_ref(), out)?;
    if let (Some(name), Some(overlay)) = (&arguments.overlay, overlay) {
        writeln!(out, "\n{}", styled(STRONG, name))?;
        layer::write(game.as_ref(), &overlay, out)?;
    }
    Ok(Answer::Yes)
}

fn square(game: &dyn AnyGame, name: &str) -> anyhow::Result<Square> {
    game.square(name).ok_or_else(|| anyhow!("`{name}` in --select is not a square of the board"))
}

fn overlay(game: &dyn AnyGame, name: &str, selected: Option<Square>) -> anyhow::Result<Overlay> {
    match (game.overlay(name, selected), game.entry().overlays) {
        (Some(overlay), _) => Ok(overlay),
        (None, []) => bail!("unknown overlay `{name}`: {} has none", game.entry().id),
        (None, names) => bail!("unknown overlay `{name}`: {} has {}", game.entry().id, names.join(", ")),
    }
}

fn write_facts(game: &dyn AnyGame, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut fact = |name: &str, text: &str| writeln!(out, "{} {text}", styled(STRONG, &format!("{name:<6}")));
    fact("fen", &game.fen())?;
    match game.ending() {
        Some(ending) => fact("over", &output::ending(ending))?,
        None => fact("turn", &format!("{}, move {}", game.turn(), game.fullmoves()))?,
    }
    if let Some(drawn) = game.drawn() {
        fact("drawn", &format!("{} in a game (C.3)", output::drawn(drawn.name())))?;
    }
    let checkers: Vec<String> = game.checkers().into_iter().map(|square| game.name(square)).collect();
    if !checkers.is_empty() {
        fact("check", &format!("from {}", checkers.join(", ")))?;
    }
    if let Some((mv, san)) = game.moves().last().zip(game.played_san().last()) {
        fact("last", &format!("{san} ({})", game.uci(*mv)))?;
    }
    if let Some(note) = game.text().note.as_deref().filter(|_| game.fen() == game.entry().start) {
        fact("note", note)?;
    }
    Ok(())
}
