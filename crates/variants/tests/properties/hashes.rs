//! Property tests of hashes: incremental ones equal fresh ones, and only equal positions share a hash.

use std::collections::HashMap;

use faraday_rules::{Position, Variant};

use crate::positions::{composed, steps};

/// Returns a FEN without the counts, which is the part that matters for repetition (C.3).
fn same_part<V: Variant>(position: &Position<V>) -> String {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    [&fields[..4], fields.get(6..).unwrap_or_default()].concat().join(" ")
}

fn the_hash_kept_in_step_equals_the_hash_made_anew<V: Variant>() {
    let composed = composed::<V>(500).into_iter().filter(|position| position.ending().is_none());
    let all = composed.flat_map(|position| position.moves().into_iter().map(move |mv| (position.clone(), mv)));
    for (position, mv) in steps::<V>(6, 150).into_iter().chain(all) {
        let after = position.after(mv);
        let place = || format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        assert_eq!(after.incremental_hash(), after.fresh_hash(), "{}", place());
        let passed = position.passed();
        assert_eq!(passed.incremental_hash(), passed.fresh_hash(), "{} passed", place());
    }
}

fn positions_are_the_same_exactly_if_their_hashes_are<V: Variant>() {
    let mut known: HashMap<String, (u64, Position<V>)> = HashMap::new();
    let mut owners: HashMap<u64, String> = HashMap::new();
    let walked = steps::<V>(6, 150).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(500)) {
        let same = same_part(&position);
        let (hash, first) = known.entry(same.clone()).or_insert_with(|| (position.hash(), position.clone()));
        assert_eq!(*hash, position.hash(), "{} {same}", V::ID);
        assert!(first.repeats(&position), "{} {same}", V::ID);
        let owner = owners.entry(position.hash()).or_insert_with(|| same.clone());
        assert_eq!(*owner, same, "{}: one hash for two positions", V::ID);
    }
}

fn a_position_read_from_its_fen_has_its_hash<V: Variant>() {
    let walked = steps::<V>(2, 120).into_iter().map(|(position, _)| position);
    for position in walked.chain(composed(300)) {
        let read = Position::<V>::from_fen(&position.to_fen()).unwrap();
        assert_eq!(read.hash(), position.hash(), "{} {}", V::ID, position.to_fen());
        assert_eq!(read.incremental_hash(), position.incremental_hash(), "{} {}", V::ID, position.to_fen());
    }
}

in_every_variant!(
    the_hash_kept_in_step_equals_the_hash_made_anew,
    positions_are_the_same_exactly_if_their_hashes_are,
    a_position_read_from_its_fen_has_its_hash,
);
