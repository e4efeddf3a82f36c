//! Errors in the text of a PGN file, with their line and column. An illegal move is not a PGN error.

use std::fmt;

use thiserror::Error;

use super::{DEPTH_LIMIT, GAME_LIMIT, TOKEN_LIMIT};

/// The place where a token begins. Both numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line number. Lines end with LF, CR LF, or CR.
    pub line: u64,
    /// The column, in characters rather than bytes.
    pub column: u32,
}

/// An error in a PGN text, with the faulty part quoted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the message quotes, and where it begins")]
pub enum PgnError {
    /// A character that cannot begin a token.
    #[error("unexpected character `{}` at {place}", found.escape_debug())]
    UnexpectedCharacter { found: char, place: Place },
    /// A tag pair with something else where its name or value should be.
    #[error("expected {expected} in a tag pair, found `{}` at {place}", found.escape_debug())]
    BrokenTag { expected: &'static str, found: char, place: Place },
    /// An annotation glyph without a number, or with a number above 255.
    #[error("unknown annotation glyph `{text}` at {place}")]
    UnknownNag { text: String, place: Place },
    /// A token longer than [`TOKEN_LIMIT`] bytes.
    #[error("`{text}` at {place} is longer than {TOKEN_LIMIT} bytes")]
    TooLong { text: String, place: Place },
    /// The text ended inside a comment.
    #[error("comment `{text}` at {place} is never closed")]
    UnclosedComment { text: String, place: Place },
    /// The line, or the text, ended inside a tag pair.
    #[error("tag pair `{text}` at {place} is not closed on its line")]
    UnclosedTag { text: String, place: Place },
    /// The game, or the text, ended inside a variation.
    #[error("variation `(` at {place} is never closed")]
    UnclosedVariation { place: Place },
    /// A superfluous `)` outside all variations.
    #[error("`)` at {place} closes no variation")]
    StrayVariationEnd { place: Place },
    /// A variation in a line that has no move for it to replace.
    #[error("variation `(` at {place} has no move to replace")]
    VariationWithoutMove { place: Place },
    /// Variations nested more than [`DEPTH_LIMIT`] deep.
    #[error("variation `(` at {place} is nested more than {DEPTH_LIMIT} deep")]
    TooDeep { place: Place },
    /// A game that takes more than [`GAME_LIMIT`] bytes of memory.
    #[error("game passes {GAME_LIMIT} bytes with `{text}` at {place}")]
    GameTooLarge { text: String, place: Place },
}

impl PgnError {
    /// Returns the place of the error. For an element that is never closed, this is where it was opened.
    pub fn place(&self) -> Place {
        match self {
            Self::UnexpectedCharacter { place, .. }
            | Self::BrokenTag { place, .. }
            | Self::UnknownNag { place, .. }
            | Self::TooLong { place, .. }
            | Self::UnclosedComment { place, .. }
            | Self::UnclosedTag { place, .. }
            | Self::UnclosedVariation { place }
            | Self::StrayVariationEnd { place }
            | Self::VariationWithoutMove { place }
            | Self::TooDeep { place }
            | Self::GameTooLarge { place, .. } => *place,
        }
    }
}

impl Place {
    /// The place of the first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the place just after a text on the same line.
    pub(super) fn behind(self, text: &str) -> Self {
        let columns = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        Self { column: self.column.saturating_add(columns), ..self }
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Returns the beginning of `text`, shortened and on one line, to quote in an error.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let shown = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    if text.chars().nth(LONGEST).is_none() {
        return shown.collect();
    }
    shown.take(LONGEST - 1).chain(['…']).collect()
}
