//! Tests of `tablebase`, and of the engine with tablebases.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use faraday_variants::{Entry, catalog};
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Run, command, faraday, finish, first};

/// Runs the binary with tables in a folder.
fn with_tables(folder: &Path, arguments: &[&str], input: &str) -> Run {
    finish(command().env("FARADAY_TABLES", folder).args(arguments), input.as_bytes())
}

fn listed(variant: &Entry) -> Vec<Value> {
    faraday(&["tablebase", "list", variant.id, "--json"]).json().as_array().unwrap().clone()
}

/// Returns the position of a variant with the longest win.
fn longest(variant: &Entry) -> (String, u64) {
    let all = listed(variant).into_iter();
    let row = all.max_by_key(|row| row["longest"].as_u64()).expect("a table");
    (row["fen"].as_str().unwrap().to_owned(), row["longest"].as_u64().unwrap())
}

#[test]
fn the_longest_wins_are_won_by_the_first_move_that_is_listed() {
    for variant in catalog() {
        let rows = listed(variant);
        assert_eq!(rows.len(), 6, "{}", variant.id);
        for row in rows.iter().filter(|row| row["longest"] != 0) {
            let run = faraday(&["tablebase", "probe", variant.id, "--fen", row["fen"].as_str().unwrap(), "--json"]);
            let report = run.json();
            let (solved, first) = (&report["solved"], &report["moves"][0]);
            assert_eq!(solved["value"], "win", "{run}");
            assert_eq!((&solved["plies"], &first["solved"]["plies"]), (&row["longest"], &row["longest"]), "{run}");
            assert_eq!(
                (&row["line"][0], row["line"].as_array().map(Vec::len)),
                (&first["uci"], row["longest"].as_u64().map(|plies| plies as usize)),
                "{run}"
            );
        }
    }
}

#[test]
fn a_position_that_no_table_knows_is_the_negative_answer() {
    let run = faraday(&["tablebase", "probe", first().id]);
    assert_eq!(run.status, Some(1), "{run}");
    assert!(run.stdout.starts_with("not in the tables;"), "{run}");
    let run = faraday(&["tablebase", "probe", first().id, "--json"]);
    assert_eq!(run.status, Some(1), "{run}");
}

#[test]
fn a_win_that_comes_too_late_is_no_certain_one() {
    let (fen, plies) = longest(first());
    let late = fen.replace(" 0 1", &format!(" {} 60", 101 - plies));
    let run = faraday(&["tablebase", "probe", first().id, "--fen", &late]);
    assert!(run.stdout.starts_with(&format!("win in {plies} plies, unless 50 moves pass")), "{run}");
}

#[test]
fn a_build_keeps_its_tables_and_does_not_repeat_them() {
    let folder = TempDir::new().unwrap();
    let build = ["tablebase", "build", first().id, "--material", "KBvKB"];
    let run = with_tables(folder.path(), &build, "");
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.starts_with("KBvKB "), "{run}");
    assert!(folder.path().join(first().id).join("KBvKB.feg").is_file());
    let run = with_tables(folder.path(), &build, "");
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "all of these tables exist already\n"), "{run}");
    let verify = ["tablebase", "verify", first().id, "--material", "KBvKB", "--sample", "5000", "--wins", "50"];
    let run = with_tables(folder.path(), &verify, "");
    assert!(run.status == Some(0) && run.stdout.contains(" positions verified, 50 wins played out"), "{run}");
    assert!(run.stdout.contains(", SHA-256 as published"), "{run}");
    let run = with_tables(folder.path(), &["tablebase", "list", first().id], "");
    assert!(run.stdout.contains("\nKBvKB "), "{run}");
}

#[test]
fn two_builds_do_not_write_into_one_folder() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(first().id)).unwrap();
    let lock = fs::File::create(folder.path().join(first().id).join("build.lock")).unwrap();
    lock.lock().unwrap();
    let build = ["tablebase", "build", first().id, "--material", "KBvKB"];
    let run = with_tables(folder.path(), &build, "");
    assert!(run.status == Some(2) && run.stderr.contains(": another build is writing to this folder"), "{run}");
}

#[test]
fn a_damaged_table_is_named_and_the_engine_plays_on() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(first().id).join("KBvK.feg");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "no table").unwrap();
    for task in ["list", "verify", "probe", "build"] {
        let run = with_tables(folder.path(), &["tablebase", task, first().id], "");
        assert_eq!(run.status, Some(2), "{run}");
        assert!(run.stderr.contains("KBvK.feg: not an endgame table"), "{run}");
    }
    let run = with_tables(folder.path(), &["uci"], "position startpos\ngo depth 1\nquit\n");
    assert!(run.stderr.contains("KBvK.feg is not used: not an endgame table"), "{run}");
    assert!(run.status == Some(0) && run.stdout.contains("bestmove "), "{run}");
}

#[test]
fn other_materials_are_refused() {
    for (material, problem) in [
        ("KQ", "`KQ` is not the material of an ending"),
        ("KQQvKQ", "KQQvKQ has 5 pieces: tables of"),
        ("QvK", "`QvK` is not the material of an ending"),
    ] {
        let run = faraday(&["tablebase", "build", first().id, "--material", material]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run}");
        assert!(run.stderr.contains(problem), "{run}");
    }
    let run = faraday(&["tablebase", "verify", first().id, "--material", "KQvKR"]);
    assert!(run.status == Some(2) && run.stderr.contains("there is no table of KQvKR"), "{run}");
}

/// Returns the engine's output for an uninterrupted search without a table folder.
fn searched(orders: &str) -> Vec<String> {
    let mut uci = command();
    let streams = uci.env("FARADAY_TABLES", "/nowhere").arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(orders.as_bytes()).unwrap();
    let mut told = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        told.push(line.unwrap());
        if told.iter().any(|line| line.starts_with("bestmove ")) {
            break;
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    told
}

#[test]
fn the_engine_knows_solved_endings_and_tells_them_to_the_end() {
    for variant in catalog().iter().filter(|entry| entry.endgames().next().is_some()) {
        let (fen, plies) = longest(variant);
        let told =
            searched(&format!("setoption name UCI_Variant value {}\nposition fen {fen}\ngo depth 1\n", variant.id));
        let last = told.iter().rfind(|line| line.starts_with("info depth")).expect("a line");
        assert!(last.contains(&format!(" score mate {} ", plies.div_ceil(2))), "{fen}: {last}");
        let line = last.split_once(" pv ").expect("moves").1;
        assert_eq!(line.split(' ').count() as u64, plies, "{fen}: {last}");
    }
}

/// Their ratings were measured without tablebases.
#[test]
fn lower_levels_know_nothing_of_solved_endings() {
    let (fen, _) = longest(first());
    let told = searched(&format!("setoption name Skill Level value 9\nposition fen {fen}\ngo depth 1\n"));
    assert!(told.iter().all(|line| !line.contains(" score mate ")), "{told:?}");
}

#[test]
fn the_engine_does_not_trust_a_win_that_comes_too_late() {
    let (fen, plies) = longest(first());
    let late = fen.replace(" 0 1", &format!(" {} 60", 101 - plies));
    let told = searched(&format!("position fen {late}\ngo depth 1\n"));
    assert!(told.iter().all(|line| !line.contains(" score mate ")), "{told:?}");
}
