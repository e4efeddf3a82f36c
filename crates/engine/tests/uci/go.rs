//! Tests of the `go` command: each is answered by one move, and invalid parameters are reported.

use std::io;

use faraday_engine::uci::{self, DEFAULT_HASH, EngineFactory};
use faraday_variants::{catalog, find};
use proptest::prelude::*;

use crate::interface;

#[test]
fn absurd_limits_end_in_a_move_all_the_same() {
    let interface = interface();
    let huge = "99999999999999999999";
    for limits in [
        "depth 0",
        "depth -5",
        "nodes 0",
        "nodes -1",
        "movetime 0",
        "movetime -1",
        "wtime 0 btime 0",
        "wtime -100 btime -100 winc -5 movestogo -7",
        "wtime 1 btime 1 winc 99999999999999999999 binc 99999999999999999999",
        "wtime 50 btime 50 movestogo 0",
        "wtime 50 btime 50 movestogo 99999999999999999999",
        "mate 0",
        "mate -3",
    ] {
        interface.send(&format!("go {limits}"));
        assert_ne!(interface.last("bestmove"), "bestmove 0000", "{limits}");
    }
    for limit in ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "movestogo"] {
        interface.send(&format!("go {limit} {huge} nodes 500"));
        assert_ne!(interface.last("bestmove"), "bestmove 0000", "{limit}");
    }
    for limits in ["depth 99999999999999999999", "wtime 9223372036854775807 btime 1"] {
        interface.send(&format!("go {limits}"));
        interface.until("info depth 3");
        interface.send("stop");
        assert_ne!(interface.last("bestmove"), "bestmove 0000", "{limits}");
    }
    interface.end();
}

#[test]
fn invalid_parameters_of_go_are_reported_and_a_move_follows() {
    let interface = interface();
    for (limits, told) in [
        ("depth 3 foo", "unknown word `foo` after `go`"),
        ("foo depth 3", "unknown word `foo` after `go`"),
        ("depth 2 nodes many", "`many` after `nodes` is not a number"),
    ] {
        interface.send(&format!("go {limits}"));
        let lines = interface.until("bestmove");
        assert_eq!(lines[0], format!("info string {told}"), "{limits}");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove 0000"), "{limits}");
    }
    for limits in ["movetime 10.0", "wtime 1000.5 btime 1000", "depth 2.0"] {
        interface.send(&format!("go {limits}"));
        assert!(interface.until("bestmove").iter().all(|line| !line.contains("string")), "{limits}");
    }
    interface.end();
}

#[test]
fn a_search_whose_only_limit_cannot_be_read_ends_by_itself() {
    let interface = interface();
    for (limits, told) in [
        ("depth many", "`many` after `depth` is not a number"),
        ("depth", "`depth` must be followed by a number"),
        ("nodes 1e6", "`1e6` after `nodes` is not a number"),
        ("movetime soon", "`soon` after `movetime` is not a number"),
        ("mate x", "`x` after `mate` is not a number"),
    ] {
        interface.send(&format!("go {limits}"));
        let lines = interface.until("bestmove");
        let sentences: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
        assert_eq!(sentences, [&format!("info string {told}")], "{limits}");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove 0000"), "{limits}");
    }
    interface.send("go infinite depth x");
    interface.until("info depth 2");
    interface.send("stop");
    interface.until("bestmove");
    interface.end();
}

/// Parameters of `go`: known words, numbers and others.
fn go_words() -> impl Strategy<Value = String> {
    const WORDS: [&str; 26] = [
        "infinite",
        "ponder",
        "searchmoves",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "e2e4",
        "a7a8q",
        "0",
        "1",
        "-3",
        "7",
        "100.0",
        "1e9",
        "99999999999999999999",
        "x",
        "\u{1b}[2J",
        "go",
        "stop",
        "é",
    ];
    prop::collection::vec(prop::sample::select(&WORDS[..]), 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_go_is_answered_by_exactly_one_move(lines in prop::collection::vec(go_words(), 1..8)) {
        let interface = interface();
        let mut told = Vec::new();
        for line in &lines {
            interface.send(&format!("go {line}"));
            told.extend(interface.ask("stop"));
        }
        told.extend(interface.end());
        let answers = told.iter().filter(|line| line.starts_with("bestmove ")).count();
        prop_assert_eq!(answers, lines.len(), "{:?}", told);
        prop_assert!(told.iter().all(|line| !line.contains(char::is_control)));
    }
}

#[test]
fn no_move_is_recommended_where_the_position_is_decided() {
    let interface = interface();
    for (fen, told, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 (stalemate)", "cp 0"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0 (checkmate)", "mate 0"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 (insufficient)", "cp 0"),
    ] {
        interface.send(&format!("position fen {fen}"));
        interface.send("go depth 3");
        let lines = interface.until("bestmove");
        let expected = [
            format!("info string the game is over: {told}"),
            format!("info depth 0 score {score}"),
            "bestmove 0000".to_owned(),
        ];
        assert_eq!(lines, expected, "{fen}");
    }
    interface.end();
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let interface = interface();
    let unknown = ["info string unknown command `joho`"];
    assert_eq!(interface.ask("joho debug on"), unknown);
    interface.send("joho isready");
    assert_eq!(interface.until("readyok")[..1], unknown);
    interface.send("joho quit");
    assert_eq!(interface.end(), unknown);
}

#[test]
fn echoed_text_is_short_and_clean() {
    let interface = interface();
    let told = interface.ask(&format!("\u{1b}[31m{}", "x".repeat(2_000_000)));
    assert!(told.len() == 1 && told[0].len() < 1_000 && !told[0].contains(char::is_control), "{told:?}");
    interface.end();
}

/// An output that fails once a search runs.
struct Closing(u32);

impl io::Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_whose_output_is_closed_ends_its_search() {
    let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
    let engine = |id: &str| find(id).map(|entry| entry.engine(DEFAULT_HASH));
    let factory = EngineFactory { variants: &variants, create: &engine };
    let error = uci::run(&b"go infinite\nisready\n"[..], Closing(0), &factory).expect_err("nothing can be written");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
