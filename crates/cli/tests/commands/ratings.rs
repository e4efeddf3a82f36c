//! Tests of `ratings`, the operator's command for ratings of players.

use std::time::{SystemTime, UNIX_EPOCH};

use faraday_variants::RULES_VERSION;
use serde_json::{Value, json};

use crate::database::{database, import};
use crate::program::{Run, faraday, first};

/// The numbers of a first win: the rating after it, its deviation, and its volatility.
const AFTER: [f64; 3] = [1_662.212_001_470_345_5, 290.230_507_782_238_65, 0.059_999_675_372_338_14];

/// Returns the export of a rated game that White has lost, with the changes of both ratings.
fn export() -> Vec<Value> {
    let member = |id: &str, name: &str| {
        let key = name.to_lowercase();
        json!({ "kind": "person", "id": id, "person_kind": "member", "name": name, "name_key": key, "look_key": key,
            "role": "member", "created_at": 1 })
    };
    let fact = json!({ "fact": { "kind": "closed" }, "left": [300_000, 300_000],
        "verdict": { "kind": "resigned", "side": "white" } });
    let game = json!({ "kind": "game", "id": "aaaaaaaa", "variant": first().id, "rules": RULES_VERSION,
        "base_ms": 300_000, "increment_ms": 0, "rated": true, "white": "adaadaadaada", "black": "benbenbenben",
        "started_at": 1000, "ended_at": 9000, "winner": 1, "reason": "resigned", "plies": 0, "rated_as": "counted",
        "acts": [{ "seq": 1, "at": 9000, "side": 0, "facts": fact }] });
    let change = |who: &str, other: &str, score: u8, rating: f64| {
        json!({ "kind": "rating", "person": who, "variant": first().id, "pace": "live", "n": 1, "game": "aaaaaaaa",
            "at": 9000, "score": score, "before_rating": 1500.0, "before_deviation": 350.0, "before_volatility": 0.06,
            "opponent": other, "opponent_n": 1, "opponent_rating": 1500.0, "opponent_deviation": 350.0,
            "rating": rating, "deviation": AFTER[1], "volatility": AFTER[2] })
    };
    vec![
        json!({ "kind": "export", "version": 2 }),
        member("adaadaadaada", "Ada"),
        member("benbenbenben", "Ben"),
        game,
        change("adaadaadaada", "benbenbenben", 0, 3000.0 - AFTER[0]),
        change("benbenbenben", "adaadaadaada", 2, AFTER[0]),
    ]
}

/// Checks the ratings of a database with these lines.
fn check(name: &str, lines: &[Value]) -> Run {
    let database = filled(name, lines);
    faraday(&["ratings", "check", "--database", &database])
}

fn filled(name: &str, lines: &[Value]) -> String {
    let database = database(name);
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let run = import(&database, &(lines.join("\n") + "\n"));
    assert_eq!(run.status, Some(0), "{run}");
    database
}

#[test]
fn ratings_that_follow_from_their_games_are_right() {
    let run = check("ratings.db", &export());
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "2 changes of 2 ratings, 0 differences\n"), "{run}");
}

#[test]
fn a_difference_is_reported_with_its_game() {
    const BEN: usize = 5;
    for (number, (column, value, found)) in [
        ("rating", json!(1663.0), "the rating after it is stored as"),
        ("before_deviation", json!(340.0), "the rating before it is stored as"),
        ("n", json!(2), "its number is not 1"),
        (
            "opponent_rating",
            json!(1501.0),
            "the opponent's rating is stored as 1501 ± 350 (volatility 0.06), and in the opponent's change as 1500 ± 350",
        ),
        ("score", json!(1), "the game does not count, or has another result"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut lines = export();
        lines[BEN][column] = value;
        let run = check(&format!("ratings-{number}.db"), &lines);
        assert!(run.status == Some(1) && run.stdout.contains(found), "{column}: {run}");
        assert!(run.stdout.contains("game aaaaaaaa, change "), "{run}");
        assert!(run.stdout.contains(" of Ben: "), "{run}");
    }
    let mut lines = export();
    lines.remove(BEN);
    let run = check("ratings-alone.db", &lines);
    assert!(run.status == Some(1) && run.stdout.contains("change 1 of Ada: the opponent's change is missing"), "{run}");
    assert!(run.stdout.ends_with("1 change of 1 rating, 2 differences\n"), "{run}");
    lines.remove(BEN - 1);
    let run = check("ratings-none.db", &lines);
    for name in ["Ada", "Ben"] {
        assert!(run.stdout.contains(&format!("game aaaaaaaa counts, but {name} has no change by the game\n")), "{run}");
    }
    assert_eq!(run.status, Some(1), "{run}");
    let mut lines = export();
    lines[3]["rated_as"] = json!("too-short");
    let run = check("ratings-short.db", &lines);
    assert!(run.status == Some(1) && run.stdout.contains("the game does not count"), "{run}");
}

#[test]
fn an_annulled_game_is_put_right_and_the_check_understands_it() {
    let database = filled("ratings-annul.db", &export());
    let annul =
        |game: &str, reason: &str| faraday(&["ratings", "annul", game, "--reason", reason, "--database", &database]);
    let run = annul("aaaaaaaa", "One player moved for both");
    let expected =
        "game aaaaaaaa is annulled\nAda                   1338 -> 1500\nBen                   1662 -> 1500\n";
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), expected), "{run}");
    assert_eq!(run.stderr.matches("security event=game-annulled").count(), 2, "{run}");
    let again = annul("aaaaaaaa", "again");
    assert_eq!((again.status, again.stdout.as_str()), (Some(0), "game aaaaaaaa was annulled before\n"), "{again}");
    for (game, reason, found) in [
        ("bbbbbbbb", "x", "there is no game `bbbbbbbb`"),
        ("x", "x", "there is no game `x`"),
        ("aaaaaaaa", " ", "reason"),
    ] {
        let run = annul(game, reason);
        assert!(run.status == Some(2) && run.stderr.contains(found), "{run}");
    }
    let check = faraday(&["ratings", "check", "--database", &database]);
    assert_eq!((check.status, check.stdout.as_str()), (Some(0), "4 changes of 2 ratings, 0 differences\n"), "{check}");

    let exported = faraday(&["database", "export", "--database", &database]);
    let lines: Vec<Value> = exported.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_annulment = |line: &Value| line["kind"] == "rating" && line.get("annulled_at").is_some();
    let (at, _) = lines.iter().enumerate().find(|(_, line)| is_annulment(line)).unwrap();
    let mut wrong = lines.clone();
    wrong[at]["rating"] = json!(1501.0);
    let run = self::check("ratings-annul-wrong.db", &wrong);
    assert!(run.status == Some(1) && run.stdout.contains("the rating after it is stored as 1501"), "{run}");
    let mut missing = lines;
    missing.remove(at);
    let run = self::check("ratings-annul-missing.db", &missing);
    assert!(run.stdout.contains("game aaaaaaaa is annulled, but Ada has no change by the annulment\n"), "{run}");
}

#[test]
fn a_leaderboard_is_listed() {
    let mut lines = export();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    for (line, n, deviation) in [(4, 10, 80.0), (5, 11, 80.0)] {
        for (column, value) in [("n", json!(n)), ("deviation", json!(deviation)), ("at", json!(now))] {
            lines[line][column] = value;
        }
    }
    let database = filled("ratings-list.db", &lines);
    let list = |arguments: &[&str]| faraday(&[&["ratings", "list"], arguments, &["--database", &database]].concat());
    let run = list(&[first().id]);
    assert_eq!(
        run.stdout, "   1  Ben                   1662  11 games\n   2  Ada                   1338  10 games\n",
        "{run}"
    );
    let players = list(&[first().id, "--json"]).lines_of_json();
    assert_eq!(
        (&players[0]["place"], &players[0]["name"], &players[0]["games"]),
        (&json!(1), &json!("Ben"), &json!(11))
    );
    assert_eq!(list(&[first().id, "--pace", "days"]).stdout, "");
    for (arguments, found) in [(&["ludo"][..], "there is no variant `ludo`"), (&[first().id, "--pace", "fast"], "fast")]
    {
        let run = list(arguments);
        assert!(run.status == Some(2) && run.stderr.contains(found), "{arguments:?}: {run}");
    }
}
