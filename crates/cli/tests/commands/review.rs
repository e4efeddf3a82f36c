//! Tests of `review`: its output and its errors.

use crate::program::{faraday, faraday_with, file, first, snapshot};

const GAME: &str = "[White \"A\"]
[Black \"B\"]
[Opening \"Barnes Opening\"]
[Result \"0-1\"]

1. f3 e5 2. g4 Qh4# 0-1
";

#[test]
fn a_review_shows_what_was_better_and_why() {
    let args = ["review", "-", "--variant", first().id, "--nodes", "20000"];
    let run = faraday_with(&args, GAME.as_bytes());
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stderr.is_empty(), "{run}");
    snapshot!("review", run);
}

#[test]
fn a_review_as_json_has_an_object_for_each_game() {
    let two = format!("[Variant \"{}\"]\n{GAME}\n[Variant \"{}\"]\n\n*\n", first().id, first().id);
    let path = file("reviewed.pgn", two.as_bytes());
    let lines = faraday(&["review", path.to_str().unwrap(), "--nodes", "5000", "--json"]).lines_of_json();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["game"], &lines[0]["opening"]), (&1.into(), &"Barnes Opening".into()));
    assert_eq!(lines[0]["found"].as_array().unwrap().len(), 5);
    let point = lines[0]["turningPoints"].as_array().unwrap().iter().find(|point| point["ply"] == 3).unwrap();
    assert_eq!(point["refutation"][0]["uci"], "d8h4");
    let why = serde_json::json!({ "kind": "loses", "moves": 1, "end": "checkmate" });
    assert!(point["reasons"].as_array().unwrap().contains(&why), "{point}");
    assert!(lines[1]["moves"].as_array().unwrap().is_empty() && lines[1]["accuracy"]["white"].is_null());
}

#[test]
fn games_that_cannot_be_reviewed_are_bad_input() {
    let cases = [
        (
            "[Variant \"Crazyhouse\"]\n\n1. e4 *",
            "game 1: line 1, column 1: unknown variant `Crazyhouse` in the Variant tag",
        ),
        ("1. e5 *", "game 1: line 1, column 4: move `e5`: "),
        ("", "no game in it"),
    ];
    for (pgn, problem) in cases {
        let run = faraday_with(&["review", "-"], pgn.as_bytes());
        assert_eq!(run.status, Some(2), "{run}");
        assert!(run.stderr.contains(problem) && run.stderr.lines().count() == 1, "{run}");
        assert!(run.stdout.is_empty(), "{run}");
    }
}

#[test]
fn a_bad_game_is_reviewed_up_to_there_and_hides_no_other() {
    let games = "1. e4 e4 *\n\n[White \"A\"]\n\n1. e5 *\n\n[White \"B\"]\n\n1. d4 *\n";
    let run = faraday_with(&["review", "-", "--nodes", "2000", "--json"], games.as_bytes());
    assert_eq!(run.status, Some(2), "{run}");
    let reviews: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plies: Vec<_> =
        reviews.iter().map(|review| (&review["game"], review["moves"].as_array().unwrap().len())).collect();
    assert_eq!(plies, [(&1.into(), 1), (&3.into(), 1)]);
    assert_eq!(run.stderr.lines().count(), 2, "{run}");
}
