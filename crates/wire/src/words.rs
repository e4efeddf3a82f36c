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

impl From<faraday_rules::Color> for Color {
    fn from(color: faraday_rules::Color) -> Color {
        match color {
            faraday_rules::Color::White => Color::White,
            faraday_rules::Color::Black => Color::Black,
        }
    }
}

impl From<Color> for faraday_rules::Color {
    fn from(color: Color) -> faraday_rules::Color {
        match color {
            Color::White => faraday_rules::Color::White,
            Color::Black => faraday_rules::Color::Black,
        }
    }
}

impl From<faraday_rules::Role> for Role {
    fn from(role: faraday_rules::Role) -> Role {
        match role {
            faraday_rules::Role::Pawn => Role::Pawn,
            faraday_rules::Role::Knight => Role::Knight,
            faraday_rules::Role::Bishop => Role::Bishop,
            faraday_rules::Role::Rook => Role::Rook,
            faraday_rules::Role::Queen => Role::Queen,
            faraday_rules::Role::King => Role::King,
        }
    }
}
