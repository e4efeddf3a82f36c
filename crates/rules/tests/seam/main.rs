//! What the rules crate promises on its own, with variants that override nothing but their board.

mod any_text;
mod fen_errors;
mod geometry;
mod keys;
mod moves;
mod plain;
mod san;
