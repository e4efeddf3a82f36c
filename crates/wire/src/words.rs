//! Colors and roles as words.

shapes! {
    /// A player.
    #[derive(Copy, Eq)]
    pub enum Color {
        /// Moves first.
        White,
        /// Moves second.
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

mirrors! {
    faraday_rules::Color { White, Black }
    faraday_rules::Role { Pawn, Knight, Bishop, Rook, Queen, King }
}
