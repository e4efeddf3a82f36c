//! FIDE chess, which adds nothing to the defaults of the rules. Its perft counts are published, so it is the reference
//! for the code that all variants share.

mod eval;
mod input_features;

use faraday_rules::{Flat, Variant};

/// Orthodox FIDE chess, on which the other variants build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess;

impl Variant for Chess {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "chess";
    // Lichess writes `Standard`, and `From Position` for a game with its own starting position.
    const ALIASES: &'static [&'static str] = &[
        "Standard",
        "Standard Chess",
        "Normal",
        "Regular",
        "Orthodox",
        "Orthodox Chess",
        "Classical",
        "From Position",
    ];
}
