//! Regression tests: each states the correct behavior after a fixed bug.

use faraday_rules::Color;
use faraday_rules::pgn::read_games;
use faraday_variants::recorded::{play_main_line, start_of};
use faraday_variants::{Language, find};

#[test]
fn a_san_that_begins_like_a_uci_move_is_read_as_san() {
    // Pawns share the file and the rank of the one on a1, so that SAN writes its whole square (N.3).
    let game = find("emulation").unwrap().game(Some("1k6/8/8/P4B2/R7/8/8/PB2PR1K w - - 0 1")).unwrap();
    let legal = game.read_uci("a1e5").unwrap();
    assert_eq!(game.san(legal.mv()), "a1e5#");
    assert_eq!(game.read_move("a1e5#"), Ok(legal));
    assert_eq!(game.explain("a1e5#").unwrap().rule, None);
}

#[test]
fn a_promotion_in_long_algebraic_is_read() {
    let game = find("chess").unwrap().game(Some("7k/P7/8/8/8/8/8/K7 w - - 0 1")).unwrap();
    assert_eq!(game.read_move("a7a8=Q"), game.read_uci("a7a8q"));
    assert_eq!(game.explain("a7a8=Q").unwrap().rule, None);
    assert!(game.read_move("a7a8k").is_err());
}

#[test]
fn castling_written_as_a_kings_move_is_read_as_it_is_explained() {
    let game = find("forcefield").unwrap().game(Some("5rk1/8/8/8/Q7/8/8/4K2R w K - 0 1")).unwrap();
    let castling = game.read_uci("e1g1");
    assert!(castling.is_ok());
    for text in ["O-O", "0-0", "00", "OO", "Ke1g1", "Kg1"] {
        assert_eq!(game.read_move(text), castling, "{text}");
        assert_eq!(game.explain(text).unwrap().rule, None, "{text}");
    }
}

#[test]
fn a_move_after_the_end_names_the_ending_and_a_word_that_is_no_move_does_not() {
    let reason = |word: &str| {
        let tree = read_games(&format!("1. f3 e5 2. g4 Qh4# {word} *")).remove(0).unwrap();
        let mut game = start_of(&tree, find("chess").unwrap(), Language::ENGLISH).unwrap();
        play_main_line(&tree, game.as_mut(), |_, _| ()).unwrap_err().reason
    };
    assert_eq!(reason("Kf2"), "Kf2 is illegal: the game is over. (C.4) Black wins: checkmate. (C.2)");
    assert_eq!(reason("mate"), "`te` in `mate` is not a square of the board");
}

#[test]
fn a_position_reached_from_a_fen_with_the_most_energy_is_read_again() {
    let most = |amount: u32| format!("4k3/8/8/3B4/2n5/8/8/4K3 w - - 0 1 a4:{amount}");
    let entry = find("collision").unwrap();
    let largest = (1..70_000).rev().find(|amount| entry.game(Some(&most(*amount))).is_ok()).unwrap();
    let mut game = entry.game(Some(&most(largest))).unwrap();
    let mv = game.read_uci("d5c4").unwrap();
    game.play_legal(mv);
    assert!(game.fen().contains(&format!("a4:{}", largest + 1)), "{}", game.fen());
    assert_eq!(entry.game(Some(&game.fen())).unwrap().fen(), game.fen());
}

#[test]
fn one_energy_unit_is_told_in_the_singular() {
    let game = find("collision").unwrap().game(Some("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1 -")).unwrap();
    let told: Vec<_> = game.explain("d2d5").unwrap().events.into_iter().map(|told| told.text).collect();
    assert!(told.contains(&"One energy unit flies from d5 to d1.".to_owned()), "{told:?}");
    let game = find("collision").unwrap().game(Some("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1 -")).unwrap();
    let told: Vec<_> = game.explain("d2d5").unwrap().events.into_iter().map(|told| told.text).collect();
    assert!(told.contains(&"2 energy units fly from d5 to d1.".to_owned()), "{told:?}");
}

/// The opponent of a side that ran out of time must be able to win (T.2).
#[test]
fn material_that_cannot_win_differs_from_game_to_game() {
    let cannot_win = |id: &str, fen: &str| {
        let game = find(id).unwrap().game(Some(fen)).unwrap();
        Color::ALL.map(|color| game.has_insufficient_material(color))
    };
    for (id, bare, knight) in [
        ("chess", true, true),
        ("forcefield", true, false),
        ("magnetic", false, false),
        ("collision", false, false),
        ("emulation", false, false),
    ] {
        let field = if id == "collision" { " -" } else { "" };
        let fen = format!("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1{field}");
        assert_eq!(cannot_win(id, &fen), [false, bare], "{id}");
        let fen = format!("3qk3/8/8/8/8/8/8/1N2K3 w - - 0 1{field}");
        assert_eq!(cannot_win(id, &fen), [knight, false], "{id}");
    }
    let future = "5/5/5/5/Q3K|5/5/5/5/5|4k/5/5/5/5 w - - 0 1";
    assert_eq!(cannot_win("future", future), [false, true]);
}

#[test]
fn nobody_guesses_which_piece_was_meant_once_the_game_is_over() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let game = find("chess").unwrap().game(Some(mated)).unwrap();
    for (text, told) in [("e4", "e4"), ("Nd2", "Nd2"), ("O-O", "O-O"), ("g1f3", "Ng1–f3"), ("e4e5", "e4–e5")] {
        let explanation = game.explain(text).unwrap();
        assert_eq!(explanation.text, format!("{told} is illegal: the game is over."));
        assert_eq!(explanation.rule.map(|rule| rule.0), Some("C.4"));
    }
}

/// A pulse had already pulled the pawn to e5, and the sentence did not mention a piece.
#[test]
fn a_move_to_where_the_piece_stands_says_so() {
    let mut game = find("magnetic").unwrap().game(None).unwrap();
    game.play_legal(game.read_uci("e2e4").unwrap());
    let said = game.explain("e5").unwrap();
    assert_eq!(said.rule.unwrap().0, "C.1");
    assert_eq!(said.text, "e5–e5 is illegal: the pawn already stands on e5, and you cannot pass.");
}
