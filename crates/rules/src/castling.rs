//! Castling: the four pairs of king and rook, and the rights that are left (C.7).

use crate::{Color, Square};

/// One of the four castlings of FIDE chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castle {
    /// Who castles.
    pub color: Color,
    /// Where the king stands and goes.
    pub king: (Square, Square),
    /// Where the rook stands and goes.
    pub rook: (Square, Square),
    /// The letter of the FEN field.
    pub letter: char,
    /// As SAN writes it.
    pub san: &'static str,
}

const fn castle(color: Color, king: u8, king_to: u8, rook: u8, rook_to: u8, letter: char, san: &'static str) -> Castle {
    Castle {
        color,
        king: (Square::new(king), Square::new(king_to)),
        rook: (Square::new(rook), Square::new(rook_to)),
        letter,
        san,
    }
}

/// The castlings of FIDE chess, in FEN's order.
pub const ORTHODOX: [Castle; 4] = [
    castle(Color::White, 4, 6, 7, 5, 'K', "O-O"),
    castle(Color::White, 4, 2, 0, 3, 'Q', "O-O-O"),
    castle(Color::Black, 60, 62, 63, 61, 'k', "O-O"),
    castle(Color::Black, 60, 58, 56, 59, 'q', "O-O-O"),
];

/// The rights that leaving, or being captured on, a square takes away: one bit for each of `ORTHODOX`.
static LOST: [u8; 64] = {
    let mut lost = [0; 64];
    let mut index = 0;
    while index < ORTHODOX.len() {
        lost[ORTHODOX[index].king.0.index()] |= 1 << index;
        lost[ORTHODOX[index].rook.0.index()] |= 1 << index;
        index += 1;
    }
    lost
};

/// The castling rights that are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rights(u8);

impl Rights {
    /// The rights as a number below 16.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the right to `ORTHODOX[index]` is left.
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    /// The castlings of a color whose right is left.
    #[inline]
    pub fn of(self, color: Color) -> impl Iterator<Item = &'static Castle> {
        ORTHODOX
            .iter()
            .enumerate()
            .filter(move |(index, castle)| self.has(*index) && castle.color == color)
            .map(|(_, castle)| castle)
    }

    /// Adds the right to `ORTHODOX[index]`.
    pub const fn add(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Takes away what a piece's leaving, or capture on, this square ends. Squares beyond 8×8 end nothing.
    #[inline]
    pub fn lose(&mut self, square: Square) {
        if let Some(lost) = LOST.get(square.index()) {
            self.0 &= !lost;
        }
    }
}
