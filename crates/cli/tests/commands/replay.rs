//! Tests of `replay` with valid and faulty games.

use crate::program::{faraday, faraday_with, file, first, snapshot};

const GAMES: &str = "\u{feff}[Event \"?\"]
[White \"Légal\"]
[Black \"Saint Brie\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 {a pin} (3... Nf6 4. d3) 4. Nc3 g6?
5. Nxe5! Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0

[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]

1... Kd8 2. 0-0 *
";

#[test]
fn games_come_one_after_another() {
    let games = GAMES.replace(" 2. 0-0", "");
    let path = file("games.pgn", games.as_bytes());
    snapshot!("replay", faraday(&["replay", first().id, path.to_str().unwrap()]));
    let lines = faraday(&["replay", first().id, path.to_str().unwrap(), "--json"]).lines_of_json();
    assert_eq!(lines[12]["uci"], "c3d5");
    assert_eq!(lines[13]["outcome"]["winner"], "white");
    assert_eq!(lines[14]["fen"], "3k4/8/8/8/8/8/4P3/4K3 w - - 1 2");
    assert_eq!(lines[14]["game"], 2);
    assert!(lines[15]["outcome"].is_null() && lines[15].as_object().unwrap().contains_key("outcome"));
}

/// Some Windows programs write UTF-16, with or without a byte-order mark.
#[test]
fn games_in_utf_16_are_replayed() {
    let games = GAMES.replace(" 2. 0-0", "");
    let replayed = |bytes: Vec<u8>| faraday_with(&["replay", first().id, "-"], &bytes);
    let utf_8 = replayed(games.clone().into_bytes());
    assert_eq!(utf_8.status, Some(0), "{utf_8}");
    for games in [&*games, games.trim_start_matches('\u{feff}')] {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let run = replayed(games.encode_utf16().flat_map(order).collect());
            assert_eq!((run.status, &run.stdout), (Some(0), &utf_8.stdout), "{run}");
        }
    }
}

#[test]
fn a_broken_game_is_given_up_to_there_and_hides_no_other() {
    let games = format!("{GAMES}\n[White \"C\"]\n\n1. d4 *\n");
    let run = faraday_with(&["replay", first().id, "-"], games.as_bytes());
    assert_eq!(run.status, Some(2), "{run}");
    let told = "error: standard input: game 2: line 12, column 13: move `0-0`: ";
    assert!(run.stderr.starts_with(told) && run.stderr.lines().count() == 1, "{run}");
    let (before, after) = run.stdout.split_once("   1  Kd8 ").unwrap();
    assert!(before.contains("1-0 (checkmate)\n") && after.contains("not read further: line 12, column 13: "), "{run}");
    assert!(after.contains("game 3: C – ?\n   1  d4 "), "{run}");
}

#[test]
fn a_fault_is_reported_with_its_place_and_reason() {
    let table: &[(&[u8], &str)] = &[
        (b"1. e4 {good", "line 1, column 7: comment `{good` is never closed"),
        (b"1. e4 \xff", "line 1, column 7: unexpected character `ÿ`"),
        (b"[White \"A\n\n1. e4", "line 1, column 1: tag pair"),
        (b"1. e4 (1. d4", "line 1, column 7: variation `(` is never closed"),
        (b"\n\n1. e4 e5\n2. Ke3 *", "line 4, column 4: move `Ke3`: Ke1–e3 is illegal"),
        (b"1. e4 -- *", "line 1, column 7: move `--`: `--` is a null move, and no player may pass"),
        (
            b"1. f3 e5 2. g4 Qh4# 3. Kf2 *",
            "line 1, column 24: move `Kf2`: Kf2 is illegal: the game is over. (C.4) Black wins: checkmate. (C.2)",
        ),
        (
            b"[FEN \"4k1K1/6b1/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Kxg7 *",
            "line 3, column 4: move `Kxg7`: Kg8\u{2013}g7 is illegal: the game is over. (C.4) \
             The game is a draw: neither side can win. (C.6)",
        ),
        (b"\n[FEN \"x\"]\n\n*", "line 2, column 1: its FEN tag cannot be read: "),
        (b"[Variant \"Checkers\"]\n\n*", "line 1, column 1: unknown variant `Checkers` in the Variant tag"),
    ];
    for (input, says) in table {
        let run = faraday_with(&["replay", first().id, "-"], input);
        assert_eq!(run.status, Some(2), "{run}");
        let told = format!("error: standard input: game 1: {says}");
        assert!(run.stderr.starts_with(&told) && run.stderr.lines().count() == 1, "{run}");
    }
}

#[test]
fn of_a_very_long_move_only_the_beginning_is_quoted() {
    let pgn = format!("[White \"{}\"]\n\n1. e4 {} *", "w".repeat(2_000), "x".repeat(20_000));
    let run = faraday_with(&["replay", first().id, "-"], pgn.as_bytes());
    let quoted = format!("move `{0}…`: `xx` in `{0}…` is not a square of the board", "x".repeat(80));
    assert!(run.stdout.contains(&quoted) && run.stderr.contains(&quoted), "{run}");
    assert!(run.stdout.len() < 2_000 && run.stderr.len() < 1_000, "{run}");
    let run = faraday_with(&["replay", first().id, "-", "--json"], pgn.as_bytes());
    assert!(run.stdout.len() < 1_000, "{run}");
}

#[test]
fn draws_of_a_record_are_noted_and_end_nothing() {
    let pgn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0";
    let run = faraday_with(&["replay", first().id, "-"], pgn.as_bytes());
    assert!(run.stdout.contains("drawn here by repetition (C.3), played on\n   9  e4 "), "{run}");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run}");
    let lines = faraday_with(&["replay", first().id, "-", "--json"], pgn.as_bytes()).lines_of_json();
    let drawn: Vec<_> = lines.iter().filter(|line| line["drawn"] == "repetition").collect();
    assert_eq!((drawn.len(), drawn[0]["ply"].as_u64()), (1, Some(8)));
    assert!(lines.last().unwrap()["outcome"].is_null());
    // A record that stops at the draw ends with it.
    let stops = faraday_with(&["replay", first().id, "-", "--json"], pgn.replace(" 5. e4 1-0", "").as_bytes());
    assert_eq!(stops.lines_of_json().last().unwrap()["outcome"]["reason"], "repetition");
}

/// The plies and the result of each game in `tests/pgn` must match `expected.json`.
#[test]
fn files_of_other_programs_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn");
    let expected: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
    for (name, games) in expected.as_object().unwrap() {
        let run = faraday(&["replay", first().id, folder.join(name).to_str().unwrap(), "--json"]);
        let is_whole = games.as_array().unwrap().iter().all(|game| game.get("error").is_none());
        assert_eq!(run.status, Some(if is_whole { 0 } else { 2 }), "{name}: {run}");
        let lines: Vec<serde_json::Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let ends = lines.iter().filter(|line| line.get("result").is_some());
        let read: Vec<_> = ends
            .map(|end| {
                let plies =
                    lines.iter().filter(|line| line["game"] == end["game"] && line.get("ply").is_some()).count();
                let mut game = serde_json::json!({ "plies": plies, "result": end["result"] });
                if let Some(error) = end.get("error") {
                    game["error"] = serde_json::json!({ "line": error["line"], "move": error["move"] });
                }
                game
            })
            .collect();
        assert_eq!(serde_json::Value::from(read), *games, "{name}: {run}");
    }
}

#[test]
fn the_tag_may_give_the_variant_by_name() {
    let pgn = format!("[Variant \"{}\"]\n\n1. e4 *", first().text.name.to_uppercase());
    assert_eq!(faraday_with(&["replay", first().id, "-"], pgn.as_bytes()).status, Some(0));
}

#[test]
fn a_game_as_lichess_exports_it_is_replayed() {
    let standard = "[Variant \"Standard\"]\n\n1. e4 *";
    let set_up = "[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
    for pgn in [standard, set_up] {
        let run = faraday_with(&["replay", first().id, "-"], pgn.as_bytes());
        assert_eq!(run.status, Some(0), "{run}");
    }
    let run = faraday_with(&["replay", first().id, "-"], b"[Variant \"Crazyhouse\"]\n\n1. e4 *");
    assert_eq!(run.status, Some(2), "{run}");
}

#[test]
fn names_from_a_file_do_not_reach_the_terminal_as_orders() {
    let pgn = "[White \"\u{7}\u{9b}31mA\"]\n\n1. e4 *";
    let run = faraday_with(&["replay", first().id, "-"], pgn.as_bytes());
    assert!(run.stdout.starts_with("game 1:   31mA – ?\n"), "{run}");
}

/// The PGN standard of 1994 specifies ISO 8859-1.
#[test]
fn a_file_in_latin_1_is_replayed() {
    let run =
        faraday_with(&["replay", first().id, "-"], b"[White \"M\xfcller\"]\n[Black \"\x8aime\xe8\"]\n\n1. e4 *\n");
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.starts_with("game 1: M\u{fc}ller \u{2013} \u{160}ime\u{e8}\n"), "{run}");
}

#[test]
fn a_result_that_is_not_how_the_game_ended_is_told() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let tag =
        format!("[Result \"1-0\"]\n\n{mate} 0-1\n\n[Result \"0-1\"]\n\n{mate} 0-1\n\n{mate} 1/2-1/2\n\n{mate} *\n");
    for json in [&[][..], &["--json"]] {
        let run = faraday_with(&[&["replay", first().id, "-"], json].concat(), tag.as_bytes());
        assert_eq!(run.status, Some(0), "{run}");
        let ended = "but by the rules it ended 0-1 (checkmate)";
        let told = [
            format!("note: standard input: game 1: its Result tag says `1-0`, {ended}"),
            format!("note: standard input: game 3: it ends with `1/2-1/2`, {ended}"),
        ];
        assert_eq!(run.stderr.lines().collect::<Vec<_>>(), told, "{run}");
    }
    let open = faraday_with(&["replay", first().id, "-"], b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    assert_eq!((open.status, open.stderr.as_str()), (Some(0), ""), "{open}");
}
