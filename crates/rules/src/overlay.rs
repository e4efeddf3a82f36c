//! Layers over a board, as data: numbers on squares, lines between them, marks.
//!
//! Knows nothing of how they are drawn.

use crate::{Choices, Color, Role, Square};

/// A named layer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// A number for a square: a charge, an energy.
    pub values: Vec<(Square, i32)>,
    /// Who makes up those numbers.
    pub parts: Vec<Part>,
    /// Powers lent from one square to another.
    pub lent: Vec<Lent>,
    /// Straight lines along which something acts.
    pub lines: Vec<Line>,
    /// Squares that the selected unit may enter, with what may be chosen there and the sum that it makes.
    pub entries: Vec<Entry>,
}

/// The share of one unit in a square's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The unit.
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
    /// The unit that it meets.
    pub meets: Square,
    /// Where that unit would stop: where it is, if nothing moves it.
    pub to: Square,
    /// Whose unit it meets.
    pub color: Color,
}

/// A square that a selected unit may enter.
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
