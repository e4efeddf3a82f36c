//! Opening books as files: text, a line a move, read along the moves from the start.
//!
//! ```text
//! faraday-book 1 VARIANT
//! # How it was made.
//! 0 e2e4 31 100 20 23
//! 1 e7e5 -28 100 11 9
//! 1 c7c5 -33 80 9 8
//! end 3
//! ```
//!
//! Each line has the ply, the move in UCI, its score in hundredths of a pawn for the side that makes it, its weight, the
//! games in which the engine played it, and what its side got in them, in half points. A line of some ply follows the
//! last one of the ply before. A position that is reached in several ways has its moves at the first of them.
//!
//! A file holds no hashes, so it is good for every version of the rules that allows its moves.

mod file;
mod line;

pub use file::{BookError, read, read_around, write};
pub use line::{BookLine, lines};
