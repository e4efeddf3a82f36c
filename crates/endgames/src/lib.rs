//! The endgame tables at hand: those that come with the program, and those that were built into a folder.
//!
//! Joins `tablebase`, which knows nothing of search, and `engine`, which knows nothing of tables; says of a position what the
//! tables know of it, in the shapes of `wire`. Names no variant, and must not know where the folder is by itself.

mod collection;
mod joined;
mod probe;
mod rows;
mod shelf;
mod source;

pub use collection::{Collection, Shared};
pub use joined::JoinedTables;
pub use probe::{line, probe, solved};
pub use shelf::{Shelf, ShelfError};
pub use source::{FILE_ENDING, Source, Stamp};
