//! What differs between a record and the rules.

use std::fmt;

/// Something that should be so and is not.
#[derive(Debug)]
pub struct Mismatch {
    /// In a game, the ply, from 1.
    ply: Option<usize>,
    what: String,
    expected: String,
    got: String,
}

impl Mismatch {
    /// A difference in something that has a name.
    pub fn new(what: &str, expected: impl fmt::Display, got: impl fmt::Display) -> Mismatch {
        Mismatch { ply: None, what: what.to_owned(), expected: expected.to_string(), got: got.to_string() }
    }

    /// The same difference at a ply of a game.
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

/// Compares two texts.
pub fn equal(what: &str, expected: &str, got: &str) -> Result<(), Mismatch> {
    if expected == got { Ok(()) } else { Err(Mismatch::new(what, format!("`{expected}`"), format!("`{got}`"))) }
}
