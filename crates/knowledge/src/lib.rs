//! What can be known of games and positions beyond the rules: what a move has given away, where a game turned, and which
//! positions make puzzles.
//!
//! Pure logic over `dyn AnyGame` and `dyn Brain`: no variant's name, no sentence of its own, no input or output, no time. With
//! limits of nodes every answer is a function of its input.

pub mod glicko;
mod judgement;
#[cfg(feature = "brains")]
mod material;
#[cfg(feature = "brains")]
pub mod puzzle;
pub mod review;

pub use judgement::{THRESHOLDS, Threshold, Verdict, expectation, loss, verdict};
