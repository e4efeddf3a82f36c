//! All that is kept as lines of JSON, which either database takes back: a backup that can be read, and the way from one
//! database to the other.
//!
//! Lines come in an order in which they can be restored: people before games, and a game with its journal and its plans
//! in one line. Letters, notes of nodes and the key of the bus stay behind: they are of the hour, or of the site that ran.

mod checks;
mod export;
mod import;
mod version1;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::entity::{challenge, game, person, puzzle, session};
use crate::{CodecError, GameId, StoreError};

pub use export::Export;
pub use import::{Import, Imported, Reader};

/// The version of the lines, which the first one says.
const VERSION: u32 = 2;

/// Why a line cannot be restored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImportError {
    /// It is no line of an export.
    #[error("this is no line of an export: {0}")]
    Line(String),
    /// The first line does not say what follows.
    #[error("this is no export: its first line does not say so")]
    Header,
    /// It was made by a newer program.
    #[error("this export has version {0}, and this program reads versions 1 to {VERSION}")]
    Version(u32),
    /// A value that no site has kept.
    #[error("`{value}` cannot be {what}")]
    Value {
        /// Its meaning.
        what: &'static str,
        /// Its beginning.
        value: String,
    },
    /// An act that this version does not know.
    #[error("game {game}: act {seq}: {error}")]
    Act {
        /// The game.
        game: String,
        /// The number of the act.
        seq: i64,
        /// Why.
        error: CodecError,
    },
    /// The database refuses it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Line {
    Export { version: u32 },
    Person(person::Model),
    Session(session::Model),
    Game(Box<KeptGame>),
    Challenge(Box<challenge::Model>),
    Puzzle(puzzle::Model),
    Due(KeptDue),
    Vanished { game: String },
}

/// A game with all that belongs to it.
#[derive(Debug, Serialize, Deserialize)]
struct KeptGame {
    #[serde(flatten)]
    row: game::Model,
    acts: Vec<KeptAct>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    plans: Vec<KeptPlan>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptAct {
    seq: i64,
    at: i64,
    side: Option<i16>,
    facts: Value,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptPlan {
    side: i16,
    ply: i64,
    after: i64,
    tree: Value,
}

/// The kind has another name than the line's own.
#[derive(Debug, Serialize, Deserialize)]
struct KeptDue {
    due: String,
    key: String,
    not_before: i64,
    tries: i64,
    body: String,
}

/// What has been counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Their acts.
    pub acts: u64,
    /// Lines of all kinds.
    pub lines: u64,
}

fn id(row: &game::Model) -> Result<GameId, StoreError> {
    GameId::parse(&row.id).map_err(|error| StoreError::row("game", error))
}
