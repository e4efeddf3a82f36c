//! The guarantees of the rules crate by itself, tested with variants that override nothing but their board.

mod any_text;
mod fen_errors;
mod geometry;
mod keys;
mod moves;
mod plain;
mod san;
