//! Tests of the PGN writer against the export format of the standard.

use super::{movetext, read_one, write};
use crate::pgn::{GameResult, GameTree};

#[track_caller]
fn check_written(text: &str, written: &str) {
    assert_eq!(movetext(&read_one(text)), written, "in {text:?}");
}

#[test]
fn the_roster_comes_first_and_what_is_missing_is_not_known() {
    let mut tree = read_one("[Variant \"future\"]\n[White \"A\"]\n[Event \"E\"]\n\n1. 2c3 1-0");
    assert_eq!(
        write(&tree),
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
         [Black \"?\"]\n[Result \"1-0\"]\n[Variant \"future\"]\n\n1. 2c3 1-0\n\n"
    );
    tree.set_header("Result", "*").unwrap();
    assert!(write(&tree).contains("[Result \"*\"]\n"));
}

#[test]
fn a_game_without_moves_is_its_result() {
    let mut tree = GameTree::new();
    tree.set_result(GameResult::Draw);
    assert_eq!(movetext(&tree), "1/2-1/2");
}

#[test]
fn quotes_and_backslashes_in_a_value_are_escaped() {
    let mut tree = GameTree::new();
    tree.set_header("A", r#"a "b" \"#).unwrap();
    assert!(write(&tree).contains("\n[A \"a \\\"b\\\" \\\\\"]\n"));
}

#[test]
fn black_gets_a_number_at_the_start_of_a_line_and_behind_an_interruption() {
    check_written(
        "e4 {a} e5 d4 (c4 c5) d5 c4 $1 c5 a3 a6 ({x} b6 b4 {y} h6) *",
        "1. e4 {a} 1... e5 2. d4 (2. c4 c5) 2... d5 3. c4 $1 c5 4. a3 a6 ({x} 4... b6 5.\n\
         b4 {y} 5... h6) *",
    );
}

#[test]
fn the_first_number_and_side_come_from_the_position() {
    let fen = |fen: &str| format!("[FEN \"{fen}\"]\n\na b (c) d *");
    check_written(&fen("8/8 b - - 0 17"), "17... a 18. b (18. c) 18... d *");
    check_written(&fen("8/8 w - - 0 3 a4:2"), "3. a b (3... c) 4. d *");
    check_written(&fen("8/8 b - - 0 0"), "0... a 1. b (1. c) 1... d *");
    check_written(&fen("8/8 b"), "1... a 2. b (2. c) 2... d *");
    check_written(&fen("nonsense"), "1. a b (1... c) 2. d *");
}

#[test]
fn nags_are_written_as_numbers() {
    check_written("e4!! $0 e5?! *", "1. e4 $3 $0 e5 $6 *");
}

#[test]
fn a_closing_brace_in_a_comment_becomes_a_parenthesis() {
    check_written("e4 ; a } b\n*", "1. e4 {a ) b} *");
}

#[test]
fn effects_attached_to_a_move_stay_in_one_word() {
    let filler = "{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}";
    check_written(&format!("{filler} Nc6(Nf6-h6, c2-c5) *"), &format!("{filler} 1.\nNc6(Nf6-h6, c2-c5) *"));
}

#[test]
fn lines_are_at_most_80_characters_wide() {
    let text = format!("{{{}}} {} (a {{é é}}) *", "word é ".repeat(60), "Nf3 ".repeat(60));
    for line in movetext(&read_one(&text)).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_word_that_ends_in_the_80th_column_stays_on_its_line() {
    let filler = "é".repeat(70);
    check_written(&format!("{{{filler}}} 1. Nf3d *"), &format!("{{{filler}}} 1. Nf3d\n*"));
    check_written(&format!("{{{filler}}} 1. Nf3de *"), &format!("{{{filler}}} 1.\nNf3de *"));
}

#[test]
fn a_command_in_a_comment_stays_on_one_line() {
    for text in [
        "{so much is said before the arrows of this comment that they end [%cal Ge2e4,Ge7e5] a line}",
        "{so much is said before the clock and the score of this comment that [%clk 0:03:00][%eval 0.2] they end}",
    ] {
        let written = movetext(&read_one(&format!("e4 {text} *")));
        assert!(written.lines().count() > 1);
        assert_eq!(written.replace('\n', " "), format!("1. e4 {text} *"));
        for line in written.lines() {
            assert_eq!(line.matches("[%").count(), line.matches(']').count(), "{written}");
        }
    }
    let open = "{a command without an end [%cal Ge2e4 is text like all other text and broken as such is}";
    assert!(movetext(&read_one(&format!("e4 {open} *"))).lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn no_line_begins_with_what_other_readers_take_for_a_tag_pair_or_a_line_to_skip() {
    let text = format!("{{{}}} *", "[%csl Ga1] % ".repeat(30));
    let written = movetext(&read_one(&text));
    assert!(written.lines().count() > 1);
    assert!(!written.lines().any(|line| line.starts_with(['[', '%'])), "{written}");
}

#[test]
fn spaces_in_a_comment_are_kept() {
    let spaced = "{a  b   c}";
    check_written(&format!("{spaced} *"), &format!("{spaced} *"));
    let wide = format!("a{} *", "  b".repeat(100));
    let tree = read_one(&format!("{{{wide}}} *"));
    assert_eq!(tree.comments(), [wide]);
    assert_eq!(read_one(&write(&tree)).comments(), tree.comments());
}
