//! Colors and piece kinds, written as lowercase words.

use std::ops::Not;

wire_types! {
    /// A side: White or Black.
    #[derive(Copy, Eq)]
    pub enum Color {
        /// The side that moves first.
        White,
        /// The side that moves second.
        Black,
    }

    /// A kind of piece.
    #[derive(Copy, Eq)]
    #[expect(missing_docs, reason = "the names say it all")]
    pub enum Role {
        Pawn,
        Knight,
        Bishop,
        Rook,
        Queen,
        King,
    }
}

impl Not for Color {
    type Output = Color;

    /// Returns the other side.
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

mirror_enums! {
    faraday_rules::Color { White, Black }
    faraday_rules::Role { Pawn, Knight, Bishop, Rook, Queen, King }
}
