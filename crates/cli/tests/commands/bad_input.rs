//! Tests of bad input: exit status 2, empty output, and one error line with the fault and its place.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::program::{self, Run, faraday, faraday_with, first, snapshot};

#[track_caller]
fn check_refused(run: &Run, says: &str) {
    assert_eq!(run.status, Some(2), "{run}");
    assert_eq!(run.stdout, "", "{run}");
    assert_eq!(run.stderr.lines().count(), 1, "{run}");
    assert!(run.stderr.starts_with("error: ") && run.stderr.ends_with('\n'), "{run}");
    assert!(run.stderr.contains(says), "`{says}` is not said: {run}");
    assert!(!run.stderr.contains('\u{1b}'), "{run}");
}

#[test]
fn what_cannot_be_read_is_refused_in_one_line() {
    let id = first().id;
    let similar = format!("a similar value exists: '{id}'");
    let bare = "8/8/8/8/8/8/8/8 w - - 0 1";
    let table: &[(&[&str], &str)] = &[
        (&[], "a command is missing; `faraday --help` lists them"),
        (&["database"], "a command is missing; `faraday database --help` lists them"),
        (&["prft"], "'perft'"),
        (&["perft"], "<VARIANT> <DEPTH>"),
        (&["serve", "--listen", "localhost"], "cannot listen on `localhost`: write an address and a port"),
        (&["serve", "--listen", "127.0.0.1:65536"], "cannot listen on `127.0.0.1:65536`: write an address"),
        (&["serve", "--listen", ":8080"], "cannot listen on `:8080`: write an address and a port"),
        (&["serve", "--databas", "sqlite:games.db"], "tip: a similar argument exists: '--database'"),
        (&["serve", "--log", "loud"], "'loud'"),
        (&["perft", &id[1..], "3"], &similar),
        (&["perft", "", "3"], "possible values"),
        (&["perft", id, "x"], "'x' for '<DEPTH>': expected a whole number from 0 to 100"),
        (&["perft", id, "-1"], "'-1'"),
        (&["perft", id, "101"], "expected a whole number from 0 to 100"),
        (&["perft", id, "99999999999999999999"], "expected a whole number from 0 to 100"),
        (&["perft", id, "3", "--divid"], "'--divide'"),
        (&["perft", id, "3", "4"], "'4'"),
        (&["perft", id, "3", "--fen", ""], "bad FEN: the FEN is empty"),
        (&["perft", id, "3", "--fen", "--json"], "bad FEN: "),
        (&["perft", id, "3", "--fen", "8/8 w - - 0 1"], "bad FEN: the placement must have 8 ranks, but has 2"),
        (&["moves", id, "--fen", bare], "bad FEN: white has no king"),
        (&["moves", id, "--fen", "\u{1b}[31m\n"], "bad FEN: "),
        (&["moves", id, "--moves", "e4 e5 Ke3"], "move 3 of --moves: Ke1–e3 is illegal"),
        (&["moves", id, "--moves", "e2e4 e2e4"], "move 2 of --moves: "),
        (&["moves", id, "--moves", "e4 ♞f6"], "move 2 of --moves: "),
        (&["moves", id, "--moves", "1. e4"], "move 1 of --moves: `1.` is a move number: write the moves alone"),
        (&["moves", id, "--moves", "e4 1...e5"], "move 2 of --moves: `1...` is a move number"),
        (&["explain", id, ""], "no move is given"),
        (&["explain", id, "e"], "`e` is incomplete"),
        (&["explain", id, "e2e9"], "`e2e9`"),
        (&["explain", id, "Zz9"], "`Zz9`"),
        (&["explain", id, "e4 e5"], "`e4 e5`"),
        (&["show", id, "--overlay", "nothing"], "unknown overlay `nothing`"),
        (&["show", id, "--overlay", "nothing", "--select", "e9"], "`e9` in --select is not a square"),
        (&["show", id, "--select", "e4"], "--overlay <NAME>"),
        (&["rules", id, "C.99"], "unknown rule `C.99`"),
        (&["rules", "nothing"], "'nothing'"),
        (&["replay", id, "/nowhere/games.pgn"], "cannot open /nowhere/games.pgn"),
        (&["replay", id, "/"], "cannot read /"),
        (&["vectors"], "<FILE>..."),
        (&["vectors", "/nowhere/cases.jsonl"], "cannot open /nowhere/cases.jsonl"),
        (&["vectors", "/"], "cannot read /: "),
        (&["bench", "--variant", "nothing"], "'nothing'"),
        (&["bench", "--depth", "0"], "expected a whole number from 1 to 100"),
        (&["bench", "--depth", "x"], "expected a whole number from 1 to 100"),
        (&["match", "faraday", "faraday", "--variant", id, "--nodes", "0"], "expected a whole number, 1 or more"),
        (&["match", "faraday", "faraday", "--variant", id, "--seed", "x"], "expected a whole number, 0 or more"),
        (&["completions", "sh"], "'sh'"),
    ];
    let mut said = String::new();
    for (arguments, says) in table {
        let run = faraday(arguments);
        check_refused(&run, says);
        let shown = arguments.join(" ").replace(['\u{1b}', '\n'], "?");
        said.extend([&shown, "\n  ", &run.stderr]);
    }
    snapshot!("bad_input", said);
}

#[test]
fn a_long_text_is_not_quoted_in_full() {
    let run = faraday(&["explain", first().id, &"N".repeat(5_000)]);
    check_refused(&run, "NNN…");
    assert!(run.stderr.len() < 700, "{run}");
}

#[test]
fn an_argument_that_is_no_text_is_refused() {
    let run = program::finish(program::command().arg("perft").arg(OsStr::from_bytes(b"\xff\xfe")).arg("1"), b"");
    check_refused(&run, "error: an argument is not UTF-8: `\u{fffd}\u{fffd}`");
}

#[test]
fn a_file_name_that_is_no_text_is_shown_as_well_as_it_can_be() {
    let run = program::finish(program::command().arg("vectors").arg(OsStr::from_bytes(b"/nowhere/\xff")), b"");
    check_refused(&run, "cannot open /nowhere/");
}

#[test]
fn input_that_breaks_off_is_refused_with_its_place() {
    let id = first().id;
    let table: &[(&[&str], &[u8], &str)] = &[
        (&["replay", id, "-"], b"", "standard input: no game in it"),
        (&["vectors", "-"], b"", "standard input: no record in it"),
        (&["vectors", "-"], b"{\"variant\": ", "standard input: the JSON breaks off at line 1, column 12"),
        (&["vectors", "-"], b"\xff", "standard input: this is not JSON at line 1, column 1"),
        (&["vectors", "-"], b"GIF89a", "standard input: this is not JSON at line 1, column 1"),
        (&["vectors", "-"], b"\n{}", "record that ends on line 2: it has none of `positions`"),
        (&["vectors", "-"], b"{\"plies\": []}", "bad game record: `variant` is missing"),
        (
            &["vectors", "-"],
            b"{\"kind\": \"png\", \"id\": \"1\", \"variant\": \"\", \"text\": \"\"}",
            "bad error record: `png` is not one of `fen`, `uci`, `san`",
        ),
    ];
    let mut said = String::new();
    for (arguments, input, says) in table {
        let run = faraday_with(arguments, input);
        check_refused(&run, says);
        let shown = String::from_utf8_lossy(input).trim().replace('\n', " ");
        said.extend([&shown, "\n  ", &run.stderr]);
    }
    snapshot!("broken_input", said);
}
