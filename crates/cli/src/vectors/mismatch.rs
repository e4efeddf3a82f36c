//! The mismatch between a vector record and the rules.

use std::fmt;

/// A difference between an expected and an actual value.
#[derive(Debug)]
pub struct Mismatch {
    /// The ply of a game, from 1.
    ply: Option<usize>,
    what: String,
    expected: String,
    got: String,
}

impl Mismatch {
    /// Creates a difference in a named value.
    pub fn new(what: &str, expected: impl fmt::Display, got: impl fmt::Display) -> Mismatch {
        Mismatch { ply: None, what: what.to_owned(), expected: expected.to_string(), got: got.to_string() }
    }

    /// Returns the same difference at a ply of a game.
    #[must_use]
    pub fn at_ply(self, ply: usize) -> Mismatch {
        Mismatch { ply: Some(ply), ..self }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { ply, what, expected, got } = self;
        if let Some(ply) = ply {
            write!(f, "ply {ply}: ")?;
        }
        write!(f, "{what}: expected {expected}, got {got}")
    }
}

/// Compares an expected text with the actual one.
pub fn equal(what: &str, expected: &str, got: &str) -> Result<(), Mismatch> {
    if expected == got { Ok(()) } else { Err(Mismatch::new(what, format!("`{expected}`"), format!("`{got}`"))) }
}
