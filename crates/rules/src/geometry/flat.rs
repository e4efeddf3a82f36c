//! The geometry of the 8×8 board, for all variants with a single level.

use super::{Geometry, magics, slides};
use crate::{Color, Square};

/// The usual board, with one level of eight files and eight ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flat;

impl Flat {
    /// The set of squares of the a-file.
    pub const FILE_A: u64 = 0x0101_0101_0101_0101;
    /// The set of squares of the h-file.
    pub const FILE_H: u64 = Self::FILE_A << 7;
    /// The set of squares of the first rank.
    pub const RANK_1: u64 = 0xFF;
    /// The set of squares of the eighth rank.
    pub const RANK_8: u64 = Self::RANK_1 << 56;
}

const ROOK_MAGICS: [slides::Magic; 64] = slides::magics(8, &magics::ROOK_8, slides::ROOK);
const BISHOP_MAGICS: [slides::Magic; 64] = slides::magics(8, &magics::BISHOP_8, slides::BISHOP);
const ROOK_SIZE: usize = 1 << 17;
const BISHOP_SIZE: usize = 1 << 13;

static ROOK: [u64; ROOK_SIZE] = slides::table(8, &ROOK_MAGICS, slides::ROOK);
static BISHOP: [u64; BISHOP_SIZE] = slides::table(8, &BISHOP_MAGICS, slides::BISHOP);
static ROOK_SLOTS: [slides::Magic; 64] = ROOK_MAGICS;
static BISHOP_SLOTS: [slides::Magic; 64] = BISHOP_MAGICS;

static KNIGHT: [u64; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = pairs(true);
static LINE: [[u64; 64]; 64] = pairs(false);

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut leaps = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < steps.len() {
            let (file, rank) = (square as i8 % 8 + steps[index].0, square as i8 / 8 + steps[index].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                leaps[square] |= 1 << (rank * 8 + file);
            }
            index += 1;
        }
        square += 1;
    }
    leaps
}

const fn pairs(between: bool) -> [[u64; 64]; 64] {
    let mut pairs = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let both = 1 << a | 1 << b;
            let mut kind = 0;
            while kind < 2 {
                let directions = if kind == 0 { slides::ROOK } else { slides::BISHOP };
                let from_a = slides::walk(8, a, 0, directions);
                if a != b && from_a >> b & 1 != 0 {
                    pairs[a][b] = if between {
                        slides::walk(8, a, 1 << b, directions) & slides::walk(8, b, 1 << a, directions) & !both
                    } else {
                        from_a & slides::walk(8, b, 0, directions) | both
                    };
                }
                kind += 1;
            }
            b += 1;
        }
        a += 1;
    }
    pairs
}

impl Geometry for Flat {
    type Set = u64;
    const FILES: u8 = 8;
    const RANKS: u8 = 8;
    const LEVELS: u8 = 1;
    const ALL: u64 = u64::MAX;

    #[inline]
    fn knight(square: Square) -> u64 {
        KNIGHT[square.index() & 63]
    }
    #[inline]
    fn king(square: Square) -> u64 {
        KING[square.index() & 63]
    }
    #[inline]
    fn pawn(color: Color, square: Square) -> u64 {
        PAWN[color as usize][square.index() & 63]
    }
    #[inline]
    fn bishop(square: Square, occupied: u64) -> u64 {
        if cfg!(feature = "compact") {
            slides::walked(8, square.index() & 63, occupied, slides::BISHOP)
        } else {
            BISHOP[BISHOP_SLOTS[square.index() & 63].slot(occupied) & (BISHOP_SIZE - 1)]
        }
    }
    #[inline]
    fn rook(square: Square, occupied: u64) -> u64 {
        if cfg!(feature = "compact") {
            slides::walked(8, square.index() & 63, occupied, slides::ROOK)
        } else {
            ROOK[ROOK_SLOTS[square.index() & 63].slot(occupied) & (ROOK_SIZE - 1)]
        }
    }
    #[inline]
    fn between(a: Square, b: Square) -> u64 {
        BETWEEN[a.index() & 63][b.index() & 63]
    }
    #[inline]
    fn line(a: Square, b: Square) -> u64 {
        LINE[a.index() & 63][b.index() & 63]
    }
    #[inline]
    fn step(set: u64, file: i8, rank: i8) -> u64 {
        let set = match file {
            1 => (set & !Self::FILE_H) << 1,
            -1 => (set & !Self::FILE_A) >> 1,
            _ => set,
        };
        match rank {
            1 => set << 8,
            -1 => set >> 8,
            _ => set,
        }
    }
    #[inline]
    fn rank_set(color: Color, rank: u8) -> u64 {
        match color {
            Color::White => Self::RANK_1 << (8 * u32::from(rank)),
            Color::Black => Self::RANK_8 >> (8 * u32::from(rank)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set;

    #[test]
    fn slides_by_magic_equal_slides_by_walking() {
        let mut occupied = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..2_000 {
            occupied = (occupied ^ occupied >> 13).wrapping_mul(0x2545_F491_4F6C_DD1D).rotate_left(17);
            let thin = occupied & occupied.rotate_left(29);
            for square in Flat::squares() {
                for set in [occupied, thin] {
                    assert_eq!(Flat::rook(square, set), slides::walk(8, square.index(), set, slides::ROOK));
                    assert_eq!(Flat::bishop(square, set), slides::walk(8, square.index(), set, slides::BISHOP));
                }
            }
        }
    }

    #[test]
    fn a_square_alone_is_not_beside_itself() {
        for square in Flat::squares() {
            assert_eq!(Flat::beside(u64::of(square)), Flat::king(square));
        }
    }

    #[test]
    fn names_are_read_back() {
        for square in Flat::squares() {
            assert_eq!(Flat::parse(&Flat::name(square)), Some(square));
        }
        for wrong in ["", "e", "e9", "i1", "e44", "é4", "4e"] {
            assert_eq!(Flat::parse(wrong), None);
        }
    }
}
