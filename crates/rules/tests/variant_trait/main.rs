//! Tests of the `Variant` trait with variants that override nothing but their board, so that they
//! cover only this crate.

mod any_text;
mod fen_errors;
mod geometry;
mod keys;
mod moves;
mod plain;
mod san;
