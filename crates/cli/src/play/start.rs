//! The initial state of a game, from command-line options, a PGN record, and defaults.

use anyhow::{Context, ensure};
use faraday_engine::Level;
use faraday_play::TimeControl;
use faraday_variants::Entry;

use super::arguments::{PlayArguments, Side};
use super::record;
use super::table::{Start, Table};
use crate::file;
use crate::position;

/// The default level of the computer.
pub const DEFAULT_LEVEL: Level = match Level::new(5) {
    Some(level) => level,
    None => Level::FULL,
};

/// The players and the limits of a game. A menu asks for missing ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOptions {
    /// The side played by a person.
    pub side: Option<Side>,
    /// The level of the computer.
    pub level: Option<Level>,
    pub control: Option<TimeControl>,
}

impl GameOptions {
    /// Returns the options given on the command line.
    pub fn of(arguments: &PlayArguments) -> GameOptions {
        GameOptions { side: arguments.side, level: arguments.level, control: arguments.clock }
    }

    /// Creates a table for a game with these options.
    pub fn table(self, start: impl Into<Start>) -> Table {
        let players = self.side.unwrap_or(Side::White).players();
        Table::new(start.into(), players, self.level.unwrap_or(DEFAULT_LEVEL), self.control)
    }
}

/// Returns the game named on the command line, or `None` if there is neither a variant nor a record.
pub fn game(arguments: &PlayArguments) -> anyhow::Result<Option<Start>> {
    if let Some(path) = &arguments.pgn {
        let text = file::load(path)?;
        let loaded = record::read(&text, arguments.variant).with_context(|| path.display().to_string())?;
        let entry = loaded.game.entry();
        if let Some(meant) = arguments.variant {
            ensure!(meant.id == entry.id, "{}: this is a game of `{}`, not `{}`", path.display(), entry.id, meant.id);
        }
        return Ok(Some(loaded.into()));
    }
    let game = arguments.variant.map(|entry: &Entry| position::start(entry, arguments.fen.as_deref())).transpose()?;
    Ok(game.map(Start::from))
}
