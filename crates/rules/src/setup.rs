//! Facts from outside become a position only through here.

use thiserror::Error;

use crate::{Color, Geometry, Piece, Position, Role, Set, Setup, Square, Variant};

/// Why facts do not make a position. Texts name the FEN field and the square.
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

/// What a variant finds wrong with the state that is its own, as data: the key of its sentence under `[setup]` in the
/// variant's texts, what fills the slots of that sentence, and the sentence in English.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{english}")]
#[expect(missing_docs, reason = "the text above says it")]
pub struct StateError {
    pub key: &'static str,
    pub slots: Vec<(&'static str, String)>,
    pub english: String,
}

/// Why no double step can have passed an en-passant square.
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
    /// Checks the facts and makes a position of them.
    ///
    /// An en-passant square without a legal capture is dropped, an impossible one refused (N.4).
    ///
    /// # Errors
    ///
    /// The first fact that the variant does not have or its rules make impossible (N.4).
    pub fn from_setup(setup: Setup<V>) -> Result<Self, SetupError> {
        check_means(&setup)?;
        V::check_setup(&setup)?;
        let mut position = Position::assume(setup);
        let capturable = position.legal_en_passant();
        position.set_en_passant(capturable);
        Ok(position)
    }

    /// The facts of this position, to change and set up anew.
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

    /// The position from which a game starts.
    pub fn start() -> Self {
        Position::from_fen(V::START).expect("a variant's start is a position of it: a test of every variant says so")
    }
}

fn name<V: Variant>(square: Square) -> String {
    V::Geometry::name(square)
}

/// No castling right and no en-passant square where the variant has neither.
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

/// One king a side, except that `may_lack` may have none.
///
/// # Errors
///
/// If a side has two kings, or lacks one that it may not lack.
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

/// King and rook at home for every castling right.
///
/// # Errors
///
/// The first right without them.
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

/// An en-passant square that a double step can have passed.
///
/// # Errors
///
/// If it is on a wrong rank, has no enemy pawn beyond it, or it or that pawn's origin is occupied.
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

/// No pawn on a square of `closed` for its color.
///
/// # Errors
///
/// What `error` makes of the square of such a pawn.
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

/// No pawn on its last rank.
///
/// # Errors
///
/// The square of such a pawn.
pub fn check_last_rank<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    check_pawns(setup, V::Geometry::last_rank, |square| SetupError::PawnOnLastRank { square })
}

/// No pawn on its own first rank.
///
/// # Errors
///
/// The square of such a pawn.
pub fn check_first_rank<V: Variant>(setup: &Setup<V>) -> Result<(), SetupError> {
    check_pawns(setup, |color| V::Geometry::rank_set(color, 0), |square| SetupError::PawnOnFirstRank { square })
}

/// The side that is not to move is not in check.
///
/// # Errors
///
/// The side that is in check, and its king's square.
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
