//! Sets of squares as bitboards, one bit per square, in a 64-bit or 128-bit word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::Square;

/// A set of squares in a machine word: `u64` for 8×8, `u128` for 5×5×3.
pub trait Set:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The set without any squares.
    const EMPTY: Self;
    /// Returns the set of one square.
    fn of(square: Square) -> Self;
    /// Returns true if the square is in the set.
    fn has(self, square: Square) -> bool;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// Returns true if the set has no squares.
    fn is_empty(self) -> bool;
    /// Returns true if there is at least one square.
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }
    /// Returns true if there are two or more squares.
    fn is_many(self) -> bool;
    /// Returns the square of the lowest index.
    fn first(self) -> Option<Square>;
    /// Returns the square of the highest index.
    fn last(self) -> Option<Square>;
    /// Removes and returns the lowest square.
    fn pop(&mut self) -> Option<Square>;
    /// Folds the set into 64 bits for hashing. Sets of up to 64 squares fold without collisions.
    fn folded(self) -> u64;
    /// Moves every square by an offset. Squares past the end of the word are dropped.
    #[inline]
    #[must_use]
    fn shifted(self, offset: i8) -> Self {
        if offset >= 0 { self << u32::from(offset.unsigned_abs()) } else { self >> u32::from(offset.unsigned_abs()) }
    }
    /// Returns an iterator over the squares, lowest first.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// An iterator over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<S>(S);

impl<S: Set> Iterator for Squares<S> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }
}

macro_rules! set {
    ($word:ty, $fold:expr) => {
        impl Set for $word {
            const EMPTY: Self = 0;
            #[inline]
            fn of(square: Square) -> Self {
                1 << square.index()
            }
            #[inline]
            fn has(self, square: Square) -> bool {
                self >> square.index() & 1 != 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn is_many(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }
            #[inline]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square::new(self.trailing_zeros() as u8))
            }
            #[inline]
            fn last(self) -> Option<Square> {
                (self != 0).then(|| Square::new((<$word>::BITS - 1 - self.leading_zeros()) as u8))
            }
            #[inline]
            fn pop(&mut self) -> Option<Square> {
                let first = self.first()?;
                *self &= self.wrapping_sub(1);
                Some(first)
            }
            #[inline]
            fn folded(self) -> u64 {
                $fold(self)
            }
        }
    };
}

set!(u64, |word| word);
set!(u128, |word| word as u64 ^ ((word >> 64) as u64).rotate_left(21));
