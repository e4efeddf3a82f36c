//! Tests of puzzle files: only legal puzzles are accepted, and errors name the damaged line.

use faraday_knowledge::puzzle::{PuzzleCause, read, write};

use crate::{LINE, chess, owing};

/// Returns the error for a line after a valid one.
fn complaint(line: &str) -> String {
    let text = format!("{LINE}\n\n{line}\n");
    read(chess(), &text).expect_err(line).to_string()
}

#[test]
fn written_puzzles_are_read_back() {
    let puzzles = read(chess(), LINE).unwrap();
    assert_eq!(puzzles.len(), 1);
    assert_eq!(puzzles[0].turns(), 1);
    assert_eq!(write(&puzzles[0]), LINE);
    assert!(read(chess(), "\n \n").unwrap().is_empty());
}

#[test]
fn a_damaged_line_is_named_with_what_is_wrong() {
    let other = |from: &str, to: &str| complaint(&LINE.replace("rank8", "other").replace(from, to));
    let cases = [
        (complaint("nonsense"), "line 3: not JSON: expected ident at column 2"),
        (complaint(LINE), "line 3: the id `rank8` is that of an earlier puzzle"),
        (complaint(&LINE.replace("rank8", "a-b")), "line 3: the id `a-b` is not 1 to 16 letters and digits"),
        (complaint(&LINE.replace("rank8", "")), "line 3: the id `` is not 1 to 16 letters and digits"),
        (other("\"rating\":800", "\"rating\":9"), "line 3: the rating 9 is not from 800 to 2600"),
        (other("\"nodes\"", "\"knots\""), "line 3: not a puzzle: unknown field `knots`, expected one of"),
        (other(",\"d1d8\"", ""), "line 3: 1 moves: a puzzle has an even number of them, from 2 to 12"),
        (other("\"rating\":800", "\"rating\":99999"), "line 3: the rating 99999 is not from 800 to 2600"),
        (other("\"rating\":800", "\"rating\":-5"), "line 3: the rating -5 is not from 800 to 2600"),
        (complaint("[]"), "line 3: not a puzzle: it is no JSON object"),
        (other("mate-in-1", "non\\nsense"), "line 3: the theme `non\\nsense` is unknown, or has no entry in `causes`"),
        (other("mate-in-1", "mate-in-7"), "line 3: the theme `mate-in-7` is unknown, or has no entry in `causes`"),
        (other("6k1/", ""), "line 3: bad FEN `5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1`: "),
        (other("b3b2", "b3c1"), "line 3: move 1, `b3c1`: "),
        (other("d1d8", "d1e2"), "line 3: move 2, `d1e2`: "),
        (other("d1d8", "zz"), "line 3: move 2, `zz`: "),
        (other("\"d1d8\"]", "\"d1d8\",\"b2b8\",\"d8b8\"]"), "line 3: move 3, `b2b8`: "),
    ];
    for (found, expected) in cases {
        assert!(found.starts_with(expected), "{found}\n{expected}");
        assert!(!found.contains('\n'), "{found}");
    }
}

#[test]
fn a_cause_on_which_no_move_could_rest_is_refused() {
    for (entry, puzzle) in owing() {
        let causes = |change: fn(&mut PuzzleCause)| {
            let mut other = puzzle.clone();
            other.causes.iter_mut().for_each(change);
            read(entry, &write(&other)).expect_err(entry.id).to_string()
        };
        let late = causes(|owed| owed.turn = 9);
        assert!(late.starts_with("line 1: cause at turn 9: "), "{late}");
        assert!(causes(|owed| owed.turn = 0).starts_with("line 1: cause at turn 0: "));
        let unknown = causes(|owed| owed.theme = "X.1.nothing".to_owned());
        assert!(unknown.contains(&format!("{} has no cause `X.1.nothing`", entry.id)), "{unknown}");
    }
}
