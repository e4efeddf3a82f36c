//! Variants that leave every hook to its default: what is promised here needs no variant of the house.

use faraday_rules::{Castle, Flat, Tower, Variant};

/// Orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl Variant for Plain {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "plain";
}

/// Orthodox moves on three levels, without castling and en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stacked;

impl Variant for Stacked {
    type Geometry = Tower;
    type State = ();
    const ID: &'static str = "stacked";
    const START: &'static str = "5/5/5/PPPPP/RNKBR|5/5/5/5/5|rnkbr/ppppp/5/5/5 w - - 0 1";
    const CASTLES: &'static [Castle] = &[];
    const EN_PASSANT_RANK: Option<u8> = None;
}
