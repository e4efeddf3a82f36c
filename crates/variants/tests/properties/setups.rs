//! Tests of setups that are accepted or refused (N.4).

use faraday_rules::{Color, Geometry, Position, Rights, Role, Set, Variant};
use faraday_variants::catalog;

use crate::positions::composed;

fn the_start_is_a_position_and_is_written_as_it_stands<V: Variant>() {
    assert_eq!(Position::<V>::start().to_fen(), V::START);
    assert_eq!(Position::<V>::start().ending(), None);
}

fn rights_are_refused_where_there_is_no_castling<V: Variant>() {
    let mut setup = Position::<V>::start().to_setup();
    setup.rights = Rights::default();
    (0..4).for_each(|index| setup.rights.add(index));
    assert_eq!(Position::from_setup(setup).is_ok(), !V::CASTLES.is_empty(), "{}", V::ID);
}

fn an_en_passant_square_is_refused_where_there_is_no_en_passant<V: Variant>() {
    if V::EN_PASSANT_RANK.is_none() {
        for square in V::Geometry::squares() {
            let mut setup = Position::<V>::start().to_setup();
            setup.en_passant = Some(square);
            assert!(Position::from_setup(setup).is_err(), "{} {}", V::ID, V::Geometry::name(square));
        }
    }
}

fn the_side_that_is_not_to_move_is_never_in_check_and_has_its_king<V: Variant>() {
    for position in composed::<V>(1000) {
        let waiting = !position.turn();
        assert!(V::checkers(&position, waiting).is_empty(), "{} {}", V::ID, position.to_fen());
        assert!(position.board().king(waiting).is_some(), "{} {}", V::ID, position.to_fen());
        for color in Color::ALL {
            assert!(!position.board().pieces(color, Role::King).is_many(), "{} {}", V::ID, position.to_fen());
        }
    }
}

in_every_variant!(
    the_start_is_a_position_and_is_written_as_it_stands,
    rights_are_refused_where_there_is_no_castling,
    an_en_passant_square_is_refused_where_there_is_no_en_passant,
    the_side_that_is_not_to_move_is_never_in_check_and_has_its_king,
);

#[test]
fn the_largest_counts_that_are_read_are_written_and_read_behind_a_move() {
    for entry in catalog() {
        let fields: Vec<&str> = entry.start.split(' ').collect();
        let largest = |field: usize, rest: &str| {
            let is_read = |number: &u64| {
                let number = number.to_string();
                let mut fields = fields.clone();
                fields[field] = &number;
                entry.game(Some(&fields.join(" "))).is_ok()
            };
            let powers = (0..64).rev().map(|bit| 1_u64 << bit);
            let most = powers.fold(0, |most, bit| if is_read(&(most | bit)) { most | bit } else { most });
            assert!(most >= 9_999, "{}: {rest} {most}", entry.id);
            most.to_string()
        };
        let (halfmoves, fullmoves) = (largest(4, "half-moves"), largest(5, "move number"));
        let mut fields = fields.clone();
        (fields[1], fields[5]) = ("b", &fullmoves);
        let mut game = entry.game(Some(&fields.join(" "))).unwrap();
        let mv = game.legal()[0];
        game.play(mv).unwrap();
        assert!(entry.game(Some(&game.fen())).is_ok(), "{} {}", entry.id, game.fen());
        fields[4] = &halfmoves;
        assert!(entry.game(Some(&fields.join(" "))).is_ok(), "{}", entry.id);
    }
}
