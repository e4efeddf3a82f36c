//! Property tests of notation: positions, moves, and games read back the same after they are written.

use std::collections::HashSet;

use faraday_rules::pgn::{GameTree, read_games, write_game};
use faraday_rules::{LegalMove, Move, Position, Variant};
use faraday_variants::find;

use crate::positions::{Rng, composed, game, mixture, starts, steps};

fn a_fen_reads_as_its_position<V: Variant>() {
    let walked = steps::<V>(3, 120).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(500)) {
        let fen = position.to_fen();
        let read = Position::<V>::from_fen(&fen).unwrap_or_else(|error| panic!("{} {fen}: {error}", V::ID));
        assert_eq!(read.to_fen(), fen, "{}", V::ID);
        assert!(read.repeats(&position), "{} {fen}", V::ID);
        assert_eq!(read.moves(), position.moves(), "{} {fen}", V::ID);
        assert_eq!((read.halfmoves(), read.fullmoves()), (position.halfmoves(), position.fullmoves()));
    }
}

fn the_facts_of_a_position_set_it_up_again<V: Variant>() {
    let walked = steps::<V>(1, 120).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(200)) {
        let again = Position::from_setup(position.to_setup()).unwrap();
        assert_eq!(again.to_fen(), position.to_fen(), "{}", V::ID);
    }
}

fn every_legal_move_reads_as_itself_in_uci_and_in_san<V: Variant>() {
    let positions = mixture::<V>(3, 400).into_iter().filter(|position| position.ending().is_none());
    for position in positions.filter(|position| position.halfmoves() < 100) {
        let fen = position.to_fen();
        let game = find(V::ID).unwrap().game(Some(&position.to_fen())).unwrap();
        let mut written = HashSet::new();
        for mv in position.moves() {
            let (uci, san) = (Position::<V>::write_uci(mv), position.write_san(mv));
            assert_eq!(Position::<V>::parse_uci(&uci), Ok(mv), "{} {fen} {uci}", V::ID);
            assert_eq!(position.read_san(&san), Ok(mv), "{} {fen} {san}", V::ID);
            for text in [&uci, &san] {
                assert_eq!(game.read_move(text).map(LegalMove::mv), Ok(mv), "{} {fen} {text}", V::ID);
                let explanation = game.explain(text).unwrap();
                assert_eq!((explanation.mv, explanation.rule), (Some(mv), None), "{} {fen} {text}", V::ID);
            }
            assert!(written.insert(san.clone()), "{} {fen}: two moves are written {san}", V::ID);
        }
    }
}

fn a_game_in_pgn_is_read_and_played_to_the_same_end<V: Variant>() {
    for (seed, start) in (0..).zip(starts::<V>()) {
        let played = game(start, 60, &mut Rng::new(seed));
        let mut tree = GameTree::new();
        tree.set_header("Variant", V::ID).unwrap();
        tree.set_header("FEN", &played.positions()[0].to_fen()).unwrap();
        let mut last = None;
        for (position, mv) in played.positions().iter().zip(played.moves()) {
            let text = with_effects(position, *mv);
            last = Some(tree.add_move(last, &text).unwrap_or_else(|error| panic!("{}: {error}", V::ID)));
        }
        let mut text = String::new();
        write_game(&tree, &mut text).unwrap();
        let read = read_games(&text).remove(0).unwrap();
        let mut again = find(V::ID).unwrap().game(read.header("FEN")).unwrap();
        for id in read.main_line() {
            let mv = again.read_san(read.node(id).san());
            again.play_legal(mv.unwrap_or_else(|error| panic!("{} {}: {error}", V::ID, again.fen())));
        }
        assert_eq!(again.moves(), played.moves(), "{}", V::ID);
        assert_eq!(again.fen(), played.position().to_fen(), "{}", V::ID);
    }
}

/// Returns SAN with the effects in parentheses, as the Magnetic club wrote it (N.3).
fn with_effects<V: Variant>(position: &Position<V>, mv: Move) -> String {
    let game = find(V::ID).unwrap().game(Some(&position.to_fen())).unwrap();
    let effects = game.effects(mv);
    let san = position.write_san(mv);
    if effects.is_empty() { san } else { format!("{san}({})", effects.join(",")) }
}

in_every_variant!(
    a_fen_reads_as_its_position,
    the_facts_of_a_position_set_it_up_again,
    every_legal_move_reads_as_itself_in_uci_and_in_san,
    a_game_in_pgn_is_read_and_played_to_the_same_end,
);
