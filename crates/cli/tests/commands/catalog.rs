//! Tests of the commands `rules`, `show`, `moves`, and others with every variant of the catalog.

use faraday_rules::zobrist::mix;
use faraday_variants::{AnyGame, Entry, catalog};
use serde_json::{Value, json};

use crate::program::{Run, command, faraday, faraday_with, file, finish};

/// Plays a random game, always with the same seed.
pub fn random_game(entry: &Entry, plies: usize) -> Box<dyn AnyGame> {
    let mut game = entry.game(None).unwrap();
    let mut seed = 1;
    while game.moves().len() < plies && game.ending().is_none() {
        seed = mix(seed);
        let moves = game.legal();
        game.play(moves[seed as usize % moves.len()]).unwrap();
    }
    game
}

fn moves(game: &dyn AnyGame) -> String {
    game.moves().into_iter().map(|mv| game.uci(mv)).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_plain(run: &Run) {
    assert_eq!(run.status, Some(0), "{run}");
    assert_eq!(run.stderr, "", "{run}");
    assert!(!run.stdout.contains('\u{1b}'), "{run}");
}

#[test]
fn the_list_of_variants_names_them_all() {
    let run = faraday(&["rules"]);
    check_plain(&run);
    let list = faraday(&["rules", "--json"]).json();
    for (entry, listed) in catalog().iter().zip(list.as_array().unwrap()) {
        assert!(run.stdout.contains(entry.id) && run.stdout.contains(&entry.text.name), "{run}");
        assert_eq!(listed["id"], entry.id);
        assert_eq!(listed["name"], entry.text.name);
    }
}

#[test]
fn rules_fit_the_width_and_say_who_says_them() {
    for entry in catalog() {
        let run = finish(command().args(["rules", entry.id]).env("COLUMNS", "60"), b"");
        check_plain(&run);
        for line in run.stdout.lines() {
            assert!(line.chars().count() <= 60, "{line}");
        }
        for rule in entry.text.rules() {
            assert!(run.stdout.contains(&format!("\n{:<7} {}\n", rule.id, rule.title)), "{}", rule.id);
        }
        assert!(run.stdout.contains("\nstated  ") && run.stdout.contains("\nruled   "), "{run}");
        assert_eq!(run.stdout.matches("\n  Source: ").count(), entry.text.rulings.len());
    }
}

#[test]
fn rules_come_in_the_order_of_their_numbers() {
    for entry in catalog() {
        let chapter = faraday(&["rules", entry.id, "--json"]).json();
        let rules = chapter["rules"].as_array().unwrap();
        let numbers = rules.iter().map(|rule| {
            let (book, rest) = rule["id"].as_str().unwrap().split_once('.').unwrap();
            (book.to_owned(), rest.trim_end_matches(char::is_alphabetic).parse::<u32>().unwrap())
        });
        let numbers: Vec<_> = numbers.collect();
        assert!(numbers.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 <= pair[1].1), "{numbers:?}");
    }
}

#[test]
fn a_position_reached_by_moves_is_shown() {
    for entry in catalog() {
        let game = random_game(entry, 12);
        let run = faraday(&["show", entry.id, "--moves", &moves(game.as_ref())]);
        check_plain(&run);
        assert!(run.stdout.contains(&format!("\nfen    {}\n", game.fen())), "{run}");
        assert!(run.stdout.contains(&format!("({})", game.uci(*game.moves().last().unwrap()))), "{run}");
    }
}

#[test]
fn every_overlay_is_shown_with_and_without_a_square() {
    for entry in catalog() {
        let names = faraday(&["show", entry.id, "--overlay", "help"]);
        check_plain(&names);
        assert_eq!(names.stdout.lines().collect::<Vec<_>>(), entry.overlays);
        let game = random_game(entry, 12);
        let square = game.name(game.legal()[0].from);
        for name in entry.overlays {
            let plain = faraday(&["show", entry.id, "--fen", &game.fen(), "--overlay", name]);
            check_plain(&plain);
            assert!(plain.stdout.contains(&format!("\n{name}\n")), "{plain}");
            check_plain(&faraday(&["show", entry.id, "--fen", &game.fen(), "--overlay", name, "--select", &square]));
        }
    }
}

#[test]
fn as_many_moves_are_listed_as_perft_counts() {
    for entry in catalog() {
        let fen = random_game(entry, 10).fen();
        let listed = faraday(&["moves", entry.id, "--fen", &fen, "--json"]).json();
        let perft = faraday(&["perft", entry.id, "1", "--fen", &fen, "--divide", "--json"]).json();
        assert_eq!(perft["variant"], entry.id);
        assert_eq!(perft["nodes"], listed.as_array().unwrap().len());
        for mv in listed.as_array().unwrap() {
            assert_eq!(perft["divide"][mv["uci"].as_str().unwrap()], 1);
        }
    }
}

#[test]
fn legal_moves_are_explained_with_their_events_and_others_with_a_rule() {
    for entry in catalog() {
        let game = random_game(entry, 10);
        let mv = game.legal()[0];
        let run = faraday(&["explain", entry.id, &game.uci(mv), "--fen", &game.fen(), "--json"]).json();
        assert_eq!((&run["legal"], &run["rule"]), (&json!(true), &Value::Null));
        assert_eq!(run["san"], game.san(mv));
        assert!(!run["events"].as_array().unwrap().is_empty());
        let passing = game.name(mv.from) + &game.name(mv.from);
        let run = faraday(&["explain", entry.id, &passing, "--fen", &game.fen()]);
        assert_eq!(run.status, Some(1), "{run}");
        assert!(run.stdout.trim_end().ends_with(" C.1"), "{run}");
    }
}

#[test]
fn a_game_written_as_pgn_is_replayed_to_the_same_end() {
    for entry in catalog() {
        let game = random_game(entry, 60);
        let pgn = format!("[Variant \"{}\"]\n\n{} *\n", entry.id, game.played_san().join(" "));
        let run = faraday_with(&["replay", entry.id, "-", "--json"], pgn.as_bytes());
        let mut lines = run.lines_of_json();
        let last = lines.pop().unwrap();
        assert_eq!(last["outcome"]["reason"].as_str(), game.ending().map(|ending| ending.reason.name()));
        assert_eq!(lines.len(), game.moves().len());
        for (number, (line, mv)) in (1..).zip(lines.iter().zip(game.moves())) {
            assert_eq!((&line["ply"], &line["uci"]), (&json!(number), &json!(game.uci(mv))));
        }
        assert_eq!(lines.last().unwrap()["fen"], game.fen());
        check_plain(&faraday_with(&["replay", entry.id, "-"], pgn.as_bytes()));
    }
}

/// Formats a game as a vector file.
pub fn record(entry: &Entry, plies: usize) -> Value {
    let played = random_game(entry, plies);
    let mut game = entry.game(None).unwrap();
    let ply = |mv| {
        let (fen, uci, san) = (game.fen(), game.uci(mv), game.san(mv));
        let legal: Vec<String> = game.legal().into_iter().map(|mv| game.uci(mv)).collect();
        game.play(mv).unwrap();
        json!({"fen": fen, "legal": legal, "uci": uci, "san": san, "fen_after": game.fen()})
    };
    let plies: Vec<Value> = played.moves().into_iter().map(ply).collect();
    let outcome = played
        .ending()
        .map(|ending| json!({"winner": ending.winner.map(faraday_rules::Color::name), "reason": ending.reason.name()}));
    json!({"variant": entry.id, "start_fen": entry.start, "plies": plies, "outcome": outcome})
}

#[test]
fn a_game_that_the_rules_played_passes_as_a_vector() {
    for entry in catalog() {
        let path = file(&format!("{}.jsonl", entry.id), record(entry, 60).to_string().as_bytes());
        let run = faraday(&["vectors", path.to_str().unwrap()]);
        check_plain(&run);
        assert_eq!(run.stdout, "1 passed, 0 failed\n");
    }
}
