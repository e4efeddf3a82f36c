//! Tapered evaluation (<https://www.chessprogramming.org/Tapered_Eval>) for handcrafted evaluations: material
//! and piece-square tables (<https://www.chessprogramming.org/Piece-Square_Tables>) that change from the
//! middlegame to the endgame.
//!
//! A piece-square value is the value of the piece plus bonuses for its rank, file and level as its owner counts them.
//! So tables are short and readable, and fit every board.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use faraday_rules::{Board, Color, Geometry, Role, Set};

/// The game phase of the starting position, the largest one.
pub const FULL_PHASE: i32 = 24;

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Taper {
    pub middle: i32,
    pub end: i32,
}

/// Returns a [`Taper`] of these two values.
pub const fn taper(middle: i32, end: i32) -> Taper {
    Taper { middle, end }
}

impl Taper {
    /// Returns the interpolated value at a phase from 0 to [`FULL_PHASE`].
    #[inline]
    pub const fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Taper {
    type Output = Taper;
    #[inline]
    fn add(self, other: Taper) -> Taper {
        taper(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Taper {
    type Output = Taper;
    #[inline]
    fn sub(self, other: Taper) -> Taper {
        taper(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Taper {
    type Output = Taper;
    #[inline]
    fn neg(self) -> Taper {
        taper(-self.middle, -self.end)
    }
}

impl Mul<i32> for Taper {
    type Output = Taper;
    #[inline]
    fn mul(self, times: i32) -> Taper {
        taper(self.middle * times, self.end * times)
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Taper) {
        *self = *self + other;
    }
}

impl SubAssign for Taper {
    #[inline]
    fn sub_assign(&mut self, other: Taper) {
        *self = *self - other;
    }
}

/// The value of a role and its bonuses by square. Ranks, files and levels are its owner's; a missing one adds nothing.
#[derive(Clone, Copy, Debug)]
pub struct RoleValues {
    /// The value without bonuses by square.
    pub value: Taper,
    /// The bonus of each rank, the owner's first rank first.
    pub ranks: &'static [Taper],
    /// The bonus of each file.
    pub files: &'static [Taper],
    /// The bonus of each level, the owner's nearest first.
    pub levels: &'static [Taper],
}

const SQUARES: usize = 128;

/// Piece-square values of a board, computed at compile time.
#[derive(Debug)]
pub struct PieceSquareTable {
    values: [[[Taper; SQUARES]; 6]; 2],
}

impl PieceSquareTable {
    /// Builds the table of a board of this size from the values of each role.
    pub const fn new(files: u8, ranks: u8, levels: u8, roles: &[RoleValues; 6]) -> PieceSquareTable {
        let mut values = [[[taper(0, 0); SQUARES]; 6]; 2];
        let (files, ranks, levels) = (files as usize, ranks as usize, levels as usize);
        let mut square = 0;
        while square < files * ranks * levels {
            let (file, rank, level) = (square % files, square / files % ranks, square / (files * ranks));
            let mut role = 0;
            while role < 6 {
                let of_role = &roles[role];
                values[Color::White as usize][role][square] = value_at(of_role, file, rank, level);
                values[Color::Black as usize][role][square] =
                    value_at(of_role, file, ranks - 1 - rank, levels - 1 - level);
                role += 1;
            }
            square += 1;
        }
        PieceSquareTable { values }
    }

    /// Returns the sum of White's pieces minus that of Black's.
    #[inline]
    pub fn sum<G: Geometry>(&self, board: &Board<G>) -> Taper {
        self.sum_of(board, Color::White) - self.sum_of(board, Color::Black)
    }

    #[inline]
    fn sum_of<G: Geometry>(&self, board: &Board<G>, color: Color) -> Taper {
        let mut sum = Taper::default();
        for role in Role::ALL {
            let values = &self.values[color as usize][role as usize];
            for square in board.pieces(color, role).squares() {
                sum += values[square.index() & (SQUARES - 1)];
            }
        }
        sum
    }
}

const fn value_at(of: &RoleValues, file: usize, rank: usize, level: usize) -> Taper {
    let (a, b, c) = (get(of.ranks, rank), get(of.files, file), get(of.levels, level));
    taper(of.value.middle + a.middle + b.middle + c.middle, of.value.end + a.end + b.end + c.end)
}

const fn get(values: &[Taper], at: usize) -> Taper {
    if at < values.len() { values[at] } else { taper(0, 0) }
}

/// Returns the game phase, from 0 in pawn endings to [`FULL_PHASE`] in the starting position.
#[inline]
pub fn phase<G: Geometry>(board: &Board<G>) -> i32 {
    let count = |role| board.role(role).count() as i32;
    let minor = count(Role::Knight) + count(Role::Bishop);
    (minor + 2 * count(Role::Rook) + 4 * count(Role::Queen)).min(FULL_PHASE)
}

/// Returns the number of squares of a set, as a signed factor.
#[inline]
pub fn count(set: impl Set) -> i32 {
    set.count() as i32
}
