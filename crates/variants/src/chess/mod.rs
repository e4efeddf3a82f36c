//! FIDE chess: the common ground, and the yardstick against published counts.

mod eval;
mod sight;

use faraday_rules::{Flat, Variant};

/// FIDE chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess;

impl Variant for Chess {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "chess";
    // Lichess writes `Standard`, and `From Position` where a game has a start of its own.
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
