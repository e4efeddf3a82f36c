//! Node types (PV, Cut, and All) as compile-time parameters of the search, and the data of a node before
//! its moves are searched.

use faraday_rules::Move;

use super::move_pruning::Trend;
use super::tree::InCheck;
use crate::score::Window;

/// The expected type of a node (<https://www.chessprogramming.org/Node_Types>), known at compile time.
pub trait NodeKind {
    /// True on the principal variation, where exact scores are needed.
    const IS_PV: bool;
    /// True if one of its moves is expected to fail high.
    const IS_CUT: bool;
    /// The type of its first child.
    type First: NodeKind;
    /// The type of its other children, when searched to full depth.
    type Rest: NodeKind;
}

/// A node on the principal variation.
pub struct Pv;

/// A node off the principal variation that is expected to fail high.
pub struct Cut;

/// A node off the principal variation that is expected to fail low.
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

/// The data of a node before its moves are searched.
#[derive(Clone, Copy)]
pub struct NodeData {
    pub hash: u64,
    pub key: u64,
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// The static evaluation before correction history (`evaluation` is corrected).
    pub raw: i32,
    pub evaluation: i32,
    /// The evaluation, or the table's score if its bound improves it.
    pub estimate: i32,
    pub in_check: InCheck,
    pub trend: Trend,
    /// The excluded move, during the search that tests if it is singular.
    pub excluded: Option<Move>,
}
