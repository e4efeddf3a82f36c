//! Who asks: sessions by cookie or token, guests, and where requests that write may come from.
//!
//! Knows nothing of games.

mod names;
mod origin;
mod visitor;

pub use names::{made_up, read_name};
pub use visitor::{Player, SESSION_MS, Visitor, begun, ended};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 20;
