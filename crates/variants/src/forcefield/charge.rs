//! Charges of squares in Force Field Chess, computed on sets for speed. A piece-by-piece computation serves the overlay
//! and is the reference implementation.

use faraday_rules::{Board, Color, Contribution, Flat, Geometry, Role, Set};

/// Returns the intensity of a role (FF.2); the king projects no field.
const fn intensity(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 0,
    }
}

/// Returns the contribution of every piece to every empty square (FF.3).
pub fn parts(board: &Board<Flat>) -> impl Iterator<Item = Contribution> + '_ {
    board.placed().flat_map(|(from, piece)| {
        let empty = !board.occupied();
        let reached = match piece.role {
            Role::Pawn => pawn_field(piece.color, u64::of(from), empty),
            Role::King => 0,
            role => Flat::attacks(piece.color, role, from, board.occupied()),
        };
        let amount = intensity(piece.role) * piece.color.sign();
        (reached & empty).squares().map(move |to| Contribution { from, to, amount })
    })
}

/// Returns the squares charged by pawns: ahead, two ahead from the second rank, and diagonally ahead.
fn pawn_field(color: Color, pawns: u64, empty: u64) -> u64 {
    steps(color, pawns, empty) | Flat::pawns(color, pawns)
}

#[inline]
fn steps(color: Color, pawns: u64, empty: u64) -> u64 {
    let single = Flat::advance(color, pawns) & empty;
    single | Flat::advance(color, single & Flat::rank_set(color, 2)) & empty
}

/// Bit-sliced sums of one side: plane `i` has the squares whose sum has bit `i`.
///
/// At most eight sliders of 5 and eight knights of 2 charge a square, so six planes are enough for any sum.
#[derive(Clone, Copy, Default)]
struct Sums([u64; PLANES]);

const PLANES: usize = 6;

impl Sums {
    #[inline]
    fn add(&mut self, mut carry: u64, plane: usize) {
        for sum in &mut self.0[plane..] {
            let next = *sum & carry;
            *sum ^= carry;
            carry = next;
        }
    }

    #[inline]
    fn of(board: &Board<Flat>, color: Color) -> Sums {
        let ours = board.color(color);
        let occupied = board.occupied();
        let mut sums = Sums::default();
        // Pawns charge a square at most once by each of their two captures and by a step. A full adder
        // sums the three sets.
        let pawns = ours & board.role(Role::Pawn);
        let front = Flat::advance(color, pawns);
        let (left, right) = (Flat::step(front, -1, 0), Flat::step(front, 1, 0));
        let ahead = steps(color, pawns, !occupied);
        let odd = left ^ right ^ ahead;
        let pair = left & right | left & ahead | right & ahead;
        sums.0[0] = odd;
        sums.0[1] = pair;
        for from in (ours & board.role(Role::Knight)).squares() {
            sums.add(Flat::knight(from), 1);
        }
        for from in (ours & board.role(Role::Bishop)).squares() {
            let reached = Flat::bishop(from, occupied);
            sums.add(reached, 0);
            sums.add(reached, 1);
        }
        for from in (ours & board.role(Role::Rook)).squares() {
            sums.add(Flat::rook(from, occupied), 2);
        }
        for from in (ours & board.role(Role::Queen)).squares() {
            let reached = Flat::bishop(from, occupied) | Flat::rook(from, occupied);
            sums.add(reached, 0);
            sums.add(reached, 2);
        }
        sums
    }
}

/// The empty squares that each side controls (FF.4).
#[derive(Clone, Copy)]
pub struct Charges {
    by_white: u64,
    by_black: u64,
}

impl Charges {
    /// Computes the charges of a board.
    #[inline]
    pub fn of(board: &Board<Flat>) -> Charges {
        let white = Sums::of(board, Color::White);
        let black = Sums::of(board, Color::Black);
        let mut level = !board.occupied();
        let (mut by_white, mut by_black) = (0, 0);
        for plane in (0..PLANES).rev() {
            let differ = (white.0[plane] ^ black.0[plane]) & level;
            by_white |= differ & white.0[plane];
            by_black |= differ & black.0[plane];
            level &= !differ;
        }
        Charges { by_white, by_black }
    }

    /// Returns the empty squares that a color controls.
    #[inline]
    pub fn controlled_by(self, color: Color) -> u64 {
        match color {
            Color::White => self.by_white,
            Color::Black => self.by_black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_playouts;
    use faraday_rules::Square;

    #[test]
    fn charges_on_sets_equal_the_sum_of_the_parts() {
        random_playouts::positions::<super::super::ForceField>(60, 80, |position| {
            let mut sums = [0; 64];
            parts(position.board()).for_each(|part| sums[part.to.index()] += part.amount);
            for color in Color::ALL {
                let held = |square: &Square| sums[square.index()] * color.sign() > 0;
                let slow = Flat::squares().filter(held).fold(0, |set, square| set | u64::of(square));
                assert_eq!(Charges::of(position.board()).controlled_by(color), slow, "{}", position.to_fen());
            }
        });
    }
}
