//! Authentication: sessions by cookie or token, guests, and the allowed origins of requests that write.
//!
//! Must not know games.

mod names;
mod origin;
mod visitor;

pub use names::{random_name, read_name};
pub use visitor::{Player, Visitor, begun, ended};

/// The maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 20;
