//! Game review and puzzles: the mistakes and turning points of a game, and positions with a single winning move.
//!
//! Pure logic over `dyn AnyGame` and `dyn AnyEngine`, without names of variants, texts, input, output or clocks. With
//! node limits, every result is a function of its input.

pub mod glicko;
#[cfg(feature = "engine")]
mod material;
#[cfg(feature = "engine")]
pub mod puzzle;
pub mod review;
mod verdict;

pub use verdict::{THRESHOLDS, Threshold, Verdict, expected_score, loss, verdict};
