//! Tests of the example in "How to add a variant" of CONTRIBUTING.md: its files are in this folder, compile, and play,
//! and the document shows them unchanged.

#[path = "../properties/positions.rs"]
mod positions;
#[path = "../records/mod.rs"]
mod records;
mod sprint;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faraday_engine::{AnyEngine, Control, Engine, Limits, Score, SearchRequest};
use faraday_rules::perft::{LastPly, perft};
use faraday_rules::{Move, Position, Variant};
use toml::{Table, Value};

use positions::{Rng, all_moves, composed, game};
use sprint::Sprint;

const FOLDER: &str = "tests/guide/sprint";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads a table of the example's folder.
fn table(file: &str) -> Table {
    fs::read_to_string(here(FOLDER).join(file)).unwrap().parse().unwrap()
}

/// Returns the code blocks of the guide's section that name a language, each with that name.
fn blocks() -> Vec<(String, String)> {
    let guide = fs::read_to_string(here("../../CONTRIBUTING.md")).unwrap();
    let (_, section) = guide.split_once("\n## How to add a variant\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let fenced = section.split("\n```").skip(1).step_by(2);
    let named = fenced.map(|block| block.split_once('\n').unwrap_or((block, "")));
    named
        .filter(|(language, _)| !language.is_empty())
        .map(|(name, text)| (name.to_owned(), format!("{text}\n")))
        .collect()
}

/// Returns positions for the property tests: games from the start, and compositions.
fn tried() -> Vec<Position<Sprint>> {
    let played = (0..12).map(|seed| game(Position::start(), 80, &mut Rng::new(seed)).position().clone());
    played.chain(composed(200)).collect()
}

#[test]
fn the_guide_shows_the_files_as_they_are() {
    let shown: BTreeSet<(String, String)> = blocks().into_iter().collect();
    let files = [
        ("rust", "mod.rs"),
        ("rust", "eval.rs"),
        ("toml", "text/en.toml"),
        ("toml", "diagrams.toml"),
        ("toml", "lessons.toml"),
    ];
    let kept =
        files.map(|(language, file)| (language.to_owned(), fs::read_to_string(here(FOLDER).join(file)).unwrap()));
    for file in &kept {
        assert!(shown.contains(file), "the guide does not show\n{}", file.1);
    }
    assert_eq!(shown.len(), kept.len(), "a code block of the guide is no file of the example");
}

/// The moves in addition to those of chess at the third ply. Each of eight pawns on its third rank sprints, but not
/// past the one reply of twenty that puts a pawn before it. Each pawn on its fourth rank sprints, but not past two such
/// replies, nor past a knight that has moved to the sixth rank of four files.
#[test]
fn pawns_sprint_from_any_rank() {
    let start = Position::<Sprint>::start();
    let counts = [1, 2, 3].map(|depth| perft(&start, depth, LastPly::Bulk));
    assert_eq!(counts, [20, 400, 8_902 + 8 * 19 + (8 * 18 - 4)]);
    assert_eq!(perft(&start, 3, LastPly::Played), counts[2]);
}

#[test]
fn a_move_is_legal_exactly_if_nothing_refuses_it() {
    for position in tried().iter().filter(|position| position.ending().is_none()) {
        let legal: BTreeSet<Move> = position.moves().into_iter().collect();
        for mv in all_moves::<<Sprint as Variant>::Geometry>() {
            let refusal = position.refusal(mv);
            let uci = Position::<Sprint>::write_uci(mv);
            assert_eq!(refusal.is_none(), legal.contains(&mv), "{} {uci}: {refusal:?}", position.to_fen());
        }
    }
}

#[test]
fn hashes_keep_in_step_and_positions_read_back() {
    for position in tried() {
        let read = Position::<Sprint>::from_fen(&position.to_fen()).unwrap();
        assert_eq!(read.to_fen(), position.to_fen());
        for after in position.moves().into_iter().map(|mv| position.after(mv)) {
            assert_eq!(after.hash(), after.fresh_hash(), "{}", after.to_fen());
        }
    }
}

#[test]
fn the_engine_plays_it() {
    let mut engine = Engine::<Sprint>::new(1);
    engine.set_position(Some("6k1/5ppp/4P3/8/8/8/8/6K1 w - - 0 1"), &[]).unwrap();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let answer = engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {});
    assert_eq!((answer.best.as_deref(), answer.score), (Some("e6e8q"), Some(Score::Mate(1))));
}

#[test]
fn every_rule_has_a_diagram_with_a_caption_and_its_moves_are_legal() {
    let (text, diagrams) = (table("text/en.toml"), table("diagrams.toml"));
    let keys = |table: &Value| table.as_table().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&text["rules"]), diagrams.keys().cloned().collect());
    assert_eq!(keys(&text["rules"]), keys(&text["diagrams"]));
    for diagram in diagrams.values().flat_map(|rule| rule.as_array().unwrap()) {
        play(diagram, diagram["moves"].as_array().unwrap().iter().collect());
    }
}

#[test]
fn every_task_has_a_text_and_a_solution() {
    let (text, lessons) = (table("text/en.toml"), table("lessons.toml"));
    let tasks: BTreeMap<&str, &Value> =
        lessons["task"].as_array().unwrap().iter().map(|task| (task["name"].as_str().unwrap(), task)).collect();
    assert!(text["lessons"].as_table().unwrap().keys().eq(tasks.keys()));
    for task in tasks.values() {
        play(task, task["steps"].as_array().unwrap().iter().map(|step| &step["solution"]).collect());
    }
}

/// Plays moves from the position of a table.
fn play(table: &Value, moves: Vec<&Value>) {
    let fen = table.get("fen").map_or(Sprint::START, |fen| fen.as_str().unwrap());
    let mut position = Position::<Sprint>::from_fen(fen).unwrap();
    for text in moves {
        position = position.after(position.read_uci(text.as_str().unwrap()).unwrap());
    }
}
