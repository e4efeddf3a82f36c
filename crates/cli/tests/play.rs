//! Tests of `faraday play` without a terminal, with lines on standard input.
//!
//! Names no variant: the first one of the catalog is standard chess.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use faraday_rules::pgn::{GameResult, GameTree, read_games};
use faraday_variants::catalog;

fn play(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_faraday"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The game may end before the input.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

fn plain() -> &'static str {
    catalog()[0].id
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the record at the end of the output.
fn record(output: &Output) -> GameTree {
    let text = out(output);
    let start = text.find("[Event ").unwrap();
    read_games(&text[start..]).remove(0).unwrap()
}

fn sans(tree: &GameTree) -> Vec<&str> {
    tree.main_line().map(|id| tree.node(id).san()).collect()
}

#[test]
fn the_computer_plays_every_game_to_its_end() {
    for entry in catalog() {
        let output = play(&[entry.id, "--side", "none", "--level", "1"], "");
        assert_eq!(output.status.code(), Some(0), "{}: {}", entry.id, err(&output));
        let tree = record(&output);
        assert!(out(&output).starts_with("[Event "), "nothing but the record is printed");
        assert_eq!(tree.header("Variant"), entry.pgn_tag());
        assert_ne!(tree.result(), GameResult::Unknown);
        let mut game = entry.game(None).unwrap();
        for san in sans(&tree) {
            let mv = game.read_san(san).unwrap();
            game.play_legal(mv);
        }
        assert_eq!(game.ending().unwrap().result(), tree.result().as_str());
    }
}

#[test]
fn moves_are_read_a_line_each_in_both_notations() {
    let output = play(&[plain(), "--side", "both"], "\n# the opening\ne4\n e7e5 \r\nNf3\n\nb8c6");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let tree = record(&output);
    assert_eq!(sans(&tree), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(tree.result(), GameResult::Unknown);
    assert!(err(&output).is_empty());
}

#[test]
fn a_line_that_cannot_be_followed_is_told_and_the_game_goes_on() {
    let output = play(&[plain(), "--side", "both"], "e4\n\ne2e5\nxyzzy\nundo\nundo\nd4\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(sans(&record(&output)), ["d4"]);
    let err = err(&output);
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines[0].starts_with("line 3: e2–e5 is illegal") && lines[0].ends_with("(C.1)"), "{err}");
    assert!(lines[1].starts_with("line 4: ") && lines[1].contains("xyzzy"), "{err}");
    assert_eq!(lines[2], "line 6: there is no move to take back");
    assert_eq!(lines.len(), 4, "{err}");
}

#[test]
fn help_names_every_word() {
    let output = play(&[plain(), "--side", "both"], "help\nundo\n");
    for word in ["undo", "board", "moves", "hint", "resign", "draw", "quit"] {
        assert!(out(&output).lines().next().unwrap().contains(word), "{}", out(&output));
    }
}

#[test]
fn every_move_gets_an_answer_whose_first_word_is_uci() {
    let output = play(&[plain(), "--level", "1"], "e4\nd4\nquit\nnonsense\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    let answers: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let mut game = catalog()[0].game(None).unwrap();
    for (mine, answer) in ["e4", "d4"].iter().zip(answers) {
        let mv = game.read_move(mine).unwrap();
        game.play_legal(mv);
        let mv = game.read_uci(answer.split(' ').next().unwrap()).unwrap();
        game.play_legal(mv);
    }
    assert_eq!(sans(&record(&output)), game.played_san());
}

#[test]
fn the_computer_moves_first_when_the_person_is_black() {
    let output = play(&[plain(), "--level", "1", "--side", "black"], "");
    assert_eq!(sans(&record(&output)).len(), 1);
}

#[test]
fn the_game_ends_with_mate_resignation_or_agreement() {
    let mate = ["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"];
    let output = play(&[&[plain(), "--side", "both"], &mate[..]].concat(), "Ra8\nKh8\n");
    let tree = record(&output);
    assert_eq!((sans(&tree), tree.result()), (vec!["Ra8#"], GameResult::White));
    assert_eq!(tree.header("FEN"), Some(mate[1]));
    assert_eq!(tree.header("SetUp"), Some("1"));

    let output = play(&[plain(), "--side", "both"], "e4\nresign\n");
    assert_eq!(record(&output).result(), GameResult::White, "it was Black's turn");
    let output = play(&[plain(), "--side", "both"], "draw\n");
    assert_eq!(record(&output).result(), GameResult::Draw);
}

#[test]
fn commands_show_board_moves_and_a_hint() {
    let output = play(&[plain(), "--side", "both"], "board\nmoves\nhint\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("Na3 ")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("hint ")), "{text}");
}

#[test]
fn a_record_is_gone_on_with() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("going-on.pgn");
    fs::write(&path, format!("[Variant \"{}\"]\n\n1. e4 e5 *\n", plain())).unwrap();
    let path = path.to_str().unwrap();
    let output = play(&["--pgn", path, "--side", "both"], "Nf3\n");
    assert_eq!(sans(&record(&output)), ["e4", "e5", "Nf3"], "{}", err(&output));
    let other = catalog()[1].id;
    let output = play(&[other, "--pgn", path, "--side", "both"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_loaded_game_keeps_its_names_and_date_until_it_is_played_on() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept.pgn");
    let path = path.to_str().unwrap();
    let tags = "[Event \"Club\"]\n[Date \"1999.12.31\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[TimeControl \"-\"]\n";
    let mated = "1. f3 $2 e5 2. g4 {Oh.} (2. d4) 2... Qh4# 0-1";
    let resigned = "1. e4 e5 1-0";
    for (moves, marker) in [(mated, "0-1"), (&mated.replace("0-1", "*"), "0-1"), (resigned, "1-0"), ("1. e4 *", "*")] {
        fs::write(path, format!("[Variant \"{}\"]\n{tags}\n{moves}\n", plain())).unwrap();
        let output = play(&["--pgn", path, "--side", "both"], "");
        let kept = record(&output);
        let names = ["Event", "Date", "White", "Black", "TimeControl", "Result"].map(|name| kept.header(name));
        let expected = ["Club", "1999.12.31", "Ada", "Bob", "-", marker];
        assert_eq!(names, expected.map(Some), "{moves}: {}", err(&output));
        assert_eq!(out(&output).contains("{Oh.} (2. d4)"), moves.starts_with("1. f3"), "{}", out(&output));
    }
    let played_on = record(&play(&["--pgn", path, "--side", "both"], "c5\n"));
    assert_eq!((played_on.header("White"), played_on.header("Event")), (Some("Player"), Some("Casual game")));
    assert_ne!(played_on.header("Date"), Some("1999.12.31"));
}

#[test]
fn variations_that_cannot_be_played_do_not_keep_a_game_from_being_written() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("variations.pgn");
    let path = path.to_str().unwrap();
    fs::write(path, format!("[Variant \"{}\"]\n[White \"Ada\"]\n\n1. e4 (1. Ke4) e5 *\n", plain())).unwrap();
    let output = play(&["--pgn", path, "--side", "both"], "");
    assert_eq!((record(&output).header("White"), sans(&record(&output)).len()), (Some("Ada"), 2), "{}", err(&output));
}

#[test]
fn the_clock_goes_into_the_record() {
    let output = play(&[plain(), "--level", "1", "--clock", "1+2"], "e4\n");
    assert_eq!(record(&output).header("TimeControl"), Some("60+2"));
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    let cases: [&[&str]; 8] = [
        &[],
        &["nonesuch"],
        &[plain(), "--level", "11"],
        &[plain(), "--side", "left"],
        &[plain(), "--clock", "soon"],
        &[plain(), "--fen", "nonsense"],
        &[plain(), "--pgn", "/nowhere/at/all.pgn"],
        &["--fen", "x"],
    ];
    for arguments in cases {
        let output = play(arguments, "e4\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(err(&output).lines().count(), 1, "{arguments:?}: {}", err(&output));
        assert!(out(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn bytes_that_are_no_text_and_endless_lines_are_lines_like_others() {
    let long = "x".repeat(100_000);
    let input = [b"#".as_slice(), long.as_bytes(), b"\n", long.as_bytes(), b"\ne4\n\xff\xfe\ne5\n"].concat();
    let output = play(&[plain(), "--side", "both"], input);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(sans(&record(&output)), ["e4", "e5"]);
    let err = err(&output);
    assert!(err.starts_with("line 2: a move is not longer than 256 bytes\nline 4: "), "{err}");
}
