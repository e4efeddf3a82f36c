//! Endgame tablebases: the result of each position with few pieces under perfect play, and the distance in plies (DTM).
//!
//! Tables are built by retrograde analysis on the trait of the rules. Force fields, pulses, energies, and borrowed
//! powers enter only through legal moves played forward. The positions of a material form a graph with moves as its
//! edges. Values are propagated backward along the edges from the ends of games (Thompson, "Retrograde analysis of
//! certain endgames", ICCA Journal 1986). A distance is the number of plies to the end of the game and ignores draws by
//! repetition and the fifty-move rule (C.3).
//!
//! This crate names no variant and must not depend on search.

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
pub use check::{VerifyError, check, play_out};
pub use file::{MergeError, Statistics, TableError, merge};
pub use layout::{Layout, MOST_PIECES};
pub use material::{Material, MaterialError};
pub use solve::{SolveError, WorkProgress, solve};
pub use tables::{Table, Tables};
pub use value::Value;
