//! Ratings of players by Glicko-2, and the games that count for them (T.7).
//!
//! A player has one rating for each pool: a variant and a pace. [`Rating::after_game`] computes it from the ratings of
//! both players before the game, and [`count`] decides whether a game counts. Both are pure: this crate does not read
//! the time or store anything.

#![warn(clippy::wildcard_enum_match_arm)]

mod club_number;
mod counting;
mod glicko2;
mod pace;
mod rating;

pub use club_number::{ClubNumber, club_number};
pub use counting::{EndedGame, HouseGame, RatedAs, TWO_MOVES, TimeoutRow, count};
pub use pace::{Pace, TermsError, pace};
pub use rating::{Rating, Score};
