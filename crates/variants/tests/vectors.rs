//! Tests of the test vectors in every variant, through the type-erased game that the command line and the server use.

mod records;

use faraday_rules::{Color, Ending, perft::LastPly};
use faraday_variants::{AnyGame, find};
use records::{folders, lines, perft, text};
use serde_json::Value;

fn game(variant: &str, fen: &str) -> Box<dyn AnyGame> {
    let entry = find(variant).unwrap_or_else(|| panic!("no variant `{variant}`"));
    entry.game(Some(fen)).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

fn outcome(ending: Option<Ending>) -> Value {
    match ending {
        None => Value::Null,
        Some(Ending { winner, reason }) => {
            serde_json::json!({ "winner": winner.map(Color::name), "reason": reason.name() })
        }
    }
}

fn legal(game: &dyn AnyGame) -> Vec<String> {
    let mut moves: Vec<String> = game.legal().into_iter().map(|mv| game.uci(mv)).collect();
    moves.sort();
    moves
}

/// Plays a legal move given in UCI. Its SAN and the FEN after it must be those of the record.
#[track_caller]
fn play(game: &mut dyn AnyGame, [uci, san, fen_after]: [&str; 3]) {
    let place = format!("{} {}: {uci}", game.entry().id, game.fen());
    let legal = game.read_uci(uci).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(game.uci(legal.mv()), uci, "{place}");
    assert_eq!(game.san(legal.mv()), san, "{place}");
    assert_eq!(game.read_san(san), Ok(legal), "{place}: {san}");
    assert_eq!(game.read_move(san), Ok(legal), "{place}: {san}");
    assert_eq!(game.play(legal.mv()), Ok(()), "{place}");
    assert_eq!(game.fen(), fen_after, "{place}");
}

#[test]
fn perft_counts_are_those_of_the_slow_implementation() {
    for (id, _) in folders() {
        for (name, fen, counts) in perft(id) {
            let game = game(id, &fen);
            assert_eq!(game.fen(), fen, "{id} {name}");
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(game.perft(depth, LastPly::Bulk), count, "{id} {name} {fen} depth {depth}");
            }
        }
    }
}

#[test]
fn games_have_these_moves_sans_and_endings() {
    for (id, _) in folders() {
        for record in lines(id, "games.jsonl") {
            let mut game = game(id, &text(&record, "start_fen"));
            for ply in record["plies"].as_array().unwrap() {
                assert_eq!(game.fen(), ply["fen"], "{id}");
                if let Some(expected) = ply["legal"].as_array() {
                    assert_eq!(legal(game.as_ref()), *expected, "{id} {}", game.fen());
                }
                let [uci, san, after] = ["uci", "san", "fen_after"].map(|field| text(ply, field));
                play(game.as_mut(), [&uci, &san, &after]);
            }
            assert_eq!(outcome(game.ending()), record["outcome"], "{id} {}", game.fen());
        }
    }
}

#[test]
fn legal_cases_are_played_as_written() {
    for (id, _) in folders() {
        for case in lines(id, "cases.jsonl").into_iter().filter(|case| case["legal"] == true) {
            let [fen, uci, san, after] = ["fen", "move", "san", "fen_after"].map(|field| text(&case, field));
            let mut game = game(id, &fen);
            assert_eq!(game.fen(), fen, "{id} {}", case["id"]);
            play(game.as_mut(), [&uci, &san, &after]);
            assert_eq!(outcome(game.ending()), case["outcome"], "{id} {}", case["id"]);
        }
    }
}

#[test]
fn illegal_cases_are_refused_by_a_rule_of_the_rule_book() {
    for (id, _) in folders() {
        for case in lines(id, "cases.jsonl").into_iter().filter(|case| case["legal"] == false) {
            let game = game(id, &text(&case, "fen"));
            let written = text(&case, "move");
            let place = format!("{id} {} {} {written}", case["id"], game.fen());
            assert!(game.read_move(&written).is_err(), "{place}");
            let explanation = game.explain(&written).unwrap_or_else(|error| panic!("{place}: {error}"));
            let rule = explanation.rule.unwrap_or_else(|| panic!("{place}: {}", explanation.text));
            assert!(game.entry().text.rule(rule.0).is_some(), "{place}: {}", rule.0);
        }
    }
}

#[test]
fn errors_are_refused_with_one_line() {
    for (id, _) in folders() {
        for error in lines(id, "errors.jsonl") {
            let written = text(&error, "text");
            let kind = text(&error, "kind");
            let complaint = match kind.as_str() {
                "fen" => find(id).unwrap().game(Some(&written)).err().map(|error| error.to_string()),
                "uci" => game(id, &text(&error, "fen")).read_uci(&written).err().map(|error| error.to_string()),
                _ => game(id, &text(&error, "fen")).read_san(&written).err().map(|error| error.to_string()),
            };
            let place = format!("{id} {} {kind} `{written}`", error["id"]);
            let complaint = complaint.unwrap_or_else(|| panic!("{place} is accepted"));
            assert!(!complaint.is_empty() && !complaint.contains('\n'), "{place}: {complaint}");
        }
    }
}
