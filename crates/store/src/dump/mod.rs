//! Dumps of all data as lines of JSON. They serve as readable backups and for moving between SQLite and PostgreSQL.
//!
//! The lines are in an order in which they can be restored: people before games, and each game in one line with its
//! journal and plans. One-time tokens, invitations, heartbeats, seeks for games with a clock, and the bus key are not
//! included, because they are short-lived or belong to one installation.

mod checks;
mod export;
mod import;
mod personal;
mod version1;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::entity::{
    block, challenge, channel, credential, device, email, game, leave, name_taken, notice, person, puzzle,
    rating_event, seek, session, setting,
};
use crate::{CodecError, GameId, StoreError};

pub use export::Export;
pub use import::{Import, ImportResult, Reader};

/// The format version, given in the first line.
const VERSION: u32 = 2;

/// The reason why a line cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum ImportError {
    #[error("this is not a line of an export: {0}")]
    Line(String),
    /// The first line is not a header.
    #[error("this is not an export: its first line is not a header")]
    Header,
    #[error("this export has version {0}, and this program reads versions 1 to {VERSION}")]
    Version(u32),
    /// A value that no server can have stored.
    #[error("`{value}` cannot be {what}")]
    Value {
        /// The meaning of the value.
        what: &'static str,
        /// The start of the value.
        value: String,
    },
    #[error("game {game}: act {seq}: {error}")]
    Act { game: String, seq: i64, error: CodecError },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A line of a dump.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Line {
    Export {
        version: u32,
    },
    Person(person::Model),
    Credential(credential::Model),
    Session(session::Model),
    Leave(leave::Model),
    Block(block::Model),
    Seek(DumpedSeek),
    Game(Box<DumpedGame>),
    /// A change of a rating, also the last one.
    Rating(Box<rating_event::Model>),
    Challenge(Box<challenge::Model>),
    Puzzle(puzzle::Model),
    Notice(notice::Model),
    Device(device::Model),
    Channel(channel::Model),
    Email(email::Model),
    NameTaken(name_taken::Model),
    /// A key of the server without which devices do not accept its messages, and links in emails are not valid.
    Key {
        name: String,
        value: String,
    },
    #[serde(rename = "due")]
    Job(DumpedJob),
    Vanished {
        game: String,
    },
    Setting(setting::Model),
}

/// A game with its journal and plans.
#[derive(Debug, Serialize, Deserialize)]
struct DumpedGame {
    #[serde(flatten)]
    row: game::Model,
    acts: Vec<DumpedAct>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    plans: Vec<DumpedPlan>,
}

#[derive(Debug, Serialize, Deserialize)]
struct DumpedAct {
    seq: i64,
    at: i64,
    side: Option<i16>,
    facts: Value,
}

#[derive(Debug, Serialize, Deserialize)]
struct DumpedPlan {
    side: i16,
    ply: i64,
    after: i64,
    tree: Value,
}

/// A seek for correspondence games, with the games that it offers.
#[derive(Debug, Serialize, Deserialize)]
struct DumpedSeek {
    #[serde(flatten)]
    row: seek::Model,
    games: Vec<DumpedSeekGame>,
}

#[derive(Debug, Serialize, Deserialize)]
struct DumpedSeekGame {
    variant: String,
    clock: String,
    rated: bool,
}

/// A background job. Its kind is called `due`, because `kind` is the kind of the line.
#[derive(Debug, Serialize, Deserialize)]
struct DumpedJob {
    due: String,
    key: String,
    not_before: i64,
    tries: i64,
    body: String,
}

/// The number of items in a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ItemCounts {
    pub games: u64,
    /// The acts of these games.
    pub acts: u64,
    pub lines: u64,
}

fn id(row: &game::Model) -> Result<GameId, StoreError> {
    GameId::parse(&row.id).map_err(|error| StoreError::row("game", error))
}
