//! Statistics of results: Elo with error bars, sequential tests, and ratings of many players.
//!
//! These modules work on counts and must not depend on games or players.

mod elo;
mod normal;
mod ratings;
mod sample;
mod sprt;

pub use elo::{ErrorBar, Estimate, elo_of, estimate, expected_score};
pub use ratings::ratings;
pub use sample::{Pentanomial, WinDrawLoss};
pub use sprt::{Decision, Model, Sprt, SprtError};
