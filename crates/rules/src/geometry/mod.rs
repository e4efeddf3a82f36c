//! The shape of a board: its squares, their names, and what each role could capture from each of them.
//!
//! Knows nothing of turns, of legality, or of moves that cannot capture.

mod flat;
mod magics;
mod slides;
mod tower;

pub use flat::Flat;
pub use tower::Tower;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Color, Role, Set, Square};

/// A board's shape.
pub trait Geometry: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A set of its squares.
    type Set: Set;
    /// Files of a level.
    const FILES: u8;
    /// Ranks of a level.
    const RANKS: u8;
    /// Levels.
    const LEVELS: u8;
    /// All squares.
    const SQUARES: usize = Self::FILES as usize * Self::RANKS as usize * Self::LEVELS as usize;
    /// Every square.
    const ALL: Self::Set;

    /// Squares that a knight could capture on.
    fn knight(square: Square) -> Self::Set;
    /// Squares that a king could capture on.
    fn king(square: Square) -> Self::Set;
    /// Squares that a pawn could capture on.
    fn pawn(color: Color, square: Square) -> Self::Set;
    /// Squares that a bishop could capture on, given the occupied ones.
    fn bishop(square: Square, occupied: Self::Set) -> Self::Set;
    /// Squares that a rook could capture on, given the occupied ones.
    fn rook(square: Square, occupied: Self::Set) -> Self::Set;
    /// A set moved by a step of −1, 0 or 1 file and rank; squares that would leave their level are dropped.
    fn step(set: Self::Set, file: i8, rank: i8) -> Self::Set;
    /// The squares strictly between two squares of one line, else none.
    fn between(a: Square, b: Square) -> Self::Set;
    /// The whole line through two squares, both included; none if they share no line.
    fn line(a: Square, b: Square) -> Self::Set;

    /// Squares that a role could capture on. For a pawn the color matters.
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

    /// File, from 0.
    #[inline]
    fn file(square: Square) -> u8 {
        square.index() as u8 % Self::FILES
    }

    /// Rank on its level, from 0.
    #[inline]
    fn rank(square: Square) -> u8 {
        square.index() as u8 / Self::FILES % Self::RANKS
    }

    /// Level, from 0.
    #[inline]
    fn level(square: Square) -> u8 {
        square.index() as u8 / (Self::FILES * Self::RANKS)
    }

    /// Rank as the player of a color counts it, from 0.
    #[inline]
    fn rank_of(color: Color, square: Square) -> u8 {
        match color {
            Color::White => Self::rank(square),
            Color::Black => Self::RANKS - 1 - Self::rank(square),
        }
    }

    /// The square of coordinates that are on the board.
    fn at(level: u8, file: u8, rank: u8) -> Option<Square> {
        (level < Self::LEVELS && file < Self::FILES && rank < Self::RANKS)
            .then(|| Square::new((level * Self::RANKS + rank) * Self::FILES + file))
    }

    /// Every square, lowest first.
    fn squares() -> impl Iterator<Item = Square> {
        (0..Self::SQUARES as u8).map(Square::new)
    }

    /// The offset of one step ahead.
    #[inline]
    fn ahead(color: Color) -> i8 {
        match color {
            Color::White => Self::FILES as i8,
            Color::Black => -(Self::FILES as i8),
        }
    }

    /// The squares one step ahead of a set.
    #[inline]
    fn advance(color: Color, set: Self::Set) -> Self::Set {
        match color {
            Color::White => Self::step(set, 0, 1),
            Color::Black => Self::step(set, 0, -1),
        }
    }

    /// The squares that pawns of a set could capture on.
    #[inline]
    fn pawns(color: Color, set: Self::Set) -> Self::Set {
        let ahead = Self::advance(color, set);
        Self::step(ahead, 1, 0) | Self::step(ahead, -1, 0)
    }

    /// The squares next to any of a set on its level, orthogonally or diagonally.
    #[inline]
    fn beside(set: Self::Set) -> Self::Set {
        let sides = Self::step(set, 1, 0) | Self::step(set, -1, 0);
        let row = set | sides;
        sides | Self::step(row, 0, 1) | Self::step(row, 0, -1)
    }

    /// The last rank of a color, on every level.
    #[inline]
    fn last_rank(color: Color) -> Self::Set {
        Self::rank_set(color, Self::RANKS - 1)
    }

    /// The squares of one rank of every level, counted as the player of a color does, from 0.
    fn rank_set(color: Color, rank: u8) -> Self::Set;

    /// Whether a square is of the light color: the parity of file + rank + level.
    fn is_light(square: Square) -> bool {
        (Self::file(square) + Self::rank(square) + Self::level(square)) % 2 == 1
    }

    /// The name of a square: `e4`, or with more than one level `2c3` (N.1).
    fn name(square: Square) -> String {
        let file = char::from(b'a' + Self::file(square));
        let rank = Self::rank(square) + 1;
        if Self::LEVELS > 1 { format!("{}{file}{rank}", Self::level(square) + 1) } else { format!("{file}{rank}") }
    }

    /// A move between two of its squares in UCI, for messages that say how one is written.
    const EXAMPLE: &'static str = if Self::LEVELS > 1 { "1c12c1" } else { "e2e4" };

    /// How many characters a square's name has.
    const NAME_LENGTH: usize = if Self::LEVELS > 1 { 3 } else { 2 };

    /// The square of a name.
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
