//! Input features of the network for FIDE chess in addition to the pieces: attacked pieces, pieces that the enemy may
//! win, passed pawns, and attacks near the king.

use faraday_engine::network::{AttackMap, InputFeatures};
use faraday_rules::{Board, Color, Flat};

use super::Chess;

/// The number of pairs of planes in addition to the pieces.
pub const PAIRS: usize = 4;

/// Returns the planes of a board.
#[inline]
pub fn input_features(board: &Board<Flat>) -> InputFeatures<u64> {
    let mut features = InputFeatures::of(board);
    let (white, black) = (AttackMap::orthodox(board, Color::White), AttackMap::orthodox(board, Color::Black));
    features.attacked::<Chess>(board, &white, &black);
    features.hanging::<Chess>(board, &white, &black);
    features.passed_pawns(board);
    features.around_kings(board, &white, &black);
    features
}

#[cfg(test)]
mod tests {
    use faraday_rules::{Geometry, Position, Set};

    use super::*;

    fn planes(fen: &str) -> Vec<String> {
        let position = Position::<Chess>::from_fen(fen).expect("a position");
        let names = |set: &u64| set.squares().map(Flat::name).collect::<Vec<_>>().join(" ");
        input_features(position.board()).planes()[12..].iter().map(names).collect()
    }

    #[test]
    fn planes_show_what_the_pieces_do_to_each_other() {
        let found = planes("4k3/p6p/8/3q4/2P5/5N2/1P3r2/R3K3 w - - 0 1");
        assert_eq!(found[0..2], ["b2 f3 c4", "f2 d5 a7"], "attacked");
        assert_eq!(found[2..4], ["b2 f3 c4", "f2 d5 a7"], "hanging");
        assert_eq!(found[4..6], ["c4", "h7"], "passed");
        assert_eq!(found[6..8], ["d1 f1 d2 e2", ""], "around the king");
    }

    #[test]
    fn what_is_defended_hangs_only_if_the_attacker_is_worth_less() {
        let found = planes("3rk3/8/2p5/3q4/8/3R1B2/8/3QK3 w - - 0 1");
        assert_eq!(found[0..2], ["d3 f3", "d5"], "attacked");
        assert_eq!(found[2..4], ["", "d5"], "hanging");
        let found = planes("3rk3/8/2p5/3b4/8/3R1B2/8/3QK3 w - - 0 1");
        assert_eq!(found[2..4], ["", ""], "hanging");
    }

    #[test]
    fn whoever_can_be_captured_is_seen_as_attacked() {
        crate::input_features::shows_captures::<Chess>(6, 7);
    }
}
