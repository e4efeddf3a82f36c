//! Tests of the game reader: the game and the move to which each token belongs, and all errors of a game.

use super::{read_lines, read_one};
use crate::pgn::{DEPTH_LIMIT, GAME_LIMIT, GameReader, GameResult, GameTree, PgnError, Place, read_games};

#[track_caller]
fn check_moves(text: &str, written: &str) {
    assert_eq!(read_lines(text), [written], "in {text:?}");
}

#[track_caller]
fn check_error(text: &str, error: &str) {
    assert_eq!(read_lines(text), [format!("error: {error}")], "in {text:?}");
}

#[test]
fn a_game_has_tag_pairs_in_order_moves_and_a_result() {
    let tree = read_one("[B \"1\"]\n[A \"2\"]\n\n1. e4 e5 0-1\n");
    let expected = [("B", "1"), ("A", "2")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    assert_eq!(tree.headers(), expected);
    assert_eq!(tree.header("A"), Some("2"));
    assert_eq!(tree.header("C"), None);
    assert_eq!(tree.result(), GameResult::Black);
    let sans: Vec<_> = tree.main_line().map(|id| tree.node(id).san()).collect();
    assert_eq!(sans, ["e4", "e5"]);
}

#[test]
fn games_and_moves_know_their_places() {
    let games = read_games("1. e4 *\n\n{two}\n[A \"b\"]\n\n1. d4\n  Nf6 *");
    let second = games[1].as_ref().unwrap();
    assert_eq!(second.place(), Place { line: 3, column: 1 });
    let places: Vec<_> = second.main_line().map(|id| second.node(id).place()).collect();
    assert_eq!(places, [Place { line: 6, column: 4 }, Place { line: 7, column: 3 }]);
}

#[test]
fn a_comment_belongs_to_the_move_before_it() {
    check_moves("1. e4 {a} {b} e5 ; c\n*", "1. e4 {a} {b} 1... e5 {c} *");
}

#[test]
fn a_comment_before_the_first_move_belongs_to_the_game() {
    let tree = read_one("{a}\n[A \"b\"]\n{ b } 1. {c} e4 *");
    assert_eq!(tree.comments(), ["a", "b", "c"]);
}

#[test]
fn a_comment_behind_a_variation_belongs_to_the_move_after_it() {
    let tree = read_one("1. e4 (1. d4) {a} {b} e5 *");
    let last = tree.main_line().last().unwrap();
    assert_eq!(tree.node(last).comments_before(), ["a", "b"]);
    check_moves("1. e4 (1. d4) {a} e5 *", "1. e4 (1. d4) {a} 1... e5 *");
}

#[test]
fn a_comment_behind_a_variation_that_no_move_follows_belongs_to_the_last_move() {
    check_moves("1. e4 (1. d4) {a} *", "1. e4 {a} (1. d4) *");
    check_moves("1. e4 (1. d4 (1. c4) {a}) *", "1. e4 (1. d4 {a} (1. c4)) *");
}

#[test]
fn a_comment_at_the_start_of_a_variation_stays_before_its_first_move() {
    check_moves("1. e4 ({a} 1. d4 {b}) *", "1. e4 ({a} 1. d4 {b}) *");
}

#[test]
fn a_comment_behind_the_result_belongs_to_the_game_before() {
    let expected = ["1. e4 {White resigns} 0-1", "{two} 1. d4 *"];
    assert_eq!(read_lines("1. e4 0-1 {White resigns}\n\n{two} 1. d4 *"), expected);
}

#[test]
fn a_comment_reads_as_one_line() {
    check_moves("{ a\r\nb\n  c\rd }*", "{a b   c d} *");
}

#[test]
fn empty_comments_are_none() {
    check_moves("{} 1. e4 { \n } (1. d4) {} e5 *", "1. e4 (1. d4) 1... e5 *");
}

#[test]
fn a_nag_belongs_to_the_move_before_it_though_something_is_between() {
    check_moves("1. e4! {a} $14 (1. d4) $7 e5 *", "1. e4 $1 $14 $7 {a} (1. d4) 1... e5 *");
}

#[test]
fn a_nag_before_the_first_move_of_a_line_belongs_to_that_move() {
    check_moves("$220 1. e4 ($142 1. d4) *", "1. e4 $220 (1. d4 $142) *");
}

#[test]
fn variations_replace_the_move_before_them_and_nest() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *";
    check_moves(text, text);
    let tree = read_one(text);
    let ids: Vec<_> = tree.main_line().collect();
    let told: Vec<_> = tree.node(ids[1]).variations().iter().map(|&id| tree.node(id).san()).collect();
    assert_eq!(told, ["c5", "e6"]);
    let sicilian = tree.node(ids[1]).variations()[0];
    assert_eq!(tree.node(sicilian).previous(), Some(ids[0]));
}

#[test]
fn games_need_no_tag_pairs() {
    assert_eq!(read_lines("1. e4 * 1. d4 1-0 *"), ["1. e4 *", "1. d4 1-0", "*"]);
}

#[test]
fn a_game_without_a_marker_ends_at_the_next_tag_pair_or_the_end() {
    let text = "[A \"1\"]\n[Result \"1-0\"]\n1. e4\n[A \"2\"]\n1. d4";
    assert_eq!(read_lines(text), ["1. e4 1-0", "1. d4 *"]);
}

#[test]
fn a_game_of_tag_pairs_alone_ends_where_the_first_tag_comes_again() {
    let text = "[A \"1\"]\n[Result \"0-1\"]\n\n[A \"2\"]\n\n[Result \"?\"]\n\n*";
    assert_eq!(read_lines(text), ["0-1", "*"]);
}

#[test]
fn a_text_without_games_has_none() {
    for text in ["", " \n\n", "% x", "{a}\n; b", "\u{feff}", "1."] {
        assert_eq!(read_games(text), [], "in {text:?}");
    }
}

#[test]
fn a_game_is_handed_out_before_the_text_ends() {
    let mut games = 0;
    let mut reader = GameReader::new();
    reader.feed(b"1. e4 *\n\n1. d", &mut |_| games += 1);
    assert_eq!(games, 1);
}

#[test]
fn a_broken_game_is_handed_out_up_to_the_error_and_once() {
    let mut games = Vec::new();
    let mut reader = GameReader::new();
    reader.feed_broken(
        b"[White \"Ada\"]\n\n1. e4 e5 (1... c5) 2. Nf3 ]]] 2... Nc6 (3. *\n\n[A \"b\"]\n1. d4 *",
        &mut |game| {
            games.push(game);
        },
    );
    reader.finish_broken(&mut |game| games.push(game));
    let moves = |tree: &GameTree| tree.main_line().map(|id| tree.node(id).san().to_owned()).collect::<Vec<_>>();
    let broken = games[0].as_ref().unwrap_err();
    assert_eq!(moves(&broken.read), ["e4", "e5", "Nf3"]);
    assert_eq!(broken.read.header("White"), Some("Ada"));
    assert_eq!(broken.error.place().column, 27);
    assert_eq!(moves(games.last().unwrap().as_ref().unwrap()), ["d4"]);
    let later = games[1..games.len() - 1].iter().map(|game| &game.as_ref().unwrap_err().read);
    assert_eq!(later.count(), 0, "{games:?}");
}

#[test]
fn what_is_open_at_the_end_is_told_where_it_began() {
    check_error("1. e4 {never", "comment `{never` at line 1, column 7 is never closed");
    check_error("[Event \"nev", "tag pair `[Event \"nev` at line 1, column 1 is not closed on its line");
    check_error("1. e4 (1. d4\n (1. c4", "variation `(` at line 2, column 2 is never closed");
    check_error("1. e4(1. d4", "variation `(` at line 1, column 6 is never closed");
}

#[test]
fn a_result_or_a_tag_pair_does_not_close_a_variation() {
    check_error("1. e4 (1. d4 *", "variation `(` at line 1, column 7 is never closed");
    let error = "error: variation `(` at line 1, column 7 is never closed";
    assert_eq!(read_lines("1. e4 (1. d4\n[A \"b\"] *"), [error, "*"]);
}

#[test]
fn a_closing_parenthesis_needs_an_open_one() {
    check_error("1. e4 ) *", "`)` at line 1, column 7 closes no variation");
}

#[test]
fn a_variation_needs_a_move_to_replace() {
    check_error("(1. e4) *", "variation `(` at line 1, column 1 has no move to replace");
    check_error("1. e4 ((1. d4)) *", "variation `(` at line 1, column 8 has no move to replace");
}

#[test]
fn variations_nest_to_the_limit_and_no_deeper() {
    let nested = |depth: usize| format!("a{}{}*", " (a".repeat(depth), ")".repeat(depth));
    read_one(&nested(DEPTH_LIMIT));
    check_error(&nested(DEPTH_LIMIT + 1), "variation `(` at line 1, column 771 is nested more than 256 deep");
}

#[test]
fn a_game_that_never_ends_does_not_fill_the_memory() {
    let mut told = Vec::new();
    let mut reader = GameReader::new();
    let chunk = "Nf3 ".repeat(100_000);
    while told.is_empty() {
        reader.feed(chunk.as_bytes(), &mut |game| told.push(game));
    }
    reader.finish(&mut |game| told.push(game));
    let [Err(PgnError::GameTooLarge { text, place })] = &told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(text, "Nf3");
    assert!(place.column < GAME_LIMIT as u32);
}

#[test]
fn behind_a_broken_game_the_next_one_is_read() {
    let stray = "error: `)` at line 1, column 4 closes no variation";
    let good = "\n[A \"b\"]\n\n1. d4 *";
    for rest in ["e5 *\n", "*\n\n1. c4 *\n", "}\n", "(\n", "{[x \"y\"]}\n\n{a}\n"] {
        let text = format!("e4 ) {rest}{good}");
        let told = read_lines(&text);
        assert_eq!(told.first().unwrap(), stray, "in {text:?}");
        assert_eq!(told.last().unwrap(), "1. d4 *", "in {text:?}");
    }
}

#[test]
fn an_unclosed_variation_does_not_break_the_game_below_an_empty_line() {
    assert_eq!(
        read_lines("1. e4 (1. d4\n\n[A \"b\"]\n\n1. c4 *"),
        ["error: variation `(` at line 1, column 7 is never closed", "1. c4 *",]
    );
}

#[test]
fn a_game_that_has_ended_is_not_lost_to_an_error_behind_it() {
    assert_eq!(read_lines("1. e4 * }"), ["1. e4 *", "error: unexpected character `}` at line 1, column 9"]);
}
