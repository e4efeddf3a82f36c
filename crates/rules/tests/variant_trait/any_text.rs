//! Property tests of text input: nothing panics, and an accepted text reads back the same after it is written.

use faraday_rules::{Position, Variant};
use proptest::{collection::vec, prelude::*};

use crate::plain::{Plain, Stacked};

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[KQRBNPkqrbnp1-8/|~ ]{1,8}",
        2 => prop::sample::select(vec![
            "4k3", "4K3", "8", "5", "/", "|", " w ", " b ", " - ", "KQkq", "e3", "0", "1", "99999999999999999999",
            "65535", "4294967295", "O-O", "=Q", "x", "(", ")", "+", "e4", "2c3", "*",
        ]).prop_map(str::to_owned),
        1 => ".{0,4}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![vec(piece(), 0..20).prop_map(|pieces| pieces.concat()), ".{0,40}"]
}

fn placement() -> impl Strategy<Value = String> {
    vec("[KQRBNPkqrbnp1]{8}", 8).prop_map(|ranks| ranks.join("/"))
}

fn check_fen<V: Variant>(fen: &str) {
    let Ok(position) = Position::<V>::from_fen(fen) else { return };
    let written = position.to_fen();
    let read = Position::<V>::from_fen(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(read, position, "{fen}");
    assert_eq!(read.to_fen(), written);
}

fn check_move<V: Variant>(position: &Position<V>, text: &str) {
    for mv in [position.read_uci(text), position.read_san(text), position.read_move(text)].into_iter().flatten() {
        assert!(position.is_legal(mv), "`{text}`");
    }
    if let Ok(said) = position.parse_san(text) {
        let ours = position.board().color(position.turn());
        assert!(position.meant_by(said).iter().all(|mv| faraday_rules::Set::has(ours, mv.from)), "`{text}`");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn a_fen_is_refused_or_reads_back_as_itself(fen in text()) {
        check_fen::<Plain>(&fen);
        check_fen::<Stacked>(&fen);
    }

    #[test]
    fn a_full_fen_is_refused_or_reads_back_as_itself(
        placement in placement(),
        side in "[wb]",
        rights in "(-|K?Q?k?q?)",
        en_passant in "(-|[a-h][1-8])",
        counts in "[0-9]{1,6} [0-9]{1,12}",
    ) {
        check_fen::<Plain>(&format!("{placement} {side} {rights} {en_passant} {counts}"));
    }

    #[test]
    fn a_move_text_is_refused_or_legal(text in text()) {
        check_move(&Position::<Plain>::start(), &text);
        check_move(&Position::<Stacked>::start(), &text);
    }

    #[test]
    fn a_text_like_a_move_is_refused_or_legal(
        text in "[NBRQKP]?[1-3]?[a-h]?[1-8]?[x:-]?[1-3]?[a-h][1-8](=?[NBRQnbrqPK])?[*]?(e\\.p\\.)?[+#!?]{0,2}",
    ) {
        check_move(&Position::<Plain>::start(), &text);
        check_move(&Position::<Stacked>::start(), &text);
    }
}
