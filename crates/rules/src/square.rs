//! A square as an index on the board. Its name depends on the board ([`Geometry::name`](crate::Geometry::name)).

/// A square, as the index level × files × ranks + rank × files + file, from the lowest leftmost one.
///
/// Invariant: below [`Geometry::SQUARES`](crate::Geometry::SQUARES) of its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// Returns the index, for use in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square `offset` further on. The caller guarantees that it is on the board.
    #[inline]
    #[must_use]
    pub const fn offset(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(offset))
    }
}
