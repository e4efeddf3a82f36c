//! A square as a number; its name depends on the board (`Geometry::name`).

/// Index of a square: level × files × ranks + rank × files + file, from the lowest, left-most one.
///
/// Invariant: below `Geometry::SQUARES` of the board it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of an index.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The index, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `offset` further on. The caller knows that it is on the board.
    #[inline]
    #[must_use]
    pub const fn offset(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(offset))
    }
}
