//! Layers over a board, as data: numbers on squares, lines between them, marks.
//!
//! Knows nothing of how they are drawn.

use crate::{Choices, Color, Role, Square};

/// What the numbers of an overlay mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meaning {
    /// Amounts that belong to nobody and are never negative.
    #[default]
    Count,
    /// Sums to which both sides contribute: positive where White's share is the greater, negative where Black's is.
    Signed,
}

/// A named layer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// A number for a square: a charge, an energy.
    pub values: Vec<(Square, i32)>,
    /// What those numbers mean.
    pub meaning: Meaning,
    /// Who makes up those numbers.
    pub parts: Vec<Part>,
    /// Powers lent from one square to another.
    pub lent: Vec<Lent>,
    /// Straight lines along which something acts.
    pub lines: Vec<Line>,
    /// Squares that the selected piece may enter, with what may be chosen there and the sum that it makes.
    pub entries: Vec<Entry>,
}

impl Overlay {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        let Overlay { values, meaning: _, parts, lent, lines, entries } = self;
        values.is_empty() && parts.is_empty() && lent.is_empty() && lines.is_empty() && entries.is_empty()
    }
}

/// The share of one piece in a square's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The piece.
    pub from: Square,
    /// The square.
    pub to: Square,
    /// Its share, signed: White's positive.
    pub amount: i32,
}

/// A power lent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lent {
    /// The lender.
    pub from: Square,
    /// The borrower.
    pub to: Square,
    /// What it lends.
    pub role: Role,
}

/// A line along which something acts, and what it would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Where it starts.
    pub from: Square,
    /// The piece that it meets.
    pub meets: Square,
    /// Where that piece would stop: where it is, if nothing moves it.
    pub to: Square,
    /// Whose piece it meets.
    pub color: Color,
}

/// A square that a selected piece may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The square.
    pub to: Square,
    /// What may be chosen there.
    pub choices: Choices,
    /// The sum that decides, where there is one.
    pub sum: Option<i32>,
    /// The level that the square is on, from 0.
    pub level: u8,
}
