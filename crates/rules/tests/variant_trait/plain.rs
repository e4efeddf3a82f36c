//! Test variants that override nothing but their board.

use faraday_rules::{Castle, Flat, Tower, Variant};

/// Orthodox chess on the usual board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl Variant for Plain {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "plain";
}

/// Orthodox moves on three levels, without castling or en passant.
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
