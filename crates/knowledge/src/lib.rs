//! Game review and puzzles: the mistakes of a game, its turning points, and positions that make puzzles.
//!
//! Pure logic over `dyn AnyGame` and `dyn Brain`, without names of variants, texts, input, output or clocks. With node
//! limits, every result is a function of its input.

pub mod glicko;
mod judgement;
#[cfg(feature = "brains")]
mod material;
#[cfg(feature = "brains")]
pub mod puzzle;
pub mod review;

pub use judgement::{THRESHOLDS, Threshold, Verdict, expectation, loss, verdict};
