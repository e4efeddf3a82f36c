//! What results say: Elo with its error, tests that end by themselves, ratings of many players.
//!
//! Knows counts only: neither games nor players.

mod elo;
mod normal;
mod ratings;
mod sample;
mod sprt;

pub use elo::{Bar, Estimate, elo_of, estimate, expected_score};
pub use ratings::ratings;
pub use sample::{Games, Pairs};
pub use sprt::{Decision, Model, Sprt, SprtError};
