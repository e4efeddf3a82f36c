//! Positions of random playouts for property tests, the same on every run.

use faraday_rules::{Position, Variant};

/// Calls a function with every position of `games` random games of at most `plies` plies. The games are the
/// same on every run.
pub(crate) fn positions<V: Variant>(games: u64, plies: u32, mut look: impl FnMut(&Position<V>)) {
    for game in 0..games {
        let mut seed = game;
        let mut position = Position::<V>::start();
        for _ in 0..plies {
            look(&position);
            let moves = position.moves();
            if position.ending().is_some() || moves.is_empty() {
                break;
            }
            seed = faraday_rules::zobrist::mix(seed);
            position = position.after(moves[seed as usize % moves.len()]);
        }
    }
}
