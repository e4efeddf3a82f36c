//! The engine finds every forced win of up to seven plies that a full-width search has found, on one thread and on two.

use std::path::Path;

use faraday_engine::{Control, Limits, Order, Score};
use faraday_variants::catalog;

/// More than enough for a player who thinks for half a second.
const NODES: u64 = 3_000_000;

#[test]
fn every_forced_win_within_seven_plies_is_found() {
    for threads in [1, 2] {
        check(threads);
    }
}

fn check(threads: usize) {
    let mut checked = 0;
    let mut missed = Vec::new();
    for entry in catalog() {
        let folder = entry.id.split('+').next().unwrap_or(entry.id);
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src")
            .join(folder)
            .join("forced")
            .join(format!("{}.jsonl", entry.id));
        let Ok(lines) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in lines.lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            let record: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            let plies = record["plies"].as_u64().expect("a number of plies") as u32;
            let mut brain = entry.brain(8);
            brain.set_threads(threads);
            brain.set_position(record["fen"].as_str(), &[]).unwrap_or_else(|error| panic!("{place}: {error}"));
            let moves = plies.div_ceil(2);
            let limits = Limits { nodes: Some(NODES), mate: Some(moves), ..Limits::default() };
            let answer = brain.go(&Order { limits, ..Order::default() }, &Control::new(), &mut |_| {});
            let best = answer.best.expect("a move");
            let winning = record["winning"].as_array().expect("a list of moves");
            let found = answer.score == Some(Score::Mate(moves as i32));
            if !found || !winning.iter().any(|mv| *mv == *best) {
                missed.push(format!("{place}: {best} {:?} instead of {winning:?} in {moves}", answer.score));
            }
            checked += 1;
        }
    }
    assert!(missed.is_empty(), "on {threads} threads:\n{}", missed.join("\n"));
    assert!(checked >= 120, "only {checked} positions");
}
