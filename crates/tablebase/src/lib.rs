//! Endgame tables: how every position of a few pieces ends with perfect play, and in how many plies.
//!
//! Built by retrograde analysis over the rules' own seam: whatever fields, pulses, energies and lent powers do, a table
//! knows of it only by playing legal moves forward. Each material is a graph of positions and moves; values are carried
//! along its edges backwards, from the ends of games (Thompson, "Retrograde analysis of certain endgames", ICCA Journal
//! 1986). A distance is in plies to the end of the game, and does not know of draws by repetition or by fifty moves (C.3).
//!
//! Knows no variant by name, and nothing of search.

mod any_tables;
mod check;
mod file;
mod layout;
mod material;
mod sample;
mod solve;
mod symmetry;
mod tables;
mod value;

pub use any_tables::{AnyTable, AnyTables, ProbeError};
pub use check::{Fault, check, play_out};
pub use file::{Census, ShareError, TableError, share};
pub use layout::{Layout, MOST_PIECES};
pub use material::{Material, MaterialError};
pub use solve::{Halt, Work, solve};
pub use tables::{Table, Tables};
pub use value::Value;
