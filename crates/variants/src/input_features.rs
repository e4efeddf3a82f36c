//! Test helpers that compare a network's attack features with the captures that the rules allow.

use faraday_engine::Evaluate;
use faraday_rules::{Color, Geometry, Position, Set};

use crate::random_playouts;

/// Returns the squares of a pair of planes, White's and Black's.
pub(crate) fn pair<V: Evaluate>(fen: &str, pair: usize) -> [String; 2] {
    let position = Position::<V>::from_fen(fen).expect("a position");
    let features = V::input_features(&position);
    [0, 1].map(|color| {
        let squares = features.planes()[2 * pair + color].squares();
        squares.map(V::Geometry::name).collect::<Vec<_>>().join(" ")
    })
}

/// Checks on random playouts that all pieces that can be captured are in the attacked plane, and that only such pieces
/// are in the hanging plane. The arguments are the indices of the two pairs.
pub(crate) fn shows_captures<V: Evaluate>(attacked: usize, hanging: usize) {
    random_playouts::positions::<V>(30, 100, |position| {
        let (board, them) = (position.board(), !position.turn());
        let features = V::input_features(position);
        let plane = |pair: usize| features.planes()[2 * pair + usize::from(them == Color::Black)];
        for mv in position.moves() {
            let is_seen = plane(attacked).has(mv.to) || !board.color(them).has(mv.to);
            assert!(is_seen, "{} {}", position.to_fen(), position.write_san(mv));
        }
        let others = plane(hanging) & !(plane(attacked) & board.color(them));
        assert!(others.is_empty(), "{}", position.to_fen());
    });
}
