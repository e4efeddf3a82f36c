//! Tests that no two elements of a position have the same Zobrist key.

use std::collections::HashSet;

use faraday_rules::{Color, Piece, Rights, Role, Square, castling, zobrist};

#[test]
fn every_fact_has_a_key_of_its_own() {
    let mut keys = HashSet::from([zobrist::BLACK_TO_MOVE]);
    let mut count = 1;
    let mut note = |key| {
        count += 1;
        keys.insert(key);
    };
    for square in (0..75).map(Square::new) {
        for (color, role) in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role))) {
            note(zobrist::piece(square, Piece { color, role }));
        }
        note(zobrist::en_passant(square));
    }
    for bits in 1..16 {
        let mut rights = Rights::default();
        (0..4).filter(|index| bits >> index & 1 != 0).for_each(|index| rights.add(index));
        note(zobrist::castling(rights));
    }
    assert_eq!(keys.len(), count);
    assert!(!keys.contains(&0), "a key of zero would leave no trace");
}

#[test]
fn a_square_takes_the_rights_that_hang_on_it() {
    let all = || {
        let mut rights = Rights::default();
        (0..4).for_each(|index| rights.add(index));
        rights
    };
    for square in (0..75).map(Square::new) {
        let mut rights = all();
        rights.lose(square);
        for (index, castle) in castling::ORTHODOX.iter().enumerate() {
            let hangs = [castle.king.0, castle.rook.0].contains(&square);
            assert_eq!(rights.has(index), !hangs, "{} {square:?}", castle.letter);
        }
    }
    assert_eq!(all().of(Color::White).count(), 2);
    assert!(Rights::default().is_empty());
}
