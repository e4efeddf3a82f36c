//! Short forced wins from random playouts. The engine searches for the longest ones first, because few positions of a
//! playout are worth a full-width search of seven plies.

use faraday_engine::{AnyEngine, Control, Evaluate, Limits, Score, SearchRequest};
use faraday_rules::{Geometry, Move, Position, zobrist::mix};
use faraday_variants::find;

use crate::proof::Prover;
use crate::write;

/// The number of positions to find of each length in plies.
const WANTED: [(u32, usize); 4] = [(1, 4), (3, 8), (5, 8), (7, 6)];
/// The length in plies from which the engine searches first, and the number of nodes of that search.
const GUESSED: u32 = 7;
const GUESS_NODES: u64 = 400_000;

/// Finds positions of every length, at most one per playout.
pub fn find_all<V: Evaluate>() {
    let mut missing = WANTED;
    let mut engine = find(V::ID).expect("the variant is listed").engine(16);
    let mut prover = Prover::new(u64::MAX);
    let mut seed = mix(V::ID.len() as u64 + V::Geometry::SQUARES as u64);
    while missing.iter().any(|(_, count)| *count > 0) {
        let mut position = Position::<V>::start();
        for _ in 0..120 {
            seed = mix(seed);
            let moves = position.moves();
            if moves.is_empty() || position.ending().is_some() {
                break;
            }
            position = position.after(moves[seed as usize % moves.len()]);
            if !seed.is_multiple_of(7) {
                continue;
            }
            let Some((plies, winning)) = shortest_win(&position, engine.as_mut(), &mut prover) else { continue };
            let Some(slot) = missing.iter_mut().find(|(length, count)| *length == plies && *count > 0) else {
                continue;
            };
            slot.1 -= 1;
            write(&position, plies, &winning);
            break;
        }
    }
}

/// Returns the length in plies of the shortest forced win, and the moves that begin one.
fn shortest_win<V: Evaluate>(
    position: &Position<V>,
    engine: &mut dyn AnyEngine,
    prover: &mut Prover,
) -> Option<(u32, Vec<Move>)> {
    let known = prover.shortest(position, GUESSED - 2).expect("an unlimited budget");
    let plies = match known {
        Some(plies) => plies,
        None if is_guessed(position, engine, GUESSED) => {
            prover.shortest(position, GUESSED).expect("an unlimited budget")?
        }
        None => return None,
    };
    Some((plies, prover.winning_moves(position, plies).expect("an unlimited budget")))
}

fn is_guessed<V: Evaluate>(position: &Position<V>, engine: &mut dyn AnyEngine, plies: u32) -> bool {
    engine.new_game();
    engine.set_position(Some(&position.to_fen()), &[]).expect("a position of the playout");
    let limits = Limits { nodes: Some(GUESS_NODES), ..Limits::default() };
    let answer = engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {});
    answer.score == Some(Score::Mate(plies.div_ceil(2) as i32))
}
