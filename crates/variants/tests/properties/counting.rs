//! Property tests of move generation: counting in bundles, listing, and generating by target square agree.

use std::collections::HashSet;

use faraday_rules::{
    Each, Geometry, Move, Position, Variant,
    perft::{LastPly, divide, perft},
};

use crate::positions::{Rng, composed, mixture, starts, steps};

fn moves_to<V: Variant>(position: &Position<V>, targets: faraday_rules::SetOf<V>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_to(targets, &mut Each(|mv| moves.push(mv)));
    moves
}

fn no_move_is_listed_twice_and_the_count_is_the_length_of_the_list<V: Variant>() {
    let walked = steps::<V>(2, 80).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(400)) {
        let moves = position.moves();
        let distinct: HashSet<&Move> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "{} {}", V::ID, position.to_fen());
        assert_eq!(position.count(), moves.len() as u64, "{} {}", V::ID, position.to_fen());
    }
}

fn moves_to_a_set_and_to_its_complement_are_all_moves<V: Variant>() {
    let mut rng = Rng::new(6);
    let walked = steps::<V>(2, 80).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(400)) {
        let targets = rng.set::<V::Geometry>();
        let rest = <V::Geometry as Geometry>::ALL & !targets;
        let mut parts = [moves_to(&position, targets), moves_to(&position, rest)].concat();
        let mut all = position.moves();
        parts.sort();
        all.sort();
        assert_eq!(parts, all, "{} {}", V::ID, position.to_fen());
    }
}

fn perft_in_bulk_equals_perft_played<V: Variant>() {
    let count = |position: &Position<V>, depth| {
        let bulk = perft(position, depth, LastPly::Bulk);
        assert_eq!(bulk, perft(position, depth, LastPly::Played), "{} {} depth {depth}", V::ID, position.to_fen());
        bulk
    };
    starts::<V>().iter().for_each(|position| _ = count(position, 3));
    mixture::<V>(9, 40).iter().for_each(|position| _ = count(position, 2));
}

fn shares_add_up_to_the_whole<V: Variant>() {
    for position in starts::<V>() {
        let shares = divide(&position, 3, LastPly::Bulk);
        assert_eq!(shares.len() as u64, position.count());
        let sum: u64 = shares.into_iter().map(|(_, share)| share).sum();
        assert_eq!(sum, perft(&position, 3, LastPly::Bulk), "{} {}", V::ID, position.to_fen());
    }
}

in_every_variant!(
    no_move_is_listed_twice_and_the_count_is_the_length_of_the_list,
    moves_to_a_set_and_to_its_complement_are_all_moves,
    perft_in_bulk_equals_perft_played,
    shares_add_up_to_the_whole,
);
