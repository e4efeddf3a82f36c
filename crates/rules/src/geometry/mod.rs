//! The shape of a board: its squares, their names, and the capture targets of each role.
//!
//! It does not depend on turns or legality, or on moves that cannot capture.

mod flat;
mod magics;
mod slides;
mod tower;

pub use flat::Flat;
pub use tower::Tower;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Color, Role, Set, Square};

/// The shape of a board: its squares and their names, lines and steps, and the squares that each role attacks.
pub trait Geometry: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The set type for the board's squares.
    type Set: Set;
    /// The number of files of a level.
    const FILES: u8;
    /// The number of ranks of a level.
    const RANKS: u8;
    /// The number of levels.
    const LEVELS: u8;
    /// The number of squares.
    const SQUARES: usize = Self::FILES as usize * Self::RANKS as usize * Self::LEVELS as usize;
    /// The set of all squares.
    const ALL: Self::Set;

    /// Returns the squares on which a knight could capture.
    fn knight(square: Square) -> Self::Set;
    /// Returns the squares on which a king could capture.
    fn king(square: Square) -> Self::Set;
    /// Returns the squares on which a pawn could capture.
    fn pawn(color: Color, square: Square) -> Self::Set;
    /// Returns the squares on which a bishop could capture with the given occupancy.
    fn bishop(square: Square, occupied: Self::Set) -> Self::Set;
    /// Returns the squares on which a rook could capture with the given occupancy.
    fn rook(square: Square, occupied: Self::Set) -> Self::Set;
    /// Moves a set by −1, 0, or 1 file and rank. Squares that would leave their level are dropped.
    fn step(set: Self::Set, file: i8, rank: i8) -> Self::Set;
    /// Returns the squares strictly between two squares of one line, or the empty set.
    fn between(a: Square, b: Square) -> Self::Set;
    /// Returns the whole line through two squares, both included, or the empty set if they share no line.
    fn line(a: Square, b: Square) -> Self::Set;

    /// Returns the squares on which a role could capture. The color only matters for pawns.
    #[inline]
    fn attacks(color: Color, role: Role, square: Square, occupied: Self::Set) -> Self::Set {
        match role {
            Role::Pawn => Self::pawn(color, square),
            Role::Knight => Self::knight(square),
            Role::Bishop => Self::bishop(square, occupied),
            Role::Rook => Self::rook(square, occupied),
            Role::Queen => Self::bishop(square, occupied) | Self::rook(square, occupied),
            Role::King => Self::king(square),
        }
    }

    /// Returns the file, from 0.
    #[inline]
    fn file(square: Square) -> u8 {
        square.index() as u8 % Self::FILES
    }

    /// Returns the rank on the square's level, from 0.
    #[inline]
    fn rank(square: Square) -> u8 {
        square.index() as u8 / Self::FILES % Self::RANKS
    }

    /// Returns the level, from 0.
    #[inline]
    fn level(square: Square) -> u8 {
        square.index() as u8 / (Self::FILES * Self::RANKS)
    }

    /// Returns the rank as the player of a color counts it, from 0.
    #[inline]
    fn rank_of(color: Color, square: Square) -> u8 {
        match color {
            Color::White => Self::rank(square),
            Color::Black => Self::RANKS - 1 - Self::rank(square),
        }
    }

    /// Returns the square at these coordinates, or `None` if they are off the board.
    fn at(level: u8, file: u8, rank: u8) -> Option<Square> {
        (level < Self::LEVELS && file < Self::FILES && rank < Self::RANKS)
            .then(|| Square::new((level * Self::RANKS + rank) * Self::FILES + file))
    }

    /// Returns an iterator over all squares, lowest first.
    fn squares() -> impl Iterator<Item = Square> {
        (0..Self::SQUARES as u8).map(Square::new)
    }

    /// Returns the square offset of one step ahead.
    #[inline]
    fn ahead(color: Color) -> i8 {
        match color {
            Color::White => Self::FILES as i8,
            Color::Black => -(Self::FILES as i8),
        }
    }

    /// Returns the squares one step ahead of a set.
    #[inline]
    fn advance(color: Color, set: Self::Set) -> Self::Set {
        match color {
            Color::White => Self::step(set, 0, 1),
            Color::Black => Self::step(set, 0, -1),
        }
    }

    /// Returns the squares on which the pawns of a set could capture.
    #[inline]
    fn pawns(color: Color, set: Self::Set) -> Self::Set {
        let ahead = Self::advance(color, set);
        Self::step(ahead, 1, 0) | Self::step(ahead, -1, 0)
    }

    /// Returns the squares orthogonally or diagonally next to a set, on the same level.
    #[inline]
    fn beside(set: Self::Set) -> Self::Set {
        let sides = Self::step(set, 1, 0) | Self::step(set, -1, 0);
        let row = set | sides;
        sides | Self::step(row, 0, 1) | Self::step(row, 0, -1)
    }

    /// Returns the last rank of a color, on every level.
    #[inline]
    fn last_rank(color: Color) -> Self::Set {
        Self::rank_set(color, Self::RANKS - 1)
    }

    /// Returns the squares of one rank of every level, counted from 0 as the player of a color does.
    fn rank_set(color: Color, rank: u8) -> Self::Set;

    /// Returns true if a square is light, by the parity of file + rank + level.
    fn is_light(square: Square) -> bool {
        (Self::file(square) + Self::rank(square) + Self::level(square)) % 2 == 1
    }

    /// Returns the name of a square: `e4`, or `2c3` on a board with several levels (N.1).
    fn name(square: Square) -> String {
        let file = char::from(b'a' + Self::file(square));
        let rank = Self::rank(square) + 1;
        if Self::LEVELS > 1 { format!("{}{file}{rank}", Self::level(square) + 1) } else { format!("{file}{rank}") }
    }

    /// An example of a move in UCI on this board, for error messages that show the format.
    const EXAMPLE: &'static str = if Self::LEVELS > 1 { "1c12c1" } else { "e2e4" };

    /// The number of characters in the name of a square.
    const NAME_LENGTH: usize = if Self::LEVELS > 1 { 3 } else { 2 };

    /// Parses the name of a square.
    fn parse(name: &str) -> Option<Square> {
        let (level, rest) = if Self::LEVELS > 1 {
            (name.as_bytes().first()?.checked_sub(b'1')?, name.as_bytes().get(1..)?)
        } else {
            (0, name.as_bytes())
        };
        let &[file, rank] = rest else { return None };
        Self::at(level, file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }
}
