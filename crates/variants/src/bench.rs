//! The bench: a search of fixed positions in each variant. Its number of nodes is the signature of the search, which
//! changes whenever the search does. `signature.txt` in a variant's folder stores the signatures.
//!
//! The bench does not measure time; callers that need a speed do.

use faraday_engine::{AnyEngine, Control, Limits, SearchRequest};
use faraday_rules::zobrist::mix;

use crate::Entry;

/// The depth in plies of the search for a signature.
pub const DEPTH: u32 = 7;
/// The size of the transposition table for a signature, in megabytes.
pub const HASH_MEGABYTES: usize = 16;
/// The number of positions of each variant.
pub const POSITIONS: usize = PLAYOUT_PLIES.len();

/// The length in plies of the random playout to each position.
const PLAYOUT_PLIES: [usize; 8] = [0, 6, 10, 14, 20, 28, 36, 48];
/// The seed of the first playout.
const SEED: u64 = 0xFA2A_DA71;

/// Returns the FENs of a variant's bench positions.
pub fn positions(entry: &Entry) -> Vec<String> {
    PLAYOUT_PLIES.into_iter().enumerate().map(|(index, plies)| playout(entry, plies, index as u64)).collect()
}

/// Searches one of the positions to a depth and returns the number of nodes. Earlier searches have no effect.
pub fn nodes(engine: &mut dyn AnyEngine, fen: &str, depth: u32) -> u64 {
    engine.new_game();
    engine.set_position(Some(fen), &[]).expect("a playout ends at a position");
    let request =
        SearchRequest { limits: Limits { depth: Some(depth), ..Limits::default() }, ..SearchRequest::default() };
    engine.go(&request, &Control::new(), &mut |_| {}).nodes
}

/// Returns the FEN after `plies` plies of a random playout, the first one in which the game is not over by then.
fn playout(entry: &Entry, plies: usize, index: u64) -> String {
    let mut seed = mix(SEED + index);
    loop {
        let mut game = entry.game(None).expect("a variant's start is a position");
        while game.moves().len() < plies && game.ending().is_none() {
            let mut moves = game.legal();
            // The order of generation must not affect the signature.
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
