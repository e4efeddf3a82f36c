//! Tests that the engine finds forced wins, on one thread and on two. It must find all of up to seven plies that a
//! full-width search has proved, and nine of ten of nine plies.

use std::path::Path;

use faraday_engine::{AnyEngine, Control, Limits, Score, SearchRequest};
use faraday_variants::{Entry, catalog};

/// More than enough for a player who thinks for half a second.
const NODES: u64 = 3_000_000;
/// The nodes of about ten seconds on one thread.
const MANY_NODES: u64 = 10_000_000;

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
        for win in wins(entry, entry.id) {
            let mut engine = entry.engine(8);
            engine.set_threads(threads);
            missed.extend(win.look_for(engine.as_mut(), NODES).err());
            checked += 1;
        }
    }
    assert!(missed.is_empty(), "on {threads} threads:\n{}", missed.join("\n"));
    assert!(checked >= 120, "only {checked} positions");
}

#[test]
fn nine_in_ten_forced_wins_in_nine_plies_are_found() {
    let mut checked = 0;
    for entry in catalog() {
        let wins = wins(entry, &format!("{}-9", entry.id));
        checked += wins.len();
        let found = wins.iter().map(|win| win.look_for(entry.engine(64).as_mut(), NODES));
        let missed: Vec<String> = found.filter_map(Result::err).collect();
        assert!(missed.len() * 10 <= wins.len(), "of {}:\n{}", wins.len(), missed.join("\n"));
    }
    assert!(checked >= 60, "only {checked} positions");
}

/// `cargo test --profile local -p faraday-variants --test forced_wins -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes; it prints the table of the engine's log"]
fn wins_in_nine_plies_are_found_with_many_nodes() {
    println!("| game | positions | 1 M nodes | 3 M | 10 M |\n| --- | --- | --- | --- | --- |");
    for entry in catalog() {
        let wins = wins(entry, &format!("{}-9", entry.id));
        if wins.is_empty() {
            continue;
        }
        let found: Vec<_> = wins.iter().map(|win| win.look_for(entry.engine(64).as_mut(), MANY_NODES)).collect();
        let within = |limit: u64| found.iter().flatten().filter(|nodes| **nodes <= limit).count();
        let shares = [1_000_000, NODES, MANY_NODES].map(|limit| within(limit).to_string());
        println!("| `{}` | {} | {} |", entry.id, wins.len(), shares.join(" | "));
        found.iter().filter_map(|found| found.as_ref().err()).for_each(|missed| eprintln!("{missed}"));
        assert!(within(MANY_NODES) * 10 >= wins.len() * 9);
    }
}

/// A position with a forced win, from a line of a file.
struct Win {
    place: String,
    fen: String,
    /// The number of the winner's moves until the end.
    moves: u32,
    /// The first moves that win within that number of moves.
    winning: Vec<String>,
}

/// Returns the wins in a file of a variant's folder; none if there is no such file.
fn wins(entry: &Entry, name: &str) -> Vec<Win> {
    let folder = entry.id.split('+').next().unwrap_or(entry.id);
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join("forced").join(format!("{name}.jsonl"));
    let lines = std::fs::read_to_string(&path).unwrap_or_default();
    let read = |(number, line)| {
        let place = format!("{}:{}", path.display(), number + 1);
        let record: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        let winning = record["winning"].as_array().expect("a list of moves").iter();
        Win {
            fen: record["fen"].as_str().expect("a FEN").to_owned(),
            moves: (record["plies"].as_u64().expect("a number of plies") as u32).div_ceil(2),
            winning: winning.map(|mv| mv.as_str().expect("a move").to_owned()).collect(),
            place,
        }
    };
    lines.lines().enumerate().map(read).collect()
}

impl Win {
    /// Returns the number of nodes after which the engine finds the win, or an error that names the move
    /// that it plays instead.
    fn look_for(&self, engine: &mut dyn AnyEngine, nodes: u64) -> Result<u64, String> {
        let Win { place, fen, moves, winning } = self;
        engine.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{place}: {error}"));
        let limits = Limits { nodes: Some(nodes), mate: Some(*moves), ..Limits::default() };
        let answer = engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {});
        let best = answer.best.expect("a move");
        if answer.score == Some(Score::Mate(*moves as i32)) && winning.contains(&best) {
            Ok(answer.nodes)
        } else {
            Err(format!("{place}: {best} {:?} instead of {winning:?} in {moves}", answer.score))
        }
    }
}
