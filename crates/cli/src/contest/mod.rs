//! `faraday match`, `faraday tourney`, and `faraday ladder`: games between engines.
//!
//! `options.rs` reads the options, and `games.rs` appends to the PGN file. `progress.rs` reports on standard error
//! during a contest; `summary.rs` and `table.rs` print the result.

mod duel;
mod games;
mod ladder;
mod options;
mod progress;
mod result;
mod summary;
mod table;
mod tourney;

pub use duel::{MatchArguments, run as run_match};
pub use ladder::{LadderArguments, run as run_ladder};
pub use tourney::{TourneyArguments, run as run_tourney};
