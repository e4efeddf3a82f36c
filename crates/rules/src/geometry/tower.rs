//! The geometry of a board with three levels of five files and five ranks (FC.1). The bit index of a square is level ×
//! 25 + rank × 5 + file.
//!
//! Attacks here are captures only (FC.12). Level changes that cannot capture belong to the variant.

use super::{Geometry, magics, slides};
use crate::{Color, Square};

/// A board of three levels, each with five files and five ranks (FC.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tower;

const SIDE: i8 = 5;
const FLOOR: usize = 25;
const SQUARES: usize = 75;
const FILE_A: u128 = 0x10_8421 | 0x10_8421 << FLOOR | 0x10_8421 << (2 * FLOOR);
const RANK_1: u128 = 0x1F | 0x1F << FLOOR | 0x1F << (2 * FLOOR);
const FLOOR_MASK: u64 = (1 << FLOOR) - 1;

const ROOK_MAGICS: [slides::Magic; FLOOR] = slides::magics(SIDE, &magics::ROOK_5, slides::ROOK);
const BISHOP_MAGICS: [slides::Magic; FLOOR] = slides::magics(SIDE, &magics::BISHOP_5, slides::BISHOP);
static ROOK: [u64; 2048] = slides::table(SIDE, &ROOK_MAGICS, slides::ROOK);
static BISHOP: [u64; 512] = slides::table(SIDE, &BISHOP_MAGICS, slides::BISHOP);

static KNIGHT: [u128; SQUARES] = leaps(&[
    (1, 2, 0),
    (2, 1, 0),
    (2, -1, 0),
    (1, -2, 0),
    (-1, -2, 0),
    (-2, -1, 0),
    (-2, 1, 0),
    (-1, 2, 0),
    (1, 1, 1),
    (1, -1, 1),
    (-1, 1, 1),
    (-1, -1, 1),
    (1, 1, -1),
    (1, -1, -1),
    (-1, 1, -1),
    (-1, -1, -1),
]);
static KING: [u128; SQUARES] = kings();
static PAWN: [[u128; SQUARES]; 2] = [leaps(&[(-1, 1, 0), (1, 1, 0)]), leaps(&[(-1, -1, 0), (1, -1, 0)])];
static NEXT_LEVELS: [u128; SQUARES] = leaps(&UP_AND_DOWN);
static BETWEEN: [[u128; SQUARES]; SQUARES] = pairs(true);
static LINE: [[u128; SQUARES]; SQUARES] = pairs(false);

const UP_AND_DOWN: [(i8, i8, i8); 2] = [(0, 0, 1), (0, 0, -1)];

const fn leaps(steps: &[(i8, i8, i8)]) -> [u128; SQUARES] {
    let mut leaps = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut index = 0;
        while index < steps.len() {
            let (df, dr, dl) = steps[index];
            let (file, rank) = (square as i8 % SIDE + df, square as i8 / SIDE % SIDE + dr);
            let level = square as i8 / FLOOR as i8 + dl;
            if file >= 0 && file < SIDE && rank >= 0 && rank < SIDE && level >= 0 && level < 3 {
                leaps[square] |= 1 << ((level * SIDE + rank) * SIDE + file);
            }
            index += 1;
        }
        square += 1;
    }
    leaps
}

const fn kings() -> [u128; SQUARES] {
    let mut kings =
        leaps(&[(1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (-1, -1, 0), (0, -1, 0), (1, -1, 0)]);
    let climbs = leaps(&UP_AND_DOWN);
    let mut square = 0;
    while square < SQUARES {
        // On a corner square, a king also reaches the same corner of an adjacent level (FC.11).
        if matches!(square % FLOOR, 0 | 4 | 20 | 24) {
            kings[square] |= climbs[square];
        }
        square += 1;
    }
    kings
}

const fn pairs(between: bool) -> [[u128; SQUARES]; SQUARES] {
    let mut pairs = [[0; SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let base = a / FLOOR * FLOOR;
        let mut b = base;
        while b < base + FLOOR {
            let (from, to) = (a - base, b - base);
            let both = 1 << from | 1 << to;
            let mut kind = 0;
            while kind < 2 {
                let directions = if kind == 0 { slides::ROOK } else { slides::BISHOP };
                let reached = slides::walk(SIDE, from, 0, directions);
                if a != b && reached >> to & 1 != 0 {
                    let squares = if between {
                        slides::walk(SIDE, from, 1 << to, directions)
                            & slides::walk(SIDE, to, 1 << from, directions)
                            & !both
                    } else {
                        reached & slides::walk(SIDE, to, 0, directions) | both
                    };
                    pairs[a][b] = (squares as u128) << base;
                }
                kind += 1;
            }
            b += 1;
        }
        a += 1;
    }
    pairs
}

impl Tower {
    /// Returns the squares of one level.
    #[inline]
    pub const fn floor(level: u8) -> u128 {
        (FLOOR_MASK as u128) << (level as u32 * FLOOR as u32)
    }

    /// Returns the squares directly above and below.
    #[inline]
    pub fn above_and_below(square: Square) -> u128 {
        NEXT_LEVELS[square.index()]
    }

    /// Returns the squares that a rook reaches on its own level, blockers included.
    #[inline]
    pub fn rook_on_level(square: Square, occupied: u128) -> u128 {
        let (base, slot) = floor_of(square);
        u128::from(ROOK[ROOK_MAGICS[slot].slot((occupied >> base) as u64 & FLOOR_MASK) & 2047]) << base
    }
}

#[inline]
fn floor_of(square: Square) -> (usize, usize) {
    let index = square.index();
    let base = if index < FLOOR {
        0
    } else if index < 2 * FLOOR {
        FLOOR
    } else {
        2 * FLOOR
    };
    (base, index - base)
}

impl Geometry for Tower {
    type Set = u128;
    const FILES: u8 = 5;
    const RANKS: u8 = 5;
    const LEVELS: u8 = 3;
    const ALL: u128 = (1 << SQUARES) - 1;

    #[inline]
    fn knight(square: Square) -> u128 {
        KNIGHT[square.index()]
    }
    #[inline]
    fn king(square: Square) -> u128 {
        KING[square.index()]
    }
    #[inline]
    fn pawn(color: Color, square: Square) -> u128 {
        PAWN[color as usize][square.index()]
    }
    #[inline]
    fn bishop(square: Square, occupied: u128) -> u128 {
        let (base, slot) = floor_of(square);
        u128::from(BISHOP[BISHOP_MAGICS[slot].slot((occupied >> base) as u64 & FLOOR_MASK) & 511]) << base
    }
    /// Returns the attacks on the square's own level, and directly up or down one level (FC.9).
    #[inline]
    fn rook(square: Square, occupied: u128) -> u128 {
        Self::rook_on_level(square, occupied) | Self::above_and_below(square)
    }
    #[inline]
    fn step(set: u128, file: i8, rank: i8) -> u128 {
        let set = match file {
            1 => (set & !(FILE_A << 4)) << 1,
            -1 => (set & !FILE_A) >> 1,
            _ => set,
        };
        match rank {
            1 => (set & !(RANK_1 << 20)) << 5,
            -1 => (set & !RANK_1) >> 5,
            _ => set,
        }
    }
    #[inline]
    fn rank_set(color: Color, rank: u8) -> u128 {
        let rank = match color {
            Color::White => rank,
            Color::Black => 4 - rank,
        };
        RANK_1 << (5 * u32::from(rank))
    }
    #[inline]
    fn between(a: Square, b: Square) -> u128 {
        BETWEEN[a.index()][b.index()]
    }
    #[inline]
    fn line(a: Square, b: Square) -> u128 {
        LINE[a.index()][b.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set;

    #[test]
    fn a_rook_slides_on_its_level_and_steps_up_and_down() {
        let at = |name| Tower::parse(name).expect("a square");
        let reached = Tower::rook(at("2a1"), u128::of(at("2a3")) | u128::of(at("2c1")));
        let mut names: Vec<_> = reached.squares().map(Tower::name).collect();
        names.sort();
        assert_eq!(names, ["1a1", "2a2", "2a3", "2b1", "2c1", "3a1"]);
    }

    #[test]
    fn a_step_never_leaves_its_level() {
        for square in Tower::squares() {
            let expected = Tower::squares().filter(|other| {
                let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
                *other != square
                    && Tower::level(*other) == Tower::level(square)
                    && near(Tower::file(*other), Tower::file(square))
                    && near(Tower::rank(*other), Tower::rank(square))
            });
            assert!(expected.eq(Tower::beside(u128::of(square)).squares()));
        }
    }

    #[test]
    fn only_a_corner_king_changes_level() {
        let at = |name| Tower::parse(name).expect("a square");
        assert!(Tower::king(at("1a1")).has(at("2a1")));
        assert!(!Tower::king(at("1b1")).has(at("2b1")));
        assert_eq!(Tower::king(at("2e5")).count(), 5);
    }

    #[test]
    fn names_are_read_back() {
        for square in Tower::squares() {
            assert_eq!(Tower::parse(&Tower::name(square)), Some(square));
        }
        for wrong in ["", "e4", "4a1", "0a1", "1f1", "1a6", "1a0"] {
            assert_eq!(Tower::parse(wrong), None);
        }
    }
}
