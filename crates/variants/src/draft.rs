//! A FEN as separate fields for position editors, whether or not the position is legal.

use faraday_rules::{Color, Geometry, Piece, Set, Setup, SetupError, Square, Variant};

/// A piece on a square, with the `~` mark that a FEN may give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Placed {
    pub square: Square,
    pub piece: Piece,
    /// True if FEN marks the piece with `~`.
    pub is_marked: bool,
}

/// The contents of a FEN that may be illegal, field by field, for a position editor.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Draft {
    /// The pieces on the board, with the names of their squares.
    pub pieces: Vec<(String, Placed)>,
    pub turn: Color,
    /// The letters of the castling rights.
    pub castling: String,
    pub en_passant: Option<String>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u32,
    /// The numbers on squares with the names of the squares, in the order of FEN.
    pub amounts: Vec<(String, i32)>,
}

pub(crate) fn read<V: Variant>(fen: &str) -> Result<Draft, SetupError> {
    let setup = Setup::<V>::from_fen(fen)?;
    let placed = |square| {
        let piece = setup.board.piece_at(square)?;
        let is_marked = V::is_marked(&setup.state, square);
        Some((V::Geometry::name(square), Placed { square, piece, is_marked }))
    };
    let named = |(square, amount)| (V::Geometry::name(square), amount);
    Ok(Draft {
        pieces: setup.board.occupied().squares().filter_map(placed).collect(),
        turn: setup.turn,
        castling: Color::ALL.into_iter().flat_map(|color| setup.rights.of(color)).map(|castle| castle.letter).collect(),
        en_passant: setup.en_passant.map(V::Geometry::name),
        halfmoves: setup.halfmoves,
        fullmoves: setup.fullmoves,
        amounts: V::amounts(&setup.state).unwrap_or_default().into_iter().map(named).collect(),
    })
}
