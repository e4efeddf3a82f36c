//! Property tests of undo: moves taken back restore every earlier position.

use faraday_rules::Variant;

use crate::positions::{Rng, game, starts};

fn moves_taken_back_restore_every_position_before_them<V: Variant>() {
    for (seed, start) in (0..).zip(starts::<V>()) {
        let mut played = game(start.clone(), 80, &mut Rng::new(seed));
        let positions = played.positions().to_vec();
        let moves = played.moves().to_vec();
        for ply in (0..moves.len()).rev() {
            assert_eq!(played.undo(), Some(moves[ply]), "{}", V::ID);
            assert_eq!(*played.position(), positions[ply], "{} {}", V::ID, positions[ply].to_fen());
            assert_eq!(played.ending(), None, "{}: nothing was over before a move", V::ID);
        }
        assert_eq!(played.undo(), None);
        assert_eq!(*played.position(), start);
        for mv in moves {
            assert_eq!(played.play(mv), Ok(()));
        }
        assert_eq!(played.positions(), positions);
    }
}

fn the_events_of_a_ply_are_those_of_its_move<V: Variant>() {
    for (seed, start) in (0..).zip(starts::<V>()) {
        let played = game(start, 40, &mut Rng::new(seed));
        for (ply, (position, mv)) in played.positions().iter().zip(played.moves()).enumerate() {
            assert_eq!(played.events(ply), position.events(*mv));
        }
        assert!(played.events(played.moves().len()).is_empty());
    }
}

in_every_variant!(moves_taken_back_restore_every_position_before_them, the_events_of_a_ply_are_those_of_its_move,);
