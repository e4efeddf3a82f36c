//! Property tests of text input: nothing panics, and accepted texts are consistent.

mod records;

use std::sync::OnceLock;

use faraday_rules::{LegalMove, perft::LastPly, pgn::read_games};
use faraday_variants::{AnyGame, Entry, catalog, find};
use proptest::{collection::vec, prelude::*, sample::Index, sample::select};

/// The maximum number of cases per test, to keep runs short.
const CASES: u32 = 10_000;

/// FENs that the variants accept, and some that they refuse.
fn fens() -> &'static [(&'static str, String)] {
    static FENS: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    FENS.get_or_init(|| {
        let of = |entry: &Entry| {
            let id = entry.id;
            let perft = records::perft(id).into_iter().map(|(_, fen, _)| fen);
            let cases = records::lines(id, "cases.jsonl").into_iter().map(|case| records::text(&case, "fen"));
            let errors = records::lines(id, "errors.jsonl").into_iter();
            let errors = errors.filter(|error| error["kind"] == "fen").map(|error| records::text(&error, "text"));
            perft.chain(cases).chain(errors).map(move |fen| (id, fen)).collect::<Vec<_>>()
        };
        catalog().iter().flat_map(of).collect()
    })
}

/// Positions that a variant accepts, with all notations of their moves.
fn positions() -> &'static [(&'static str, String, Vec<String>)] {
    static POSITIONS: OnceLock<Vec<(&str, String, Vec<String>)>> = OnceLock::new();
    POSITIONS.get_or_init(|| {
        let accepted = fens().iter().filter_map(|(id, fen)| Some((*id, fen, find(id)?.game(Some(fen)).ok()?)));
        let written = accepted.map(|(id, fen, game)| {
            let moves = game.legal();
            let texts = moves.iter().flat_map(|mv| [game.uci(*mv), game.san(*mv)]).collect();
            (id, fen.clone(), texts)
        });
        written.collect()
    })
}

/// One edit of a text.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, String),
    Delete(Index),
    Replace(Index, char),
    Double(Index, Index),
}

/// Fragments with a meaning in FEN, UCI, SAN, or PGN.
fn piece() -> impl Strategy<Value = String> {
    let known = [
        "K",
        "Q",
        "R",
        "B",
        "N",
        "P",
        "k",
        "q",
        "r",
        "b",
        "n",
        "p",
        "P~",
        "~",
        "/",
        "|",
        "8",
        "5",
        "1",
        " ",
        "-",
        "w",
        "b ",
        "e3",
        "KQkq",
        "a4:2",
        ",",
        ":",
        "0",
        "99999999999999999999",
        "65535",
        "4294967295",
        "=Q",
        "=",
        "+",
        "#",
        "x",
        "*",
        "O-O",
        "O-O-O",
        "0-0",
        "e4",
        "2c3",
        "(",
        ")",
        "a1a2",
        "e.p.",
        "!",
        "?",
        "é",
        "象",
        "\u{0}",
        "\n",
        "\t",
        "\u{202e}",
        "–",
        "×",
    ];
    prop_oneof![4 => select(known.to_vec()).prop_map(str::to_owned), 1 => ".{1,3}"]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<Index>(), piece()).prop_map(|(at, text)| Edit::Insert(at, text)),
        any::<Index>().prop_map(Edit::Delete),
        (any::<Index>(), any::<char>()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Edit::Double(from, to)),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = letters.len();
        match edit {
            Edit::Insert(at, text) => {
                let at = at.index(length + 1);
                letters.splice(at..at, text.chars());
            }
            Edit::Delete(at) if length > 0 => _ = letters.remove(at.index(length)),
            Edit::Replace(at, letter) if length > 0 => letters[at.index(length)] = *letter,
            Edit::Double(from, to) if length > 0 => {
                let letter = letters[from.index(length)];
                letters.insert(to.index(length), letter);
            }
            Edit::Delete(_) | Edit::Replace(..) | Edit::Double(..) => {}
        }
    }
    letters.into_iter().collect()
}

/// Generates a text that is only similar to valid input.
fn noise() -> impl Strategy<Value = String> {
    prop_oneof![vec(piece(), 0..24).prop_map(|pieces| pieces.concat()), ".{0,60}"]
}

/// Generates a position and at most `most` texts of its moves.
fn written(most: usize) -> impl Strategy<Value = (&'static str, String, Vec<String>)> {
    (any::<Index>(), vec(any::<Index>(), most)).prop_map(|(position, picks)| {
        let (id, fen, texts) = position.get(positions());
        let picked = picks.iter().filter(|_| !texts.is_empty()).map(|pick| pick.get::<String>(texts).clone());
        (*id, fen.clone(), picked.collect())
    })
}

fn game(id: &str, fen: &str) -> Box<dyn AnyGame> {
    find(id).unwrap().game(Some(fen)).unwrap()
}

/// An accepted FEN reads back as itself, and its position can be used in every way.
fn check_fen(entry: &Entry, fen: &str) {
    let Ok(game) = entry.game(Some(fen)) else { return };
    let written = game.fen();
    let again = entry.game(Some(&written)).unwrap_or_else(|error| panic!("{} {fen}: {error}", entry.id));
    assert_eq!(again.fen(), written, "{} {fen}", entry.id);
    assert_eq!(again.legal(), game.legal(), "{} {fen}", entry.id);
    assert_eq!(again.ending(), game.ending(), "{} {fen}", entry.id);
    check_use(game.as_ref());
}

fn check_use(game: &dyn AnyGame) {
    let entry = game.entry();
    let place = game.fen();
    game.checkers();
    for mv in game.legal() {
        assert_eq!(game.read_uci(&game.uci(mv)).map(LegalMove::mv), Ok(mv), "{} {place}", entry.id);
        assert_eq!(game.read_san(&game.san(mv)).map(LegalMove::mv), Ok(mv), "{} {place} {}", entry.id, game.san(mv));
        assert!(!game.events(mv).is_empty());
        game.effects(mv);
        let mut next = game.boxed();
        assert_eq!(next.play(mv), Ok(()), "{} {place}", entry.id);
        let read = entry.game(Some(&next.fen())).unwrap_or_else(|error| panic!("{}: {error}", next.fen()));
        assert_eq!(read.fen(), next.fen(), "{} behind {place}", entry.id);
    }
    if game.ending().is_none() {
        assert_eq!(game.perft(1, LastPly::Bulk), game.legal().len() as u64, "{} {place}", entry.id);
    }
    for name in entry.overlays {
        assert!(game.overlay(name, None).is_some());
    }
}

/// A text is explained as legal exactly if it parses as a move, and every explanation is a sentence.
fn check_move(game: &dyn AnyGame, text: &str) {
    let place = format!("{} {} `{text}`", game.entry().id, game.fen());
    let read = game.read_move(text);
    if let Ok(legal) = &read {
        assert!(game.legal().contains(&legal.mv()), "{place}");
    }
    for error in [game.read_uci(text).err(), game.read_san(text).err(), read.clone().err()].into_iter().flatten() {
        assert!(!game.complaint(&error).is_empty(), "{place}");
        assert!(!error.to_string().is_empty(), "{place}");
    }
    match game.explain(text) {
        Ok(explanation) => {
            assert_eq!(explanation.rule.is_none(), read.is_ok(), "{place}: {explanation:?}");
            assert!(!explanation.text.is_empty(), "{place}");
            let is_filled = text.contains('{') || !explanation.text.contains('{');
            assert!(is_filled, "{place}: {}", explanation.text);
        }
        Err(error) => assert!(read.is_err(), "{place}: {error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_fen_with_a_few_edits_is_refused_or_holds_together(known in any::<Index>(), edits in vec(edit(), 0..4)) {
        let (id, fen) = known.get(fens());
        check_fen(find(id).unwrap(), &edited(fen, &edits));
    }

    #[test]
    fn a_fen_of_another_variant_is_refused_or_holds_together(known in any::<Index>(), other in any::<Index>()) {
        check_fen(other.get(catalog()), &known.get(fens()).1);
    }

    #[test]
    fn noise_for_a_fen_is_refused_or_holds_together(variant in any::<Index>(), text in noise()) {
        check_fen(variant.get(catalog()), &text);
    }

    #[test]
    fn a_move_with_a_few_edits_reads_as_it_is_explained(
        (id, fen, texts) in written(1),
        edits in vec(edit(), 0..3),
    ) {
        check_move(game(id, &fen).as_ref(), &edited(&texts.concat(), &edits));
    }

    #[test]
    fn noise_for_a_move_reads_as_it_is_explained((id, fen, _) in written(0), text in noise()) {
        check_move(game(id, &fen).as_ref(), &text);
    }

    #[test]
    fn any_two_squares_and_any_sign_read_as_they_are_explained(
        (id, fen, _) in written(0),
        squares in "[1-3]?[a-h][1-8][1-3]?[a-h][1-8][nbrqpk*]?",
    ) {
        check_move(game(id, &fen).as_ref(), &squares);
    }

    #[test]
    fn games_of_edited_pgn_are_played_as_far_as_they_go(
        (id, fen, texts) in written(6),
        edits in vec(edit(), 0..6),
    ) {
        let pgn = format!("[Variant \"{id}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {}", texts.join(" "));
        for tree in read_games(&edited(&pgn, &edits)).into_iter().flatten() {
            let Some(entry) = find(tree.header("Variant").unwrap_or("chess")) else { continue };
            let Ok(mut game) = entry.game(tree.header("FEN")) else { continue };
            for id in tree.main_line() {
                let Ok(legal) = game.read_move(tree.node(id).san()) else { break };
                prop_assert_eq!(game.play(legal.mv()), Ok(()));
            }
        }
    }
}

#[test]
fn huge_numbers_are_refused_or_hold_together() {
    for number in ["65535", "65536", "4294967295", "4294967296", "18446744073709551616", "00000000000000000000000001"] {
        for entry in catalog() {
            let fields: Vec<&str> = entry.start.split(' ').collect();
            for field in [4, 5] {
                let mut fields = fields.clone();
                fields[field] = number;
                check_fen(entry, &fields.join(" "));
            }
            let charged = format!("{} a4:{number}", fields[..6].join(" "));
            check_fen(entry, &charged);
            check_fen(entry, &format!("{number} w - - 0 1"));
        }
    }
}

#[test]
fn a_very_long_text_is_refused() {
    let long = "a4:1,".repeat(100_000);
    for entry in catalog() {
        assert!(entry.game(Some(&long)).is_err());
        assert!(entry.game(Some(&format!("{} {long}", entry.start))).is_err());
        let game = entry.game(None).unwrap();
        for text in [&long, &"(".repeat(100_000), &"Nb1".repeat(30_000)] {
            check_move(game.as_ref(), text);
            assert!(game.read_move(text).is_err());
        }
    }
}
