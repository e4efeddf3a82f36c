//! Passage through fields in Force Field Chess: the squares that a piece reaches past closed squares,
//! and checks through them.
//!
//! A closed square is an empty one that the enemy of the passing piece controls.

use faraday_rules::{Board, Color, Flat, Geometry, Role, Square, orthodox};

use super::charge::Charges;

/// The squares that a knight passes on any of its routes.
static PASSED: [u64; 64] = {
    const STEPS: [(i8, i8); 12] =
        [(1, 0), (2, 0), (-1, 0), (-2, 0), (0, 1), (0, 2), (0, -1), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut passed = [0; 64];
    let mut index = 0;
    while index < 64 * STEPS.len() {
        let (from, (file, rank)) = (index / STEPS.len(), STEPS[index % STEPS.len()]);
        let (file, rank) = (from as i8 % 8 + file, from as i8 / 8 + rank);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            passed[from] |= 1 << (8 * rank + file);
        }
        index += 1;
    }
    passed
};

/// Returns the squares that a knight reaches on a route free of closed squares (FF.6), the target included.
#[inline]
pub fn knight(from: Square, closed: u64) -> u64 {
    let entered = Flat::knight(from) & !closed;
    if entered == 0 || PASSED[from.index() & 63] & closed == 0 {
        return entered;
    }
    entered & routes(from, closed)
}

/// Returns the targets of a knight's open routes, computed on a board rotated so that the knight is on its first
/// square. Routes that leave the board end on squares that no knight's move reaches.
fn routes(from: Square, closed: u64) -> u64 {
    const UP_AND_DOWN: u64 = 1 << 8 | 1 << 56;
    const LEFT_AND_RIGHT: u64 = 1 << 1 | 1 << 63;
    const TWO_UP_AND_DOWN: u64 = 1 << 16 | 1 << 48;
    const TWO_LEFT_AND_RIGHT: u64 = 1 << 2 | 1 << 62;
    let open = (!closed).rotate_right(from.index() as u32);
    let (vertical, horizontal) = (open & UP_AND_DOWN, open & LEFT_AND_RIGHT);
    let (above, below) = (horizontal.rotate_left(8) & open, horizontal.rotate_right(8) & open);
    let (right, left) = (vertical.rotate_left(1) & open, vertical.rotate_right(1) & open);
    // Short leg first, then the long one.
    let turned = above.rotate_left(8) | below.rotate_right(8) | right.rotate_left(1) | left.rotate_right(1);
    // Long leg first, then the short one to either side.
    let tall = (vertical.rotate_left(8) | vertical.rotate_right(8)) & open & TWO_UP_AND_DOWN;
    let wide = (horizontal.rotate_left(1) | horizontal.rotate_right(1)) & open & TWO_LEFT_AND_RIGHT;
    let straight = tall.rotate_left(1) | tall.rotate_right(1) | wide.rotate_left(8) | wide.rotate_right(8);
    (turned | straight).rotate_left(from.index() as u32)
}

/// Returns the two squares passed on each of a knight's routes: long leg first, then short leg first.
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

/// Returns the pieces of a color that only the squares closed to them keep from attacking the enemy king.
#[inline]
pub fn held_off(board: &Board<Flat>, us: Color, closed: u64) -> u64 {
    let Some(king) = board.king(!us) else { return 0 };
    let classical = orthodox::attackers(board, us, king, board.occupied());
    if classical == 0 { 0 } else { classical & !unhindered(board, king, classical, closed) }
}

/// Returns true if the king of a color is in check.
pub fn is_check(board: &Board<Flat>, color: Color) -> bool {
    let Some(king) = board.king(color) else { return false };
    let classical = orthodox::attackers(board, !color, king, board.occupied());
    // No square is between the king and an attacker next to it.
    classical != 0
        && (classical & Flat::king(king) != 0
            || unhindered(board, king, classical, Charges::of(board).controlled_by(color)) != 0)
}

/// Returns the pieces that give check to the king of a color through the fields of its own side (FF.8).
pub fn checkers(board: &Board<Flat>, color: Color) -> u64 {
    let Some(king) = board.king(color) else { return 0 };
    let classical = orthodox::attackers(board, !color, king, board.occupied());
    // Fields only remove attacks, so without a classical attack there is none.
    if classical == 0 {
        return 0;
    }
    unhindered(board, king, classical, Charges::of(board).controlled_by(color))
}

/// Returns the classical attackers of a king that are not stopped by the squares closed to them.
fn unhindered(board: &Board<Flat>, king: Square, classical: u64, closed: u64) -> u64 {
    let past = board.occupied() | closed;
    let sliders = Flat::bishop(king, past) & board.diagonals() | Flat::rook(king, past) & board.straights();
    // A knight's routes are the same backwards, so the king's routes serve for all knights.
    let knights = if classical & board.role(Role::Knight) == 0 { 0 } else { knight(king, closed) };
    let always = board.role(Role::Pawn) | board.role(Role::King);
    classical & (sliders | knights & board.role(Role::Knight) | always)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_playouts;
    use faraday_rules::{Set, zobrist};

    #[test]
    fn a_knight_reaches_what_one_of_its_routes_leaves_open() {
        for seed in 0..400 {
            let (one, two) = (zobrist::mix(seed), zobrist::mix(seed + 1_000));
            for closed in [0, one, one & two, one | two] {
                for from in Flat::squares() {
                    let is_open = |square: &Square| !closed.has(*square);
                    let reaches = |to: &Square| {
                        is_open(to) && knight_routes(from, *to).iter().any(|route| route.iter().all(is_open))
                    };
                    let slow = Flat::knight(from).squares().filter(reaches).fold(0, |set, to| set | u64::of(to));
                    assert_eq!(knight(from, closed), slow, "{from:?} {closed:x}");
                }
            }
        }
    }

    #[test]
    fn a_king_is_in_check_exactly_if_somebody_gives_it() {
        random_playouts::positions::<super::super::ForceField>(60, 80, |position| {
            for color in Color::ALL {
                let board = position.board();
                assert_eq!(is_check(board, color), checkers(board, color) != 0, "{}", position.to_fen());
            }
        });
    }
}
