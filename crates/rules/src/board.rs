//! The placement of pieces as bitboards: one set of squares per role and one per color.

use crate::{Color, Geometry, Piece, Role, Set, Square};

/// A placement of pieces: one set per role and one per color.
///
/// Invariant: every square is in at most one role set, and in exactly one color set if it is in a role set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<G: Geometry> {
    roles: [G::Set; 6],
    colors: [G::Set; 2],
}

impl<G: Geometry> Default for Board<G> {
    fn default() -> Self {
        Board { roles: [G::Set::EMPTY; 6], colors: [G::Set::EMPTY; 2] }
    }
}

impl<G: Geometry> Board<G> {
    /// Returns the squares of a role, of either color.
    #[inline]
    pub fn role(&self, role: Role) -> G::Set {
        self.roles[role as usize]
    }

    /// Returns the squares of a color.
    #[inline]
    pub fn color(&self, color: Color) -> G::Set {
        self.colors[color as usize]
    }

    /// Returns the squares of a color's pieces of one role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> G::Set {
        self.color(color) & self.role(role)
    }

    /// Returns the diagonal sliders of both colors: bishops and queens.
    #[inline]
    pub fn diagonals(&self) -> G::Set {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    /// Returns the straight sliders of both colors: rooks and queens.
    #[inline]
    pub fn straights(&self) -> G::Set {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    /// Returns all occupied squares.
    #[inline]
    pub fn occupied(&self) -> G::Set {
        self.colors[0] | self.colors[1]
    }

    /// Returns the square of a color's king, or `None` if it was captured.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// Returns the role of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if !self.occupied().has(square) {
            return None;
        }
        Some(self.standing(square))
    }

    /// Returns the role of the piece on a square that must be occupied.
    #[inline]
    pub fn standing(&self, square: Square) -> Role {
        let bit = |role: Role| usize::from(self.roles[role as usize].has(square));
        Role::ALL[bit(Role::Knight)
            + 2 * bit(Role::Bishop)
            + 3 * bit(Role::Rook)
            + 4 * bit(Role::Queen)
            + 5 * bit(Role::King)]
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// Puts a piece on an empty square, or removes that same piece.
    #[inline]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = G::Set::of(square);
        self.roles[piece.role as usize] ^= bit;
        self.colors[piece.color as usize] ^= bit;
    }

    /// Returns the pieces with their squares, lowest square first.
    pub fn placed(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}
