//! Tests of the errors that `vectors` reports.

use serde_json::{Value, json};

use crate::catalog::record;
use crate::program::{Run, faraday_with, first, snapshot};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn check(records: &[Value]) -> Run {
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    faraday_with(&["vectors", "-"], lines.join("\n").as_bytes())
}

fn case(mv: &str) -> Value {
    json!({"id": "X-1", "rule": "C.2", "variant": first().id, "fen": START, "move": mv, "legal": true,
        "fen_after": AFTER_E4, "san": "e4", "outcome": null})
}

fn with(mut record: Value, field: &str, value: Value) -> Value {
    record[field] = value;
    record
}

fn error(kind: &str, text: &str) -> Value {
    json!({"id": "E1", "variant": first().id, "kind": kind, "fen": START, "text": text})
}

#[test]
fn every_field_of_a_case_is_checked() {
    let won = json!({"winner": "white", "reason": "checkmate"});
    let wrong = [
        with(case("e2e4"), "legal", json!(false)),
        case("e2e5"),
        case("E2E4"),
        with(case("e2e4"), "san", json!("e4+")),
        with(case("e2e4"), "fen_after", json!(START)),
        with(case("e2e4"), "outcome", won),
        with(case("e2e4"), "fen", json!("x")),
        with(case("e2e4"), "fen", json!(START.replace('-', "e3"))),
        with(case("e2e4"), "variant", json!("nothing")),
    ];
    let right = [case("e2e4"), with(case("e2e5"), "legal", json!(false)), with(case("e2e4"), "extra", json!([1]))];
    let run = check(&[&wrong[..], &right[..]].concat());
    assert_eq!(run.status, Some(1), "{run}");
    assert!(run.stdout.ends_with("\n3 passed, 9 failed\n"), "{run}");
    snapshot!("vectors_cases", run);
}

#[test]
fn a_text_that_must_be_refused_fails_where_it_is_accepted() {
    let wrong = [error("fen", START), error("uci", "e2e4"), error("san", "e4")];
    let right = [error("fen", "x"), error("uci", "e4"), error("uci", "E2E4"), error("san", "e5"), error("san", "")];
    let run = check(&[&wrong[..], &right[..]].concat());
    assert!(run.stdout.ends_with("\n5 passed, 3 failed\n"), "{run}");
    snapshot!("vectors_errors", run);
}

#[test]
fn every_field_of_a_game_is_checked() {
    let game = record(first(), 6);
    let spoiled = |field: &str, value: Value| {
        let mut game = game.clone();
        game["plies"][3][field] = value;
        game
    };
    let mut fewer = game["plies"][3]["legal"].as_array().unwrap().clone();
    fewer.pop();
    let repeated = json!({"winner": null, "reason": "repetition"});
    let wrong = [
        spoiled("fen", json!(START)),
        spoiled("legal", json!(fewer)),
        spoiled("uci", json!("a1a1")),
        spoiled("san", json!("Qz9")),
        spoiled("fen_after", json!(START)),
        with(game.clone(), "outcome", repeated),
        with(game.clone(), "start_fen", json!(AFTER_E4)),
    ];
    let unlisted = spoiled("legal", Value::Null);
    for record in &wrong {
        let run = check(std::slice::from_ref(record));
        assert!(run.stdout.starts_with("FAILED standard input:1: game 1: "), "{run}");
        assert!(run.stdout.ends_with("\n0 passed, 1 failed\n"), "{run}");
    }
    assert_eq!(check(&[game, unlisted]).stdout, "2 passed, 0 failed\n");
}

#[test]
fn a_document_over_several_lines_is_read_and_each_position_counts() {
    let perft = json!({"variant": first().id, "positions": [
        {"name": "start", "fen": START, "perft": [20, 400]},
        {"name": "wrong", "fen": AFTER_E4, "perft": [20, 401]},
    ]});
    let text = serde_json::to_string_pretty(&perft).unwrap();
    let run = faraday_with(&["vectors", "-"], text.as_bytes());
    assert!(run.stdout.contains("wrong: perft 2: expected 401, got 600"), "{run}");
    assert!(run.stdout.ends_with("\n1 passed, 1 failed\n"), "{run}");
}
