//! Diagrams: positions that show one rule in action, from a folder's `diagrams.toml`.
//!
//! Their captions are in the variant's texts.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::language::Language;

/// The diagrams of a folder, by the id of the rule that they show.
pub(crate) type Diagrams = BTreeMap<String, Vec<Diagram>>;

/// A position that shows a rule in action.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// The id of the variant, if it is an option of the folder's variant.
    pub variant: Option<String>,
    /// The FEN of the position; `None` for the start.
    pub fen: Option<String>,
    /// Moves in UCI that show the rule, played one after another.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Moves in UCI that the rule forbids in the position.
    #[serde(default)]
    pub tries: Vec<String>,
    /// The name of the overlay to show, if any.
    pub overlay: Option<String>,
    /// The square to select for the overlay.
    pub select: Option<String>,
    /// The squares to highlight.
    #[serde(default)]
    pub highlights: Vec<String>,
}

/// Reads the diagrams of a folder.
pub(crate) fn read(folder: &str) -> Diagrams {
    let text = Language::ENGLISH.file(folder, "diagrams");
    serde_json::from_str(text).expect("the diagrams in the crate are read by its tests")
}
