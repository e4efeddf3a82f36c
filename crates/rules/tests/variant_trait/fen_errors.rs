//! Tests of FEN errors: each is one line that names the fault and its place.

use faraday_rules::{Position, Variant};

use crate::plain::{Plain, Stacked};

#[track_caller]
fn check<V: Variant>(fen: &str, expected: &str) {
    match Position::<V>::from_fen(fen) {
        Ok(position) => panic!("`{fen}` is read as {}", position.to_fen()),
        Err(error) => assert_eq!(error.to_string(), expected, "{fen}"),
    }
}

#[test]
fn fields_are_counted() {
    check::<Plain>("", "the FEN is empty");
    check::<Plain>("  ", "the FEN is empty");
    check::<Plain>("8/8/8/8/8/8/8/8", "the FEN has 1 of 6 fields: the side to move is missing");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - 0", "the FEN has 5 of 6 fields: the move number is missing");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -", "the FEN has an extra field: `-`");
}

#[test]
fn ranks_and_levels_have_their_number_and_length() {
    check::<Plain>("4k3/8/8/8/8/8/4K3 w - - 0 1", "the placement must have 8 ranks, but has 7");
    check::<Plain>("4k3/8/8/8/8/9/8/4K3 w - - 0 1", "rank `9` of the placement must have 8 squares, but has 9");
    check::<Plain>("4k3/8/8/8/8/7/8/4K3 w - - 0 1", "rank `7` of the placement must have 8 squares, but has 7");
    check::<Plain>("4k3/8/8/8/8/44p/8/4K3 w - - 0 1", "rank `44p` of the placement must have 8 squares, but has 9");
    check::<Plain>("4k3/8/8/8/8/80/8/4K3 w - - 0 1", "`0` in rank `80` of the placement is not a piece");
    check::<Plain>("4k3/8/8/8/8/7z/8/4K3 w - - 0 1", "`z` in rank `7z` of the placement is not a piece");
    check::<Plain>("4k3/8/8/8/8/7象/8/4K3 w - - 0 1", "`象` in rank `7象` of the placement is not a piece");
    check::<Stacked>("5/5/5/5/K4|k4/5/5/5/5 w - - 0 1", "the placement must have 3 levels, but has 2");
    check::<Stacked>(
        "5/5/5/5/K4|5/5/5/5|k4/5/5/5/5 w - - 0 1",
        "level 2 of the placement must have 5 ranks, but has 4",
    );
}

#[test]
fn marks_belong_to_pawns_of_variants_that_have_them() {
    check::<Plain>("4k3/8/8/8/P~7/8/8/4K3 w - - 0 1", "`~` marks a4, where no pawn on its second level can stand");
    check::<Plain>("4k3/8/8/8/~8/8/8/4K3 w - - 0 1", "`~` in rank `~8` of the placement is not a piece");
    check::<Plain>("4k3/8/8/8/P~~7/8/8/4K3 w - - 0 1", "`~` in rank `P~~7` of the placement is not a piece");
}

#[test]
fn side_rights_and_counts_are_what_they_may_be() {
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is `W`: it must be `w` or `b`");
    let letters = "it must be `-`, or some of `KQkq` in this order";
    check::<Plain>("4k3/8/8/8/8/8/8/4K2R w kK - 0 1", &format!("the castling field is `kK`: {letters}"));
    check::<Plain>("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", &format!("the castling field is `KK`: {letters}"));
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right `K` needs the king on e1 and a rook on h1");
    check::<Stacked>(
        "5/5/5/5/K4|5/5/5/5/5|k4/5/5/5/5 w K - 0 1",
        "the castling field is `K`: it must be `-`, because this variant has no castling",
    );
    check::<Stacked>(
        "5/5/5/5/K4|5/5/5/5/5|k4/5/5/5/5 w - 1a3 0 1",
        "the en-passant field is `1a3`: it must be `-`, because this variant has no en passant",
    );
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the halfmove clock `x` is not a number from 0 to 65535");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - +5 1", "the halfmove clock `+5` is not a number from 0 to 65535");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "the halfmove clock `65536` is not a number from 0 to 65535");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number `0` is not a number from 1 to 4294967295");
}

#[test]
fn kings_and_pawns_stand_where_they_may() {
    check::<Plain>("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king");
    check::<Plain>("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings: a1, e1");
    check::<Plain>("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "white is in check on e1, but the other side is to move");
    check::<Plain>("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on a8, its last rank");
    check::<Plain>("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1, its own first rank");
}

#[test]
fn an_impossible_en_passant_square_is_refused() {
    let impossible = |square: &str, why: &str| format!("en-passant square {square} is impossible: {why}");
    check::<Plain>("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "the en-passant field `e9` is not a square");
    check::<Plain>("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", &impossible("d5", "no double step passes its rank"));
    check::<Plain>("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", &impossible("d6", "no enemy pawn stands just beyond it"));
    check::<Plain>("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", &impossible("d6", "it is occupied"));
    let origin = "the square that the pawn came from is occupied";
    check::<Plain>("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", &impossible("d6", origin));
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped() {
    for (fen, written) in [
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        // Both pawns leave the rank at once, and the rook behind them would give check.
        ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "4k3/8/8/r2pP2K/8/8/8/8 w - - 0 1"),
    ] {
        assert_eq!(Position::<Plain>::from_fen(fen).unwrap().to_fen(), written);
    }
}
