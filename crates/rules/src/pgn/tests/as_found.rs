//! Tests of PGN found in practice (N.5): forms that other programs write and Faraday only reads.

use super::{check_tokens, read_lines, read_one, tell, tell_chunks};
use crate::pgn::{GameResult, read_games};

#[track_caller]
fn check_same(found: &str, standard: &str) {
    assert_eq!(tell(found.as_bytes()), tell(standard.as_bytes()), "in {found:?}");
    assert_eq!(tell_chunks(found.as_bytes().chunks(1)), tell(standard.as_bytes()), "in {found:?}, byte by byte");
}

#[test]
fn every_blank_separates() {
    for blank in ["\u{a0}", "\u{2009}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{ad}", "\u{2060}", "\u{200e}", "\u{1a}"]
    {
        check_same(&format!("1.{blank}e4{blank}e5 2. {blank}Nf3{blank}"), "1. e4 e5 2. Nf3");
        check_same(&format!("[{blank}A{blank}\"b{blank}c\"{blank}]"), &format!("[A \"b{blank}c\"]"));
    }
}

#[test]
fn a_line_may_end_with_a_carriage_return_alone() {
    for end in ["\r", "\r\n", "\n"] {
        let text = format!(
            "[A \"b\"]{end}{end}% x{end}1. e4 ; a note{end}{{two{end}lines}} e5 1-0{end}{end}[A \"c\"]{end}{end}*"
        );
        assert_eq!(
            tell(text.as_bytes()),
            [
                "tag A=b",
                "empty line",
                "move e4",
                "comment  a note",
                "comment two\nlines",
                "move e5",
                "result 1-0",
                "empty line",
                "tag A=c",
                "empty line",
                "result *"
            ],
            "{end:?}"
        );
    }
}

#[test]
fn a_byte_order_mark_may_precede_any_game() {
    assert_eq!(read_lines("\u{feff}[A \"1\"]\n\n1. e4 *\n\n\u{feff}[A \"2\"]\n\n1. d4 *"), ["1. e4 *", "1. d4 *"]);
    let after_an_error = "1. e4 } *\n\n\u{feff}[A \"2\"]\n\n1. d4 *";
    assert_eq!(read_lines(after_an_error).last().unwrap(), "1. d4 *");
}

#[test]
fn en_passant_may_be_said() {
    for said in ["exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "exd6 e.p", "exd6 e. p.", "exd6 E.P."] {
        check_same(&format!("3. {said} Qxd6"), "3. exd6 Qxd6");
        check_same(&format!("3. {said}! Qxd6"), "3. exd6 ! Qxd6");
    }
    check_same("exf6e.p.+", "exf6");
}

#[test]
fn figurines_and_typographic_signs_are_ascii() {
    check_same("♘f3 ♞c6 ♔×e2 ♛d8–h4† e8=♕ ♟e5", "Nf3 Nc6 Kxe2 Qd8-h4+ e8=Q Pe5");
    check_same("♘\u{fe0e}f3 O–O–O 0–0 1–0", "Nf3 O-O-O 0-0 1-0");
    check_same("1… e5", "1... e5");
}

#[test]
fn results_may_be_short_or_glued() {
    check_same("e5 1/2", "e5 1/2-1/2");
    check_same("e5 ½-½", "e5 1/2-1/2");
    check_same("e5 ½:½", "e5 1/2-1/2");
    check_same("e5 1:0", "e5 1-0");
    check_same("e5 0:1", "e5 0-1");
    check_same("e5 ½–½", "e5 1/2-1/2");
    check_same("Qxe5#1-0", "Qxe5# 1-0");
    check_same("O-O-O0-1", "O-O-O 0-1");
    check_same("e8=Q1/2-1/2", "e8=Q 1/2-1/2");
    check_same("Rd8(d4d1=Q)1-0", "Rd8(d4d1=Q) 1-0");
    check_same("1-0[A \"b\"]", "1-0 [A \"b\"]");
    check_same("Nc6*[A \"b\"]", "Nc6* [A \"b\"]");
    assert_eq!(read_one("[Result \"1/2\"]\n\n1. e4").result(), GameResult::Draw);
}

#[test]
fn castling_without_hyphens_is_a_move_and_no_number() {
    let tree = read_one("4. 00 000 5. e4 *");
    let sans: Vec<&str> = tree.main_line().map(|id| tree.node(id).san()).collect();
    assert_eq!(sans, ["00", "000", "e4"]);
}

#[test]
fn signs_of_evaluation_are_nags() {
    for (sign, nag) in [
        ("±", 16),
        ("∓", 17),
        ("⩲", 14),
        ("⩱", 15),
        ("∞", 13),
        ("□", 7),
        ("+=", 14),
        ("=+", 15),
        ("+/-", 16),
        ("-/+", 17),
        ("+/=", 14),
        ("=/+", 15),
        ("+-", 18),
        ("+−", 18),
        ("–+", 19),
        ("=", 10),
        ("N", 146),
        ("D", 220),
        ("‼", 3),
        ("⁈", 6),
    ] {
        check_same(&format!("e4 {sign} e5"), &format!("e4 ${nag} e5"));
    }
    for (sign, nag) in [("±", 16), ("+=", 14), ("+-", 18), ("-+", 19), ("=", 10), ("∞", 13)] {
        check_same(&format!("e4{sign} Nf6{sign}"), &format!("e4 ${nag} Nf6 ${nag}"));
    }
    check_same("Qh5++-", "Qh5+ $18");
    check_same("O-O+=", "O-O $14");
}

#[test]
fn quotes_and_backslashes_in_a_tag_need_no_escape() {
    check_tokens("[A \"5th \"Old Town\" Open\"]", &["tag A=5th \"Old Town\" Open"]);
    check_tokens("[A \"a \"b\"\"] [B \"c\"]", &["tag A=a \"b\"", "tag B=c"]);
    check_tokens("[A \"C:\\games\\\"]\n[B \"c\"]", &["tag A=C:\\games\\", "tag B=c"]);
    check_tokens("[A \"b]\n[B \"c\"]", &["tag A=b", "tag B=c"]);
    check_tokens("[A b c]\n[B d\"]\n[C]", &["tag A=b c", "tag B=d", "tag C="]);
    check_tokens("[A “b”]", &["tag A=b"]);
}

#[test]
fn a_variation_may_be_empty() {
    assert_eq!(read_lines("1. e4 () e5 2. Nf3 ({only words}) Nc6 ($6) *"), ["1. e4 e5 2. Nf3 {only words} 2... Nc6 *"]);
    assert_eq!(read_lines("1. e4 (1. d4) ({a}) e5 *"), ["1. e4 (1. d4) {a} 1... e5 *"]);
}

#[test]
fn a_variation_may_come_before_the_move_that_it_replaces() {
    assert_eq!(read_lines("(1. d4 d5 (1... Nf6)) 1. e4 e5 *"), ["1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *"]);
    assert_eq!(read_lines("1. e4 e5 ((1... c6) 1... c5) *"), ["1. e4 e5 (1... c5 (1... c6)) *"]);
    assert_eq!(read_lines("((1. c4) 1. d4) 1. e4 *"), ["1. e4 (1. d4 (1. c4)) *"]);
    assert_eq!(read_lines("(1. d4"), ["error: variation `(` at line 1, column 1 is never closed"]);
}

#[test]
fn a_result_inside_a_variation_says_nothing_of_the_game() {
    assert_eq!(read_lines("1. e4 (1. d4 d5 1-0) e5 0-1"), ["1. e4 (1. d4 d5) 1... e5 0-1"]);
}

#[test]
fn a_null_move_ends_its_variation_with_a_note() {
    for null in ["--", "Z0", "0000", "null"] {
        let tree = read_one(&format!("1. e4 (1. d4 {null} 2. c4 (2. Nf3 d5) {{x}}) e5 *"));
        assert_eq!(super::movetext(&tree), "1. e4 (1. d4) 1... e5 *");
        assert_eq!(tree.notes(), [format!("the null move `{null}` at line 1, column 14 ends its variation")]);
        assert_eq!(read_lines(&format!("1. e4 ({null} d5) e5 *")), ["1. e4 e5 *"]);
    }
    assert_eq!(read_lines("1. e4 -- 2. d4 *"), ["1. e4 -- 2. d4 *"]);
}

#[test]
fn one_bad_game_hides_no_other() {
    for bad in ["1. e4 } e5 *", "1. e4 ) *", "1. e4 {never closed", "1. e4 (1. d4", "1. e4 $999 *", "1. e4 e.x *"] {
        let text = format!("[A \"1\"]\n\n{bad}\n\n[A \"2\"]\n\n1. d4 *\n\n[A \"3\"]\n\n1. c4 *\n");
        let games = read_games(&text);
        assert_eq!(games.len(), 3, "{games:?}");
        assert!(games[0].is_err() && games[1..].iter().all(Result::is_ok), "{games:?}");
        // Some programs write no empty line before a game.
        if !bad.contains('{') {
            assert_eq!(read_games(&text.replace("\n\n[", "\n[")).len(), 3, "{bad}");
        }
    }
}

#[test]
fn a_result_is_no_move_though_something_is_behind_it() {
    for text in ["1-0ep", "1-01-0", "1/2+=", "--ep", "N1-0"] {
        for tree in read_games(text).into_iter().flatten() {
            let sans: Vec<_> = tree.main_line().map(|id| tree.node(id).san().to_owned()).collect();
            assert!(!sans.iter().any(|san| GameResult::parse(san).is_some()), "{text}: {sans:?}");
        }
    }
}

/// A reader that parses the parts of a run recursively needs a stack proportional to the length of the run.
#[test]
fn a_long_run_of_results_and_signs_takes_no_deep_stack() {
    for part in ["1/2", "1-0", "1/2-1/2", "e4=", "a1+-", "1ep"] {
        let run = format!("e4{}", part.repeat(60_000 / part.len()));
        read_games(&run);
    }
    let nested = format!("{}1. a){} 1. b *", "(".repeat(200), " 1. a)".repeat(199));
    assert!(read_games(&nested)[0].is_ok(), "{:?}", read_games(&nested)[0].as_ref().err());
}
