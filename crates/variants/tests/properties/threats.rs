//! Property tests of king capture: the fast method for pieces that threaten a king agrees with `refuse`.

use faraday_engine::Evaluate;
use faraday_rules::{Choice, Geometry, Move, Position, Set, SetOf, Square, Variant};
use faraday_variants::{PositionFeature, find};

use crate::positions::mixture;

/// Returns true if some capture of the king from a square is legal.
fn captures<V: Variant>(passed: &Position<V>, from: Square, king: Square) -> bool {
    let mut choices = [None].into_iter().chain(Choice::ALL.map(Some));
    choices.any(|choice| passed.refusal(Move { from, to: king, choice }).is_none())
}

fn a_king_is_threatened_by_exactly_the_pieces_that_may_capture_it<V: Variant>() {
    if find(V::ID).unwrap().features.contains(&PositionFeature::Check) {
        return;
    }
    let mut threatened = 0;
    for position in mixture::<V>(40, 120).into_iter().filter(|position| position.ending().is_none()) {
        let king = position.board().king(position.turn()).unwrap();
        let passed = position.passed();
        let slow = V::Geometry::squares().filter(|from| captures(&passed, *from, king));
        let slow = slow.fold(SetOf::<V>::EMPTY, |set, square| set | SetOf::<V>::of(square));
        assert_eq!(position.king_capturers(), slow, "{} {}", V::ID, position.to_fen());
        let game = find(V::ID).unwrap().game(Some(&position.to_fen())).unwrap();
        assert_eq!(game.threats(), slow.squares().collect::<Vec<_>>(), "{} {}", V::ID, position.to_fen());
        threatened += usize::from(slow.any());
    }
    assert!(threatened > 0, "{}: some of the kings are threatened", V::ID);
}

fn nobody_captures_but_the_pieces_that_may_be_able_to<V: Evaluate>() {
    for position in mixture::<V>(3, 200) {
        let board = position.board();
        for mv in position.moves() {
            let Some(victim) = board.role_at(mv.to) else { continue };
            let capturers = V::capturers(&position, position.turn(), mv.to);
            assert!(capturers.has(mv.from), "{} {} {mv:?}", V::ID, position.to_fen());
            let formed = V::gain(&position, mv) - V::value(victim);
            assert!(formed <= V::most_form(mv.to), "{} {} {mv:?}", V::ID, position.to_fen());
        }
    }
}

in_every_variant!(
    a_king_is_threatened_by_exactly_the_pieces_that_may_capture_it,
    nobody_captures_but_the_pieces_that_may_be_able_to,
);
