//! Passage through fields: what a piece reaches past closed squares, and who gives check through them.
//!
//! A closed square is an empty one that the enemy of the passing piece controls.

use faraday_rules::{Board, Color, Flat, Geometry, Role, Set, Square, orthodox};

use super::charge::Charges;

/// The squares that a knight reaches with a route free of closed squares (FF.6), entry included.
#[inline]
pub fn knight(from: Square, closed: u64) -> u64 {
    let open = !closed;
    let here = u64::of(from);
    let mut reached = 0;
    for (file, rank) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let once = Flat::step(here, file, rank) & open;
        // Long leg first, then the short one to either side.
        let twice = Flat::step(once, file, rank) & open;
        reached |= Flat::step(twice, rank, file) | Flat::step(twice, -rank, -file);
        // Short leg first, then the long one to either side.
        for side in [1, -1] {
            let turned = Flat::step(once, side * rank, side * file) & open;
            reached |= Flat::step(turned, side * rank, side * file);
        }
    }
    reached & open
}

/// The two squares passed on each of a knight's routes: long leg first, short leg first.
pub fn knight_routes(from: Square, to: Square) -> [[Square; 2]; 2] {
    let (from_file, from_rank) = (Flat::file(from) as i8, Flat::rank(from) as i8);
    let (file, rank) = (Flat::file(to) as i8 - from_file, Flat::rank(to) as i8 - from_rank);
    let step = |file: i8, rank: i8| from.offset(file + 8 * rank);
    if file.abs() == 2 {
        [[step(file / 2, 0), step(file, 0)], [step(0, rank), step(file / 2, rank)]]
    } else {
        [[step(0, rank / 2), step(0, rank)], [step(file, 0), step(file, rank / 2)]]
    }
}

/// The pieces that give check to the king of a color through the fields of its own side (FF.8).
pub fn checkers(board: &Board<Flat>, color: Color) -> u64 {
    let Some(king) = board.king(color) else { return 0 };
    let occupied = board.occupied();
    let classical = orthodox::attackers(board, !color, king, occupied);
    // Fields only take attacks away, so without a classical one there is none.
    if classical == 0 {
        return 0;
    }
    let closed = Charges::of(board).controlled_by(color);
    let past = occupied | closed;
    let sliders = Flat::bishop(king, past) & board.diagonals() | Flat::rook(king, past) & board.straights();
    // A knight's routes read backwards are a knight's routes, so the king's serve for all knights.
    let knights = knight(king, closed) & board.role(Role::Knight);
    let always = board.role(Role::Pawn) | board.role(Role::King);
    classical & (sliders | knights | always)
}
