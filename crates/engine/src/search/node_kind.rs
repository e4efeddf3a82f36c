//! What a node is: what is expected of it, known at compile time, and what is known of it before its moves are tried.

use faraday_rules::Move;

use super::pruning::Trend;
use super::tree::InCheck;
use crate::score::Window;

/// What is expected of a node (<https://www.chessprogramming.org/Node_Types>); known at compile time.
pub trait NodeKind {
    /// Whether it is on the principal variation: its score is wanted exactly.
    const IS_PV: bool;
    /// Whether one of its moves is expected to fail high.
    const IS_CUT: bool;
    /// What its first child is.
    type First: NodeKind;
    /// What its other children are, searched to the full depth.
    type Rest: NodeKind;
}

/// On the principal variation.
pub struct Pv;

/// Off it, and one good move is enough.
pub struct Cut;

/// Off it, and no move is expected to be good.
pub struct All;

impl NodeKind for Pv {
    const IS_PV: bool = true;
    const IS_CUT: bool = false;
    type First = Pv;
    type Rest = Cut;
}

impl NodeKind for Cut {
    const IS_PV: bool = false;
    const IS_CUT: bool = true;
    type First = All;
    type Rest = All;
}

impl NodeKind for All {
    const IS_PV: bool = false;
    const IS_CUT: bool = false;
    type First = Cut;
    type Rest = Cut;
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub struct Known {
    pub hash: u64,
    pub key: u64,
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// The static evaluation, as it is and corrected by what searches have found.
    pub raw: i32,
    pub evaluation: i32,
    /// The same or, where the table knows better, its score.
    pub estimate: i32,
    pub in_check: InCheck,
    pub trend: Trend,
    /// The excluded move, while the others are searched to see whether it is singular.
    pub excluded: Option<Move>,
}
