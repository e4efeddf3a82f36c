//! The bench: positions of each variant that are the same every time. The nodes that a search of them takes are its
//! signature, and change when the search does; `signature.txt` in a variant's folder keeps them.
//!
//! Knows nothing of clocks: whoever wants a speed takes the time.

use faraday_engine::{Brain, Control, Limits, Order};
use faraday_rules::zobrist::mix;

use crate::Entry;

/// Plies of the deepest iteration for a signature.
pub const DEPTH: u32 = 7;
/// Megabytes of the transposition table for a signature.
pub const HASH_MEGABYTES: usize = 16;
/// How many positions a variant has.
pub const POSITIONS: usize = WALKS.len();

/// Plies of the random walk to each position.
const WALKS: [usize; 8] = [0, 6, 10, 14, 20, 28, 36, 48];
/// Where the walks begin to be drawn.
const SEED: u64 = 0xFA2A_DA71;

/// The FENs of a variant's positions.
pub fn positions(entry: &Entry) -> Vec<String> {
    WALKS.into_iter().enumerate().map(|(index, plies)| walk(entry, plies, index as u64)).collect()
}

/// Searches one of the positions to a depth and answers the nodes. What was searched before does not count.
pub fn nodes(brain: &mut dyn Brain, fen: &str, depth: u32) -> u64 {
    brain.new_game();
    brain.set_position(Some(fen), &[]).expect("a walk ends at a position");
    let order = Order { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Order::default() };
    brain.go(&order, &Control::new(), &mut |_| {}).nodes
}

/// The position after so many random moves of a game that is not over: the first such walk from the seed on.
fn walk(entry: &Entry, plies: usize, index: u64) -> String {
    let mut seed = mix(SEED + index);
    loop {
        let mut game = entry.game(None).expect("a variant's start is a position");
        while game.moves().len() < plies && game.ending().is_none() {
            let mut moves = game.legal();
            // The order of generation is no part of the signature.
            moves.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
            seed = mix(seed);
            let mv = moves[(seed % moves.len() as u64) as usize];
            game.play(mv).expect("the move is one of the legal ones");
        }
        if game.ending().is_none() {
            return game.fen();
        }
    }
}
