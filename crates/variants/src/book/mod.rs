//! Opening books as text files with one move per line, read along the moves from the start.
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
//! Each line has the ply, the move in UCI, its score in centipawns for the side that makes it, and its weight.
//! Then come the number of games in which the engine played it and the points of its side in them, in half points.
//! A line follows the last line of the preceding ply. A position that is reached in several ways has its moves at
//! the first of them.
//!
//! A file contains no hashes, so it is valid for every version of the rules that allows its moves.

mod file;
mod line;

pub use file::{BookError, read, read_around, write};
pub use line::{BookLine, lines};
