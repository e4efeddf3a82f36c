//! Overlays over a board: numbers on squares, lines between them, and marks.
//!
//! They are data and do not depend on how they are drawn.

use crate::{Choices, Color, Role, Square};

/// The meaning of an overlay's numbers: counts, or sums in which White's contributions are positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meaning {
    /// Amounts without an owner, never negative.
    #[default]
    Count,
    /// Sums of both sides' contributions: positive if White's share is greater, negative if Black's is.
    Signed,
}

/// A named layer of numbers, lines, and marks over the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the type says the meaning")]
pub struct Overlay {
    /// Squares and their numbers, such as charges or energies.
    pub values: Vec<(Square, i32)>,
    pub meaning: Meaning,
    /// The contribution of each piece to those numbers.
    pub parts: Vec<Contribution>,
    /// Moves lent from one square to another.
    pub lent: Vec<LentMoves>,
    /// Straight lines along which an effect acts.
    pub lines: Vec<EffectLine>,
    /// Squares that the selected piece may enter, with the choices there and the sum that decides them.
    pub entries: Vec<Destination>,
}

impl Overlay {
    /// Returns true if there is nothing to show.
    pub fn is_empty(&self) -> bool {
        let Overlay { values, meaning: _, parts, lent, lines, entries } = self;
        values.is_empty() && parts.is_empty() && lent.is_empty() && lines.is_empty() && entries.is_empty()
    }
}

/// The contribution of one piece to the number that an overlay shows on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// The square of the contributing piece.
    pub from: Square,
    /// The square whose number it contributes to.
    pub to: Square,
    /// The signed share: positive for White, negative for Black.
    pub amount: i32,
}

/// The moves of one role, lent from the piece on one square to the piece on another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LentMoves {
    /// The square of the lender.
    pub from: Square,
    /// The square of the borrower.
    pub to: Square,
    pub role: Role,
}

/// A line along which an effect acts, and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectLine {
    /// The square where the line starts.
    pub from: Square,
    /// The square of the first piece on the line.
    pub meets: Square,
    /// The square where that piece would stop; equal to `meets` if it does not move.
    pub to: Square,
    /// The color of the piece on `meets`.
    pub color: Color,
}

/// A square that the selected piece may enter, with the choices that it has there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Destination {
    pub to: Square,
    pub choices: Choices,
    /// The sum that decides about the move, in variants where one does.
    pub sum: Option<i32>,
    /// The level of the square, from 0.
    pub level: u8,
}
