//! What `replay` prints of several games.

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

#[test]
fn a_broken_game_leaves_whole_games_before_it_and_nothing_of_itself() {
    let run = faraday_with(&["replay", first().id, "-"], GAMES.as_bytes());
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stdout.ends_with("1-0 (checkmate)\n"), "{run}");
    assert!(run.stderr.contains("line 12, column 13: ply 2: "), "{run}");
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

/// The standard of 1994 says ISO 8859-1.
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
