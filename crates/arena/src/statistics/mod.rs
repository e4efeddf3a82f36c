//! Statistics of results: Elo with error bars, sequential tests, and ratings of many players.
//!
//! These modules must not know about games or players, only about counts.

mod elo;
mod normal;
mod ratings;
mod sample;
mod sprt;

pub use elo::{ErrorBar, Estimate, elo_of, estimate, expected_score};
pub use ratings::ratings;
pub use sample::{Pentanomial, WinDrawLoss};
pub use sprt::{Decision, Model, Sprt, SprtError};
