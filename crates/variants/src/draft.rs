//! The facts of a FEN without the question whether they make a position: what an editor changes.

use faraday_rules::{Color, Geometry, Piece, Set, Setup, SetupError, Square, Variant};

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The square.
    pub square: Square,
    /// What stands there.
    pub piece: Piece,
    /// Whether FEN marks it with `~`.
    pub is_marked: bool,
}

/// The facts of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// What stands on the board, with the names of the squares.
    pub pieces: Vec<(String, Placed)>,
    /// Whose turn it is.
    pub turn: Color,
    /// The letters of the castling rights.
    pub castling: String,
    /// The en-passant square.
    pub en_passant: Option<String>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u32,
    /// The numbers on squares, in the order of FEN, with the names of the squares.
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
