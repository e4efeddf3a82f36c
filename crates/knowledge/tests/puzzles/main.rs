//! Tests of puzzle files, of the puzzles shipped with the variants, and of puzzle searches.

mod files;
mod search;
mod shipped;

use std::fs;
use std::path::{Path, PathBuf};

use faraday_knowledge::puzzle::{Puzzle, read};
use faraday_variants::{Entry, catalog};

/// A mate in one after a mistake, as a line of a puzzle file.
const LINE: &str = r#"{"id":"rank8","fen":"6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1","moves":["b3b2","d1d8"],"rating":800,"themes":["mate-in-1"],"source":"a test","nodes":2000000}"#;

/// Returns the entry of orthodox chess.
fn chess() -> &'static Entry {
    &catalog()[0]
}

/// Returns the puzzle file of a variant.
fn file(entry: &Entry) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants/src").join(entry.family);
    folder.join("puzzles").join(format!("{}.jsonl", entry.id))
}

/// Returns a shipped puzzle with a cause, for each variant that has one.
fn owing() -> Vec<(&'static Entry, Puzzle)> {
    let owing = |entry: &'static Entry| {
        let puzzles = read(entry, &fs::read_to_string(file(entry)).ok()?).unwrap();
        puzzles.into_iter().find(|puzzle| !puzzle.causes.is_empty()).map(|puzzle| (entry, puzzle))
    };
    let found: Vec<_> = catalog().iter().filter_map(owing).collect();
    assert!(found.len() > 2);
    found
}
