//! Validation of setups, with an error that names the fault. Every position not reached by a legal
//! move passes through it.

use thiserror::Error;

use crate::{Color, Geometry, Piece, Position, Role, Set, Setup, Square, Variant};

/// The reason why a setup is not a legal position. The texts name the FEN field and the square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum SetupError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the FEN has {found} of {expected} fields: the {missing} is missing")]
    FieldMissing { found: usize, expected: usize, missing: &'static str },
    #[error("the FEN has an extra field: `{text}`")]
    FieldExtra { text: String },
    #[error("the placement must have {expected} levels, but has {found}")]
    Levels { found: usize, expected: u8 },
    #[error("{}the placement must have {expected} ranks, but has {found}", of_level(*level))]
    Ranks { level: Option<u8>, found: usize, expected: u8 },
    #[error("rank `{text}` of the placement must have {expected} squares, but has {found}")]
    RankLength { text: String, found: usize, expected: u8 },
    #[error("`{letter}` in rank `{text}` of the placement is not a piece")]
    Letter { letter: char, text: String },
    #[error("`~` marks {square}, where no pawn on its second level can stand")]
    Mark { square: String },
    #[error("the side to move is `{text}`: it must be `w` or `b`")]
    Side { text: String },
    #[error("the castling field is `{text}`: it must be `-`, because this variant has no castling")]
    NoCastling { text: String },
    #[error("the castling field is `{text}`: it must be `-`, or some of `KQkq` in this order")]
    Castling { text: String },
    #[error("castling right `{letter}` needs the king on {king} and a rook on {rook}")]
    CastlingHome { letter: char, king: String, rook: String },
    #[error("the en-passant field is `{text}`: it must be `-`, because this variant has no en passant")]
    NoEnPassant { text: String },
    #[error("the en-passant field `{text}` is not a square")]
    EnPassant { text: String },
    #[error("en-passant square {square} is impossible: {fault}")]
    EnPassantImpossible { square: String, fault: EnPassantFault },
    #[error("the {field} `{text}` is not a number from {least} to {most}")]
    Number { field: &'static str, text: String, least: u32, most: u32 },
    #[error("{color} has {found} kings: {squares}")]
    Kings { color: Color, found: u32, squares: String },
    #[error("{color} has no king")]
    NoKing { color: Color },
    #[error("{color} is in check on {square}, but the other side is to move")]
    OpponentInCheck { color: Color, square: String },
    #[error("a pawn stands on {square}, its last rank")]
    PawnOnLastRank { square: String },
    #[error("a pawn stands on {square}, its own first rank")]
    PawnOnFirstRank { square: String },
    #[error(transparent)]
    State(#[from] StateError),
}

/// A fault in the variant's own state, as data: the key of its sentence under `[setup]` in the variant's texts, the
/// values of that sentence's slots, and the sentence in English.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{english}")]
#[expect(missing_docs, reason = "the text above says it")]
pub struct StateError {
    pub key: &'static str,
    pub slots: Vec<(&'static str, String)>,
    pub english: String,
}

/// The reason why no double step can have passed an en-passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum EnPassantFault {
    #[error("no double step passes its rank")]
    Rank,
    #[error("no enemy pawn stands just beyond it")]
    NoPawn,
    #[error("it is occupied")]
    Occupied,
    #[error("the square that the pawn came from is occupied")]
    OriginOccupied,
}

fn of_level(level: Option<u8>) -> String {
    level.map(|level| format!("level {level} of ")).unwrap_or_default()
}

impl<V: Variant> Position<V> {
    /// Checks a setup and creates a position from it.
    ///
    /// An en-passant square without a legal capture is dropped, and an impossible one is refused (N.4).
    ///
    /// # Errors
    ///
    /// The first fault: something that the variant does not have, or that its rules make impossible (N.4).
    pub fn from_setup(setup: Setup<V>) -> Result<Self, SetupError> {
        check_means(&setup)?;
        V::check_setup(&setup)?;
        let mut position = Position::assume(setup);
        let capturable = position.legal_en_passant();
        position.set_en_passant(capturable);
        Ok(position)
    }

    /// Returns the position as a setup, which can be changed and checked again.
    pub fn to_setup(&self) -> Setup<V> {
        Setup {
            board: *self.board(),
            state: self.state().clone(),
            turn: self.turn(),
            rights: self.rights(),
            en_passant: self.legal_en_passant(),
            halfmoves: self.halfmoves(),
            fullmoves: self.fullmoves(),
        }
    }

    /// Returns the starting position of the variant.
    pub fn start() -> Self {
        Position::from_fen(V::START).expect("a variant's start is a position of it: a test of every variant says so")
    }
}

fn name<V: Variant>(square: Square) -> String {
    V::Geometry::name(square)
}

/// Checks that there is no castling right and no en-passant square in variants that lack them.
fn check_means<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    if V::CASTLES.is_empty() && !setup.rights.is_empty() {
        let letters = Color::ALL.into_iter().flat_map(|color| setup.rights.of(color)).map(|castle| castle.letter);
        return Err(SetupError::NoCastling { text: letters.collect() });
    }
    match setup.en_passant {
        Some(square) if V::EN_PASSANT_RANK.is_none() => Err(SetupError::NoEnPassant { text: name::<V>(square) }),
        _ => Ok(()),
    }
}

/// Checks that each side has one king. The side `may_lack` may have none.
///
/// # Errors
///
/// If a side has two kings, or lacks a king that it must have.
pub fn check_kings<V: Variant>(setup: &Setup<V>, may_lack: Option<Color>) -> Result<(), SetupError> {
    for color in Color::ALL {
        let kings = setup.board.pieces(color, Role::King);
        if kings.is_many() {
            let squares = kings.squares().map(name::<V>).collect::<Vec<_>>().join(", ");
            return Err(SetupError::Kings { color, found: kings.count(), squares });
        }
        if kings.is_empty() && may_lack != Some(color) {
            return Err(SetupError::NoKing { color });
        }
    }
    Ok(())
}

/// Checks that king and rook are on their home squares for every castling right.
///
/// # Errors
///
/// The first right for which they are not.
pub fn check_rights<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    for castle in Color::ALL.into_iter().flat_map(|color| setup.rights.of(color)) {
        let stands = |square, role| setup.board.piece_at(square) == Some(Piece { color: castle.color, role });
        if !stands(castle.king.0, Role::King) || !stands(castle.rook.0, Role::Rook) {
            let (king, rook) = (name::<V>(castle.king.0), name::<V>(castle.rook.0));
            return Err(SetupError::CastlingHome { letter: castle.letter, king, rook });
        }
    }
    Ok(())
}

/// Checks that a double step can have passed the en-passant square.
///
/// # Errors
///
/// If it is on the wrong rank, has no enemy pawn beyond it, or if it or the origin of that pawn is occupied.
pub fn check_en_passant<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    let Some(square) = setup.en_passant else { return Ok(()) };
    let impossible = |fault| Err(SetupError::EnPassantImpossible { square: name::<V>(square), fault });
    if Some(V::Geometry::rank_of(setup.turn, square)) != V::EN_PASSANT_RANK {
        return impossible(EnPassantFault::Rank);
    }
    let behind = V::Geometry::ahead(!setup.turn);
    if setup.board.piece_at(square.offset(behind)) != Some(Piece { color: !setup.turn, role: Role::Pawn }) {
        return impossible(EnPassantFault::NoPawn);
    }
    if setup.board.occupied().has(square) {
        return impossible(EnPassantFault::Occupied);
    }
    if setup.board.occupied().has(square.offset(-behind)) {
        return impossible(EnPassantFault::OriginOccupied);
    }
    Ok(())
}

/// Checks that a color has no pawn on a square of `closed`.
///
/// # Errors
///
/// The error that `error` makes from the square of such a pawn.
pub fn check_pawns<V: Variant>(
    setup: &Setup<V>,
    closed: impl Fn(Color) -> <V::Geometry as Geometry>::Set,
    error: impl Fn(String) -> SetupError,
) -> Result<(), SetupError> {
    for color in Color::ALL {
        if let Some(square) = (setup.board.pieces(color, Role::Pawn) & closed(color)).first() {
            return Err(error(name::<V>(square)));
        }
    }
    Ok(())
}

/// Checks that no pawn is on its last rank.
///
/// # Errors
///
/// The square of the first such pawn.
pub fn check_last_rank<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    check_pawns(setup, V::Geometry::last_rank, |square| SetupError::PawnOnLastRank { square })
}

/// Checks that no pawn is on its own first rank.
///
/// # Errors
///
/// The square of the first such pawn.
pub fn check_first_rank<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    check_pawns(setup, |color| V::Geometry::rank_set(color, 0), |square| SetupError::PawnOnFirstRank { square })
}

/// Checks that the side not to move is not in check.
///
/// # Errors
///
/// The side in check and the square of its king.
pub fn check_opponent<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    let color = !setup.turn;
    let position = Position::assume(setup.clone());
    match setup.board.king(color) {
        Some(king) if V::checkers(&position, color).any() => {
            Err(SetupError::OpponentInCheck { color, square: name::<V>(king) })
        }
        _ => Ok(()),
    }
}
