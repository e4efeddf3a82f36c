//! FIDE chess: the common ground, and the yardstick against published counts.

mod eval;

use faraday_rules::{Flat, Variant};

/// FIDE chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess;

impl Variant for Chess {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "chess";
}
