//! The JSON records of vector files, as test cases for the rules. Unknown fields are ignored.

use anyhow::{anyhow, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A record of one of the four kinds.
#[derive(Debug)]
pub enum Record {
    /// Counts of legal move sequences.
    Perft(Perft),
    /// A game, ply by ply.
    Game(Game),
    /// A single move, legal or not.
    Case(Case),
    /// A text that must be refused.
    Error(Error),
}

#[derive(Deserialize, Debug)]
pub struct Perft {
    pub variant: String,
    pub positions: Vec<Counts>,
}

#[derive(Deserialize, Debug)]
pub struct Counts {
    pub name: String,
    pub fen: String,
    pub perft: Vec<u64>,
}

#[derive(Deserialize, Debug)]
pub struct Game {
    pub id: Option<String>,
    pub variant: String,
    pub start_fen: String,
    pub plies: Vec<Ply>,
    pub outcome: Option<Outcome>,
}

#[derive(Deserialize, Debug)]
pub struct Ply {
    pub fen: String,
    pub legal: Option<Vec<String>>,
    pub uci: String,
    pub san: String,
    pub fen_after: String,
}

#[derive(Deserialize, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub winner: Option<String>,
    pub reason: String,
}

/// The outcome of the game that a test case expects.
#[derive(Debug, Default)]
pub enum Expected {
    /// The case accepts any outcome.
    #[default]
    Unsaid,
    /// This outcome, or none.
    Said(Option<Outcome>),
}

#[derive(Deserialize, Debug)]
pub struct Case {
    pub id: String,
    pub variant: String,
    pub fen: String,
    #[serde(rename = "move")]
    pub text: String,
    pub legal: bool,
    pub fen_after: Option<String>,
    pub san: Option<String>,
    #[serde(default)]
    pub outcome: Expected,
}

#[derive(Deserialize, Debug)]
pub struct Error {
    pub id: String,
    pub variant: String,
    pub kind: ErrorKind,
    pub fen: Option<String>,
    pub text: String,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    Fen,
    Uci,
    San,
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Option::deserialize(input).map(Expected::Said)
    }
}

impl Record {
    /// Parses a JSON value as one of the kinds of record, recognized by its contents.
    pub fn read(value: Value) -> anyhow::Result<Record> {
        let has = |field| value.get(field).is_some();
        if has("positions") {
            return Ok(Record::Perft(read("perft", value)?));
        }
        if has("plies") {
            return Ok(Record::Game(read("game", value)?));
        }
        if has("kind") {
            return Ok(Record::Error(read("error", value)?));
        }
        if has("move") {
            return Ok(Record::Case(read("case", value)?));
        }
        bail!(
            "it has none of `positions`, `plies`, `kind`, and `move`, so it is not a perft, game, error, or case record"
        );
    }
}

/// Parses a record of a kind. Its errors replace serde's wording by our own.
fn read<T: DeserializeOwned>(kind: &str, value: Value) -> anyhow::Result<T> {
    serde_json::from_value(value).map_err(|error| anyhow!("bad {kind} record: {}", plain(&error.to_string())))
}

fn plain(outcome_text: &str) -> String {
    if let Some(field) = outcome_text.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    let value = outcome_text.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", expected one of "));
    if let Some((value, known)) = value {
        return format!("{value} is not one of {known}");
    }
    let value = outcome_text.strip_prefix("invalid type: ").or_else(|| outcome_text.strip_prefix("invalid value: "));
    match value.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("expected {expected}, not {found}"),
        None => outcome_text.to_owned(),
    }
}
