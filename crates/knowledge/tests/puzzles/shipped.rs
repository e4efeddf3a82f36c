//! Tests of the shipped puzzles: every variant has some, and its rules allow them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faraday_knowledge::puzzle::{VERIFYING_NODES, facts, read};
use faraday_variants::catalog;

use crate::file;

/// The maximum size of a file, which a page fetches as a whole.
const MOST_BYTES: u64 = 300_000;

#[test]
fn every_game_has_puzzles_that_its_rules_allow() {
    for entry in catalog().iter().filter(|entry| entry.id == entry.family) {
        let path = file(entry);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let puzzles = read(entry, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!puzzles.is_empty() && fs::metadata(&path).unwrap().len() <= MOST_BYTES, "{}", path.display());
        let mut positions = BTreeMap::new();
        for puzzle in &puzzles {
            assert!(puzzle.nodes >= VERIFYING_NODES, "{}", puzzle.id);
            let facts = facts(entry, puzzle).unwrap();
            assert!(facts.iter().all(|fact| puzzle.themes.contains(fact)), "{}: {facts:?}", puzzle.id);
            for owed in &puzzle.causes {
                let game = puzzle.before(entry, owed.turn).unwrap();
                let legal = game.read_uci(&puzzle.moves[2 * owed.turn - 1]).unwrap();
                assert!(owed.find(&*game, legal.mv()).is_some(), "{}: {owed:?}", puzzle.id);
            }
            let own: BTreeSet<&String> = puzzle.themes.iter().filter(|theme| theme.contains('.')).collect();
            assert_eq!(own, puzzle.causes.iter().map(|owed| &owed.theme).collect(), "{}", puzzle.id);
            // Without the halfmove clock and the move number.
            let position =
                puzzle.fen.split(' ').take(4).chain([puzzle.moves[0].as_str()]).collect::<Vec<_>>().join(" ");
            if let Some(other) = positions.insert(position, &puzzle.id) {
                panic!("{}: {} repeats {other}", path.display(), puzzle.id);
            }
        }
    }
}

#[test]
fn no_file_lies_where_nobody_looks() {
    let known: Vec<PathBuf> = catalog().iter().map(file).collect();
    for family in catalog().iter().map(|entry| entry.family) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants/src").join(family).join("puzzles");
        for found in fs::read_dir(folder).into_iter().flatten() {
            let path = found.unwrap().path();
            assert!(known.contains(&path), "{} is no variant's", path.display());
        }
    }
}
