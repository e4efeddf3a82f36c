//! The pulse of Magnetic Chess: the targets of the pieces that it moves, and the landings that promote a pushed pawn.
//!
//! The functions only read the board and do not depend on castling rights or the fifty-move count.

use faraday_rules::{Board, Choices, Color, Flat, Geometry, Position, Role, Set, Square, Visit};

use super::Magnetic;

/// Returns the pieces that a pulse from `landing` meets, with the square where each stops (MG.2, MG.3).
///
/// All are computed before any piece moves, because the directions are independent (MG.6).
#[inline]
pub fn displaced(board: &Board<Flat>, us: Color, landing: Square) -> impl Iterator<Item = (Square, Square)> {
    let occupied = board.occupied();
    let ours = board.color(us);
    let met = Flat::rook(landing, occupied) & occupied & !board.role(Role::King);
    met.squares().map(move |piece| {
        let is_after = piece > landing;
        let to = if ours.has(piece) {
            let above = u64::MAX.checked_shl(piece.index() as u32 + 1).unwrap_or(0);
            let room = Flat::rook(piece, occupied) & Flat::line(landing, piece) & !occupied;
            if is_after { (room & above).last() } else { (room & !above).first() }
        } else {
            let gap = Flat::between(landing, piece);
            if is_after { gap.first() } else { gap.last() }
        };
        (piece, to.unwrap_or(piece))
    })
}

/// The squares where a landing pushes a friendly pawn onto its last rank (MG.5).
///
/// A slider that retreats from behind such a pawn clears the way by leaving. `retreats` has the
/// additional squares for it.
#[derive(Clone, Copy)]
pub struct Landings {
    any: u64,
    blockers: u64,
    retreats: u64,
}

impl Landings {
    /// Computes the landings for the side to move.
    #[inline]
    pub fn of(position: &Position<Magnetic>) -> Landings {
        let board = position.board();
        let us = position.turn();
        let occupied = board.occupied();
        let mut landings = Landings { any: 0, blockers: 0, retreats: 0 };
        for pawn in board.pieces(us, Role::Pawn).squares() {
            let file = Flat::FILE_A << Flat::file(pawn);
            let below = (1_u64 << pawn.index()) - 1;
            let (front, back) = match us {
                Color::White => (file & !below & !u64::of(pawn), file & below),
                Color::Black => (file & below, file & !below & !u64::of(pawn)),
            };
            if (front & occupied).any() {
                continue;
            }
            let behind = Flat::rook(pawn, occupied) & back;
            landings.any |= behind;
            let blocker = behind & board.color(us) & board.straights();
            if let Some(square) = blocker.first() {
                landings.blockers |= blocker;
                landings.retreats |= Flat::rook(square, occupied) & back & !behind;
            }
        }
        landings
    }

    /// Returns true if no landing pushes a pawn that far.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.any == 0
    }

    /// Returns the choices for a landing of a piece that does not come from the same file.
    #[inline]
    pub fn choices(&self, landing: Square) -> Choices {
        if self.any.has(landing) { Choices::PROMOTION } else { Choices::PLAIN }
    }

    #[inline]
    fn for_mover(&self, from: Square) -> u64 {
        if self.blockers.has(from) { self.any | self.retreats & Flat::FILE_A << Flat::file(from) } else { self.any }
    }
}

/// A visitor that adds the choice of a pushed promotion to bundles.
pub struct Pulsing<'a, W> {
    pub landings: Landings,
    pub visit: &'a mut W,
}

impl<W: Visit<u64>> Visit<u64> for Pulsing<'_, W> {
    #[inline]
    fn from(&mut self, from: Square, to: u64, choices: Choices) {
        let pushing = to & self.landings.for_mover(from);
        self.visit.from(from, to & !pushing, choices);
        if pushing != 0 {
            self.visit.from(from, pushing, Choices::PROMOTION);
        }
    }
    #[inline]
    fn shifted(&mut self, to: u64, offset: i8, choices: Choices) {
        let pushing = to & self.landings.any;
        self.visit.shifted(to & !pushing, offset, choices);
        if pushing != 0 {
            self.visit.shifted(pushing, offset, Choices::PROMOTION);
        }
    }
}
