//! What is written reads as what it was.

use std::collections::HashSet;

use faraday_rules::{Game, Position, Variant};
use faraday_variants::AnyGame;

use crate::positions::{composed, mixture, steps};

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
        let game: Box<dyn AnyGame> = Box::new(Game::new(position.clone()));
        let mut written = HashSet::new();
        for mv in position.moves() {
            let (uci, san) = (Position::<V>::write_uci(mv), position.write_san(mv));
            assert_eq!(Position::<V>::parse_uci(&uci), Ok(mv), "{} {fen} {uci}", V::ID);
            assert_eq!(position.read_san(&san), Ok(mv), "{} {fen} {san}", V::ID);
            for text in [&uci, &san] {
                assert_eq!(game.read_move(text), Ok(mv), "{} {fen} {text}", V::ID);
                let explanation = game.explain(text).unwrap();
                assert_eq!((explanation.mv, explanation.rule), (Some(mv), None), "{} {fen} {text}", V::ID);
            }
            assert!(written.insert(san.clone()), "{} {fen}: two moves are written {san}", V::ID);
        }
    }
}

in_every_variant!(
    a_fen_reads_as_its_position,
    the_facts_of_a_position_set_it_up_again,
    every_legal_move_reads_as_itself_in_uci_and_in_san,
);
