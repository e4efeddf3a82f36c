//! Attackers of a square, checkers of a king, and pinned pieces.

use crate::{Board, Color, Geometry, Position, Role, Set, SetOf, Square, Variant};

/// Returns the pieces of a color that could capture on a square with the given occupancy.
#[inline]
pub fn attackers<G: Geometry>(board: &Board<G>, by: Color, square: Square, occupied: G::Set) -> G::Set {
    let found = G::pawn(!by, square) & board.role(Role::Pawn)
        | G::knight(square) & board.role(Role::Knight)
        | G::king(square) & board.role(Role::King)
        | G::bishop(square, occupied) & board.diagonals()
        | G::rook(square, occupied) & board.straights();
    found & board.color(by) & occupied
}

/// Returns true if a color could capture on a square with the given occupancy.
#[inline]
pub fn is_attacked<G: Geometry>(board: &Board<G>, by: Color, square: Square, occupied: G::Set) -> bool {
    attackers(board, by, square, occupied).any()
}

/// Returns the pieces that attack the king of a color.
#[inline]
pub fn checkers<V: Variant>(position: &Position<V>, color: Color) -> SetOf<V> {
    let board = position.board();
    match board.king(color) {
        Some(king) => attackers(board, !color, king, board.occupied()),
        None => SetOf::<V>::EMPTY,
    }
}

/// The checkers and pinned pieces around a king, with the squares that answer a check.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CheckInfo<S> {
    pub king: Square,
    pub checkers: S,
    /// The pinned pieces, which may move only along the line to their king.
    pub pinned: S,
    /// The squares on which pieces other than the king must land: all of them, or those that capture
    /// or block the checker.
    pub check_mask: S,
}

impl<S: Set> CheckInfo<S> {
    /// Returns the squares on which a piece other than the king may land, except for en-passant captures.
    #[inline]
    pub fn targets<G: Geometry<Set = S>>(&self, from: Square) -> S {
        if self.pinned.has(from) { self.check_mask & G::line(self.king, from) } else { self.check_mask }
    }

    /// Returns the check info of the side to move, or `None` if its king was captured.
    #[inline]
    pub fn of<V: Variant>(position: &Position<V>) -> Option<CheckInfo<SetOf<V>>> {
        let board = position.board();
        let us = position.turn();
        let king = board.king(us)?;
        let them = board.color(!us);
        let occupied = board.occupied();
        let snipers = (V::Geometry::bishop(king, SetOf::<V>::EMPTY) & board.diagonals()
            | V::Geometry::rook(king, SetOf::<V>::EMPTY) & board.straights())
            & them;
        let mut checkers = (V::Geometry::pawn(us, king) & board.role(Role::Pawn)
            | V::Geometry::knight(king) & board.role(Role::Knight)
            | V::Geometry::king(king) & board.role(Role::King))
            & them;
        let mut pinned = SetOf::<V>::EMPTY;
        for sniper in snipers.squares() {
            let screen = V::Geometry::between(king, sniper) & occupied;
            if screen.is_empty() {
                checkers |= SetOf::<V>::of(sniper);
            } else if !screen.is_many() {
                pinned |= screen;
            }
        }
        pinned &= board.color(us);
        let check_mask = match checkers.first() {
            None => V::Geometry::ALL,
            Some(_) if checkers.is_many() => SetOf::<V>::EMPTY,
            Some(checker) => V::Geometry::between(king, checker) | checkers,
        };
        Some(CheckInfo { king, checkers, pinned, check_mask })
    }
}
