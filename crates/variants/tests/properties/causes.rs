//! Property tests of causes: they follow the rules, and their counterfactual positions are possible.

use std::collections::BTreeSet;

use faraday_rules::{Cause, Game, Move, Position, Variant, Without};
use faraday_variants::{Emulation, ForceField, Language, Magnetic, find};

use crate::positions::steps;

fn every_cause_is_known_and_met_and_leaves_a_position<V: Variant>() {
    let mut met = BTreeSet::new();
    for (position, mv) in steps::<V>(4, 60) {
        let after = position.after(mv);
        if Game::new(position.clone()).refusal(mv).is_some() {
            continue;
        }
        for cause in V::causes(&position, mv) {
            let place = || format!("{} {}: {cause:?}", position.to_fen(), Position::<V>::write_uci(mv));
            assert!(V::CAUSES.contains(&cause.reason), "{}", place());
            met.insert(cause.reason);
            if let Without::Position { variant, fen } = &cause.without {
                find(variant).unwrap().game(Some(fen)).unwrap_or_else(|error| panic!("{}: {error}", place()));
                assert!(*variant != V::ID || *fen != after.to_fen(), "{}", place());
            }
        }
    }
    assert_eq!(met, V::CAUSES.iter().copied().collect(), "{}: every way of resting on something is met", V::ID);
}

fn every_cause_is_a_whole_sentence<V: Variant>() {
    let entry = find(V::ID).unwrap();
    for (position, mv) in steps::<V>(1, 40) {
        let fen = position.to_fen();
        for language in Language::all() {
            let game = entry.game_in(language, Some(&fen)).unwrap();
            for cause in game.causes(mv) {
                let sentence = game.cause_sentence(mv, &cause);
                let is_whole = sentence.ends_with('.') && !sentence.contains(['{', '}']) && !sentence.contains("  ");
                assert!(is_whole, "{} {fen}: {sentence}", V::ID);
            }
        }
    }
}

in_every_variant!(every_cause_is_known_and_met_and_leaves_a_position, every_cause_is_a_whole_sentence);

fn named<V: Variant>(fen: &str, uci: &str) -> Vec<(String, Cause)> {
    let position = Position::<V>::from_fen(fen).unwrap();
    let mv: Move = position.read_uci(uci).unwrap();
    V::causes(&position, mv).into_iter().map(|cause| (cause.reason.to_string(), cause)).collect()
}

#[test]
fn without_its_only_lender_a_move_is_illegal() {
    let mut lone = 0;
    for (position, mv) in steps::<Emulation>(6, 60) {
        for cause in Emulation::causes(&position, mv).into_iter().filter(|cause| cause.reason.name == "lender") {
            let lender = cause.squares[0];
            let piece = position.board().piece_at(lender).unwrap();
            let mut without = position.clone();
            without.toggle(lender, piece);
            assert!(Emulation::refuse(&without, mv).is_some(), "{}", position.to_fen());
            lone += 1;
        }
    }
    assert!(lone > 1_000, "{lone}");
}

#[test]
fn a_king_that_only_a_field_keeps_out_of_check_is_in_check_in_orthodox_chess() {
    let mut kept = 0;
    for (position, mv) in steps::<ForceField>(6, 60) {
        let after = position.after(mv);
        let orthodox = find("chess").unwrap().game(Some(&after.to_fen()));
        let is_told = ForceField::causes(&position, mv).iter().any(|cause| cause.without == Without::Illegal);
        assert_eq!(orthodox.is_err(), is_told, "{}", after.to_fen());
        kept += usize::from(is_told);
    }
    assert!(kept > 20, "{kept}");
}

#[test]
fn what_a_pulse_displaces_is_put_back() {
    let causes = named::<Magnetic>("4k3/8/8/3r4/8/8/P7/3QK2R w - - 0 1", "h1h5");
    let fens: Vec<_> = causes.iter().map(|(key, cause)| (key.as_str(), cause.without.clone())).collect();
    let back = "4k3/8/8/3r3R/8/8/P7/3QK3 b - - 1 1".to_owned();
    assert_eq!(fens, [("MG.2.pulled", Without::Position { variant: "magnetic", fen: back })]);
}
