//! Parsing of legal moves in UCI or SAN (N.2, N.3), and the errors for texts that do not name one.

mod san;
mod uci;

pub use san::SanText;

use thiserror::Error;

use crate::{Move, Position, Refusal, Variant};

/// The reason why a text is not a legal move of the position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum MoveTextError {
    #[error("no move is given")]
    Empty,
    #[error("`{text}` is incomplete: write the square that the piece goes to, such as {example}")]
    Short { text: String, example: String },
    #[error("`{text}` is incomplete: write the level too, as in {examples}")]
    NoLevel { text: String, examples: String },
    #[error(
        "`{text}` is incomplete: write the square that the piece comes from and the one it goes to, such as {example}"
    )]
    OneSquare { text: String, example: String },
    #[error("`{part}` in `{text}` is not a square of the board")]
    NoSquare { text: String, part: String },
    #[error("`{sign}` at the end of `{text}` is not a choice: write n, b, r, q, p or *")]
    Sign { text: String, sign: String },
    #[error("`{text}` is not a move: `{part}` cannot be read")]
    Unreadable { text: String, part: String },
    #[error("`{text}` is a null move, and no player may pass")]
    NullMove { text: String },
    #[error("no legal move matches `{text}`")]
    NoSuch { text: String },
    #[error("`{text}` is ambiguous: {candidates}")]
    Ambiguous { text: String, candidates: String },
    #[error("`{text}` leaves a choice open: {candidates}")]
    Choice { text: String, candidates: String },
    #[error("`{text}` is illegal here")]
    Illegal { text: String, refusal: Refusal },
}

impl MoveTextError {
    /// Returns the rule and the squares that forbid the move, if the text names a single move.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            MoveTextError::Illegal { refusal, .. } => Some(refusal),
            MoveTextError::Empty
            | MoveTextError::Short { .. }
            | MoveTextError::NoLevel { .. }
            | MoveTextError::OneSquare { .. }
            | MoveTextError::NoSquare { .. }
            | MoveTextError::Sign { .. }
            | MoveTextError::Unreadable { .. }
            | MoveTextError::NullMove { .. }
            | MoveTextError::NoSuch { .. }
            | MoveTextError::Ambiguous { .. }
            | MoveTextError::Choice { .. } => None,
        }
    }
}

impl<V: Variant> Position<V> {
    /// Parses a legal move in UCI or in SAN.
    ///
    /// # Errors
    ///
    /// If the text is neither UCI nor SAN, fits no legal move, or fits several.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let text = text.trim();
        match Self::parse_uci(text) {
            Ok(mv) => match self.refusal(mv) {
                None => Ok(mv),
                Some(refusal) => Err(MoveTextError::Illegal { text: text.to_owned(), refusal }),
            },
            // A pawn's SAN may begin like UCI: `e7e8=Q`, `a1e5+`.
            Err(uci) => self.read_san(text).map_err(|san| match san {
                MoveTextError::NoSuch { .. } | MoveTextError::Ambiguous { .. } | MoveTextError::Choice { .. } => san,
                _ if matches!(uci, MoveTextError::Sign { .. }) => uci,
                _ => san,
            }),
        }
    }
}
