//! Tests of SAN parsing: the accepted spellings of a move, and the errors for unreadable texts.

use faraday_rules::{MoveTextError, Position, Variant};

use crate::plain::{Plain, Stacked};

#[track_caller]
fn check<V: Variant>(fen: &str, uci: &str, texts: &[&str]) {
    let position = Position::<V>::from_fen(fen).unwrap();
    let mv = position.read_uci(uci).unwrap();
    for text in texts {
        assert_eq!(position.read_move(text), Ok(mv), "{fen}: `{text}`");
    }
}

#[track_caller]
fn check_error(fen: &str, text: &str, expected: &str) {
    check_error_of::<Plain>(fen, text, expected);
}

#[track_caller]
fn check_error_of<V: Variant>(fen: &str, text: &str, expected: &str) {
    let position = Position::<V>::from_fen(fen).unwrap();
    let error: MoveTextError = position.read_move(text).unwrap_err();
    assert_eq!(error.to_string(), expected, "`{text}`");
}

const START: &str = Plain::START;
const PROMOTING: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const TWO_ROOKS: &str = "4k3/8/8/8/8/8/8/R4R1K w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

#[test]
fn a_move_is_read_in_all_its_usual_forms() {
    check::<Plain>(START, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", " e4 ", "e4!", "e4!?", "e4+"]);
    check::<Plain>(START, "g1f3", &["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nf3??", "Nxf3"]);
    check::<Plain>(
        PROMOTING,
        "a7a8q",
        &["a8=Q", "a8Q", "a8=Q+", "a8/Q", "a8(Q)", "a7a8=Q", "a7a8q", "a8=q", "a8q", "a7a8q+", "a7-a8Q"],
    );
    check::<Plain>(CASTLING, "e1g1", &["O-O", "0-0", "o-o", "O-O+", "Kg1", "Ke1g1", "e1g1", "Ke1-g1"]);
    check::<Plain>(CASTLING, "e1c1", &["O-O-O", "0-0-0", "Kc1"]);
    check::<Plain>(EN_PASSANT, "e5d6", &["exd6", "ed6", "exd6ep", "exd6e.p.", "exd6 e.p.", "e5xd6", "e5:d6", "d6"]);
    check::<Plain>(TWO_ROOKS, "a1d1", &["Rad1", "Ra1d1", "Ra1-d1", "Ra–d1"]);
    check::<Stacked>(Stacked::START, "1c21c3", &["1c3", "1c2-1c3", "P1c3", "1c21c3"]);
    check::<Stacked>(Stacked::START, "1b12a2", &["N2a2", "N1b12a2", "Nb2a2"]);
}

#[test]
fn effects_in_parentheses_are_passed_over_or_name_a_promotion() {
    check::<Plain>(START, "g1f3", &["Nf3(a2a4,c5h5)", "Nf3(a2a4)!"]);
    check::<Plain>(PROMOTING, "a7a8q", &["a8(d4d1=Q)", "a8=Q(d4d5)"]);
}

#[test]
fn what_is_missing_of_a_move_is_named() {
    let start = Stacked::START;
    let level = "write the level too, as in 1c3, 2c3, 3c3";
    check_error_of::<Stacked>(start, "c3", &format!("`c3` is incomplete: {level}"));
    check_error_of::<Stacked>(start, "Nc3", &format!("`Nc3` is incomplete: {level}"));
    let square = "write the square that the piece goes to, such as 2c1";
    check_error_of::<Stacked>(start, "N", &format!("`N` is incomplete: {square}"));
    let squares = "write the square that the piece comes from and the one it goes to";
    let error = Position::<Plain>::parse_uci("e4").unwrap_err().to_string();
    assert_eq!(error, format!("`e4` is incomplete: {squares}, such as e2e4"));
    let error = Position::<Stacked>::parse_uci("1c12c").unwrap_err().to_string();
    assert_eq!(error, format!("`1c12c` is incomplete: {squares}, such as 1c12c1"));
}

#[test]
fn what_is_no_move_is_told_in_one_line() {
    check_error(START, "", "no move is given");
    check_error(START, " ", "no move is given");
    check_error(START, "e", "`e` is incomplete: write the square that the piece goes to, such as e4");
    check_error(START, "Ni9", "`i9` in `Ni9` is not a square of the board");
    check_error(START, "Se4", "`Se4` is not a move: `S` cannot be read");
    check_error(START, "e4 e5", "`e4 e5` is not a move: `e5` cannot be read");
    check_error(START, "e5", "no legal move matches `e5`");
    check_error(START, "O-O-O", "no legal move matches `O-O-O`");
    check_error(START, "e2e5", "`e2e5` is illegal here");
    check_error(START, "e-4", "`-4` in `e-4` is not a square of the board");
    check_error(START, "e2e4x", "`x` at the end of `e2e4x` is not a choice: write n, b, r, q, p or *");
    check_error(PROMOTING, "a8", "`a8` leaves a choice open: a8=Q+, a8=R+, a8=B, a8=N");
    check_error(PROMOTING, "a8=K", "`a8=K` is not a move: `=K` cannot be read");
    check_error(TWO_ROOKS, "Rd1", "`Rd1` is ambiguous: Rad1, Rfd1");
}
