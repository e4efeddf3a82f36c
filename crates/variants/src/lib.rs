//! Faraday's chess variants, a folder each, and the list of them.

mod chess;

pub use chess::Chess;
