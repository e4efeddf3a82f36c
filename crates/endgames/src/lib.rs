//! The available tablebases: those that come with the program and those built into a folder.
//!
//! This crate connects `tablebase`, which does not depend on search, with `engine`, which does not depend on
//! tablebases. It returns results in the types of `wire`. It names no variant and must not assume the
//! location of the folder.

mod claim;
mod collection;
mod engine_tables;
mod folder;
mod probe;
mod rows;
mod source;

pub use claim::ClaimableEntry;
pub use collection::{SharedTables, TableCollection};
pub use engine_tables::ShareableTables;
pub use folder::{FolderError, TablebaseFolder, UselessFolderError};
pub use probe::{line, probe, solved};
pub use source::{FILE_ENDING, Source, Stamp};
