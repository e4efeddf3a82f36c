//! The line-by-line game, for input without a terminal: reads a move per line and ends with the PGN record.

mod command;
mod diagram;
mod session;

use std::io;

use anyhow::{Context, ensure};

use super::arguments::PlayArguments;
use super::opponent::Opponent;
use super::start::{self, GameOptions};
use crate::date;
use crate::output::{self, Output};
use session::Session;

/// Plays over the standard streams.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let start = start::game(arguments)?.context("name a variant: the menu needs a terminal")?;
    let entry = start.game.entry();
    let error_count = Session {
        table: GameOptions::of(arguments).table(start),
        opponent: &mut Opponent::new(entry),
        out: &mut Output::new(),
        on_error: &mut |line, problem| output::diagnostic(&format!("line {line}"), problem),
        date: date::today(),
    }
    .run(&mut io::stdin().lock())?;
    ensure!(error_count == 0, "rejected lines: {error_count}");
    Ok(())
}
