//! Property tests of legality: a move is generated exactly if the reference implementation does not refuse it.

use std::collections::HashSet;

use faraday_rules::{Game, Move, Position, Variant, orthodox::reasons};
use faraday_variants::{Language, find};

use crate::positions::{Rng, all_moves, mixture};

fn check<V: Variant>(position: &Position<V>) {
    let legal: HashSet<Move> = Game::new(position.clone()).legal().into_iter().collect();
    for mv in all_moves::<V::Geometry>() {
        let refusal = position.refusal(mv);
        let place = || format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        assert_eq!(refusal.is_none(), legal.contains(&mv), "{}: {refusal:?}", place());
        if let Some(refusal) = refusal {
            let known = V::REASONS.contains(&refusal.reason) || reasons::ALL.contains(&refusal.reason);
            assert!(known, "{}: {refusal:?} is not among the reasons of the variant", place());
        }
    }
}

fn a_move_is_legal_exactly_if_nothing_refuses_it<V: Variant>() {
    mixture::<V>(6, 120).iter().filter(|position| position.halfmoves() < 100).for_each(check);
}

fn asking_for_one_move_agrees_with_the_list<V: Variant>() {
    for position in mixture::<V>(40, 20) {
        let legal: HashSet<Move> = position.moves().into_iter().collect();
        for mv in all_moves::<V::Geometry>() {
            let uci = Position::<V>::write_uci(mv);
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{} {} {uci}", V::ID, position.to_fen());
        }
    }
}

fn every_refusal_is_a_whole_sentence<V: Variant>() {
    let entry = find(V::ID).unwrap();
    let mut rng = Rng::new(1);
    for position in mixture::<V>(40, 40) {
        let fen = position.to_fen();
        let games: Vec<_> = Language::all().map(|language| entry.game_in(language, Some(&fen)).unwrap()).collect();
        for mv in all_moves::<V::Geometry>().filter(|_| rng.once_in(16)) {
            let Some(refusal) = games[0].refusal(mv) else { continue };
            for sentence in games.iter().map(|game| game.sentence(mv, &refusal)) {
                let is_whole = sentence.ends_with('.') && !sentence.contains(['{', '}']) && !sentence.contains("  ");
                assert!(is_whole, "{} {fen}: {sentence}", V::ID);
            }
        }
    }
}

in_every_variant!(
    a_move_is_legal_exactly_if_nothing_refuses_it,
    asking_for_one_move_agrees_with_the_list,
    every_refusal_is_a_whole_sentence,
);
