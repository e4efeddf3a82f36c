//! How a game begins: what the command line says, and what stands for what it leaves out.

use anyhow::{Context, ensure};
use faraday_engine::Level;
use faraday_play::TimeControl;
use faraday_variants::{AnyGame, Entry};

use super::arguments::{PlayArguments, Side};
use super::record;
use super::table::Table;
use crate::file;
use crate::position;

/// The level of a computer that nobody chose a level for.
pub const LEVEL: Level = match Level::new(5) {
    Some(level) => level,
    None => Level::FULL,
};

/// Who sits where, and how they play; a menu may still ask for what is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Who plays by hand.
    pub side: Option<Side>,
    /// How strong the computer plays.
    pub level: Option<Level>,
    /// The clocks.
    pub control: Option<TimeControl>,
}

impl Terms {
    /// The terms of a command line.
    pub fn of(arguments: &PlayArguments) -> Terms {
        Terms { side: arguments.side, level: arguments.level, control: arguments.clock }
    }

    /// A table for a game on these terms.
    pub fn table(self, game: Box<dyn AnyGame>) -> Table {
        let seats = self.side.unwrap_or(Side::White).seats();
        Table::new(game, seats, self.level.unwrap_or(LEVEL), self.control)
    }
}

/// The game that a command line names: none if it names no variant and no record.
pub fn game(arguments: &PlayArguments) -> anyhow::Result<Option<Box<dyn AnyGame>>> {
    if let Some(path) = &arguments.pgn {
        let text = file::load(path)?;
        let loaded = record::read(&text, arguments.variant).with_context(|| path.display().to_string())?;
        let entry = loaded.game.entry();
        if let Some(meant) = arguments.variant {
            ensure!(meant.id == entry.id, "{}: this is a game of `{}`, not `{}`", path.display(), entry.id, meant.id);
        }
        return Ok(Some(loaded.game));
    }
    arguments.variant.map(|entry: &Entry| position::start(entry, arguments.fen.as_deref())).transpose()
}
