//! The four castlings of FIDE chess, and the castling rights that remain in a position (C.7).

use crate::{Color, Square};

/// One of the four castlings of FIDE chess, with the squares of king and rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the name says it")]
pub struct Castle {
    pub color: Color,
    /// The origin and the target of the king.
    pub king: (Square, Square),
    /// The origin and the target of the rook.
    pub rook: (Square, Square),
    /// The letter of the right in the FEN field.
    pub letter: char,
    /// The move in SAN: `O-O` or `O-O-O`.
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

/// The castlings of FIDE chess, in the order of FEN.
pub const ORTHODOX: [Castle; 4] = [
    castle(Color::White, 4, 6, 7, 5, 'K', "O-O"),
    castle(Color::White, 4, 2, 0, 3, 'Q', "O-O-O"),
    castle(Color::Black, 60, 62, 63, 61, 'k', "O-O"),
    castle(Color::Black, 60, 58, 56, 59, 'q', "O-O-O"),
];

/// The rights lost when a piece leaves a square or is captured there, as one bit per entry of `ORTHODOX`.
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

/// The castling rights that remain in a position, as a set of at most four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rights(u8);

impl Rights {
    /// Returns the rights as a number below 16.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns true if no right remains.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the right to `ORTHODOX[index]` remains.
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    /// Returns the castlings of a color whose right remains.
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

    /// Removes the rights lost when a piece leaves this square or is captured on it. Squares beyond 8×8 have no effect.
    #[inline]
    pub fn lose(&mut self, square: Square) {
        if let Some(lost) = LOST.get(square.index()) {
            self.0 &= !lost;
        }
    }
}
