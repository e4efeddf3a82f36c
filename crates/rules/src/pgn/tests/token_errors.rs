//! Tests of the tokenizer's errors, and of recovery after them.

use super::{check_tokens, tell, tell_chunks};
use crate::pgn::TOKEN_LIMIT;

#[test]
fn a_character_that_begins_nothing_is_refused() {
    for (text, error) in [
        ("e4 }", "unexpected character `}` at line 1, column 4"),
        ("\n\n  象3", "unexpected character `象` at line 3, column 3"),
        ("\"", "unexpected character `\\\"` at line 1, column 1"),
        (" %", "unexpected character `%` at line 1, column 2"),
        ("\0", "unexpected character `\\0` at line 1, column 1"),
    ] {
        let told = tell(text.as_bytes());
        assert_eq!(told.last().unwrap(), &format!("error: {error}"));
    }
}

#[test]
fn a_dot_behind_a_move_is_refused() {
    check_tokens("e4.", &["error: unexpected character `.` at line 1, column 3"]);
}

#[test]
fn a_tag_pair_needs_a_name_and_a_value() {
    for (text, error) in [
        ("[\"x\"]", "expected a name in a tag pair, found `\\\"` at line 1, column 2"),
        ("[A/B \"c\"]", "expected `\"` in a tag pair, found `/` at line 1, column 3"),
    ] {
        check_tokens(text, &[&format!("error: {error}")]);
    }
}

#[test]
fn a_tag_pair_must_be_closed_on_its_line() {
    for (text, quoted) in [
        ("[", "["),
        ("[Eve", "[Eve"),
        ("[Event \n\"x\"]", "[Event"),
        ("[Event \"Spring", "[Event \"Spring"),
        ("[Event \"Spring\n\"]", "[Event \"Spring"),
        ("[Event \"Spring\\", "[Event \"Spring"),
        ("[Event \"Spring\"\r\n]", "[Event \"Spring"),
        ("[Event \"The longest of all tournaments\n", "[Event \"The longest of …"),
    ] {
        let error = format!("error: tag pair `{quoted}` at line 1, column 1 is not closed on its line");
        check_tokens(text, &[&error]);
    }
}

#[test]
fn a_nag_without_a_number_up_to_255_is_refused() {
    for glyph in ["$", "$256", "$99999999999999999999", "!!!", "?!?"] {
        let error = format!("error: unknown annotation glyph `{glyph}` at line 1, column 3");
        check_tokens(&format!("e4{glyph} e5"), &["move e4", &error]);
    }
}

#[test]
fn a_comment_that_is_never_closed_is_told_where_it_began() {
    check_tokens(
        "e4\n {White\nresigns",
        &["move e4", "error: comment `{White resigns` at line 2, column 2 is never closed"],
    );
}

#[test]
fn a_token_above_the_limit_is_refused_however_it_is_fed() {
    let long = "a".repeat(TOKEN_LIMIT + 1);
    let dollars = format!("${}", "1".repeat(TOKEN_LIMIT));
    let newlines = "\n".repeat(TOKEN_LIMIT + 1);
    for (text, quoted) in [
        (long.clone(), "aaaaaaaaaaaaaaaaaaaaaaa…"),
        (format!("{{{long}}}"), "{aaaaaaaaaaaaaaaaaaaaaaa…"),
        (format!("{{{newlines}}}"), "{                       …"),
        (format!(";{long}\n"), ";aaaaaaaaaaaaaaaaaaaaaaa…"),
        (format!("[A \"{long}\"]"), "[A"),
        (format!("[{long} \"b\"]"), "[aaaaaaaaaaaaaaaaaaaaaaa…"),
        (format!("e4({long})"), "e4(aaaaaaaaaaaaaaaaaaaa…"),
        (dollars, "$1111111111111111111111…"),
    ] {
        let error = format!("error: `{quoted}` at line 1, column 1 is longer than 65536 bytes");
        let text = format!("{text}\n\n[B \"c\"]");
        let told = [error.as_str(), "empty line", "tag B=c"];
        check_tokens(&text, &told);
        assert_eq!(tell_chunks(text.as_bytes().chunks(1000)), told);
    }
}

#[test]
fn behind_an_error_reading_goes_on_at_a_tag_pair_below_an_empty_line() {
    let error = "error: unexpected character `}` at line 1, column 1";
    for (text, expected) in [
        ("} e4\n[A \"b\"]\n*", &[error][..]),
        ("} e4\n\n1. e4 *", &[error]),
        ("} e4\n\n [A \"b\"]", &[error]),
        ("} e4\n\n[%clk 1] \n[A \"b\"]", &[error]),
        ("} e4\n \t\r\n[A \"b\"]\n*", &[error, "empty line", "tag A=b", "result *"]),
        ("} e4\n\n\n\n[A \"b\"]\n\n*", &[error, "empty line", "tag A=b", "empty line", "result *"]),
        ("}\n\nx\n\n[A \"b\"]", &[error, "empty line", "tag A=b"]),
    ] {
        check_tokens(text, expected);
        assert_eq!(tell_chunks(text.as_bytes().chunks(1)), expected);
    }
}

#[test]
fn a_tag_pair_that_is_broken_again_is_told_again() {
    check_tokens(
        "}\n\n[A/b]\n\n[C \"d\"]",
        &[
            "error: unexpected character `}` at line 1, column 1",
            "empty line",
            "error: expected `\"` in a tag pair, found `/` at line 3, column 3",
            "empty line",
            "tag C=d",
        ],
    );
}
