//! Diagrams: positions in which one rule can be seen at work, from a folder's `diagrams.toml`.
//!
//! Their captions are texts, and stand with the others.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::language::Language;

/// The diagrams of a folder, by the id of the rule that they show.
pub(crate) type Diagrams = BTreeMap<String, Vec<Diagram>>;

/// A position in which a rule can be seen.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// The id of the variant, if it is an option of the game.
    pub variant: Option<String>,
    /// The position; none for the start.
    pub fen: Option<String>,
    /// Moves in UCI that show the rule, played one after another.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Moves in UCI that the rule forbids in the position.
    #[serde(default)]
    pub tries: Vec<String>,
    /// A layer to show.
    pub overlay: Option<String>,
    /// The square to select for that layer.
    pub select: Option<String>,
    /// Squares to point out.
    #[serde(default)]
    pub highlights: Vec<String>,
}

/// The diagrams of a folder.
pub(crate) fn read(folder: &str) -> Diagrams {
    let text = Language::ENGLISH.file(folder, "diagrams");
    serde_json::from_str(text).expect("the diagrams in the crate are read by its tests")
}
