//! The rows of the tables, as the databases have them. What they mean stands where they are read.

pub(crate) mod challenge;
pub(crate) mod game;
pub(crate) mod node;
pub(crate) mod person;
pub(crate) mod puzzle;
pub(crate) mod session;
