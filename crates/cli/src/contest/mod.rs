//! `faraday match`, `faraday tourney` and `faraday ladder`: engines play one another.
//!
//! What is played is said by `options.rs`, and `games.rs` keeps the games; `progress.rs` tells of it on the error stream while it goes on, `summary.rs`
//! and `table.rs` on the output when it is over.

mod duel;
mod ended;
mod games;
mod ladder;
mod options;
mod progress;
mod summary;
mod table;
mod tourney;

pub use duel::{MatchArguments, run as run_match};
pub use ladder::{LadderArguments, run as run_ladder};
pub use tourney::{TourneyArguments, run as run_tourney};
