//! What networks see of attacks, against the rules: whoever can be captured is seen as attacked.

use faraday_engine::Evaluate;
use faraday_rules::zobrist::mix;
use faraday_rules::{Color, Geometry, Position, Set};
use faraday_variants::{Chess, Emulation, ForceField, Future};

const WALKS: u64 = 30;
const PLIES: usize = 100;

/// Calls a function with positions of random games.
fn positions<V: Evaluate>(mut look: impl FnMut(&Position<V>)) {
    for walk in 0..WALKS {
        let (mut position, mut seed) = (Position::<V>::start(), mix(walk));
        for _ in 0..PLIES {
            look(&position);
            let moves = position.moves();
            if position.ending().is_some() || moves.is_empty() {
                break;
            }
            seed = mix(seed);
            position = position.after(moves[seed as usize % moves.len()]);
        }
    }
}

/// The arguments are the places of two pairs: the attacked pieces, and those of them that hang.
fn captures_are_seen<V: Evaluate>(attacked: usize, hanging: usize) {
    positions::<V>(|position| {
        let (board, them) = (position.board(), !position.turn());
        let sight = V::sight(position);
        let plane = |pair: usize| sight.planes()[2 * pair + usize::from(them == Color::Black)];
        for mv in position.moves() {
            let is_seen = plane(attacked).has(mv.to) || !board.color(them).has(mv.to);
            assert!(is_seen, "{} {}", position.to_fen(), position.write_san(mv));
        }
        let others = plane(hanging) & !(plane(attacked) & board.color(them));
        assert!(others.is_empty(), "{}", position.to_fen());
    });
}

#[test]
fn whoever_can_be_captured_is_seen_as_attacked() {
    captures_are_seen::<Chess>(6, 7);
    captures_are_seen::<ForceField>(7, 8);
    captures_are_seen::<Emulation>(12, 13);
    captures_are_seen::<Future>(7, 8);
}

/// The squares of a pair of planes, White's and Black's.
fn pair<V: Evaluate>(fen: &str, pair: usize) -> [String; 2] {
    let position = Position::<V>::from_fen(fen).expect("a position");
    let sight = V::sight(&position);
    [0, 1].map(|color| {
        let squares = sight.planes()[2 * pair + color].squares();
        squares.map(V::Geometry::name).collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn fields_hold_attackers_off_and_are_seen_to() {
    // White's queen closes d7 to Black's rook, which would otherwise give check.
    let fen = "3r2k1/8/8/8/Q7/8/8/3K4 w - - 0 1";
    assert_eq!(pair::<ForceField>(fen, 11), ["", "d8"], "held off");
    assert_eq!(pair::<ForceField>("3r2k1/8/8/8/8/8/8/3K4 w - - 0 1", 11), ["", ""], "held off");
}

#[test]
fn pieces_without_a_neighbor_are_seen() {
    let fen = "4k3/4q3/8/r7/8/8/1P6/4K2R w - - 0 1";
    assert_eq!(pair::<Emulation>(fen, 15), ["e1 h1 b2", "a5"], "alone");
}
