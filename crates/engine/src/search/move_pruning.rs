//! Pruning and late move reductions of single moves at shallow depths. All arithmetic is in integers, so that results
//! are the same on every machine.

use faraday_rules::{Move, Position};

use super::move_picker::MoveKind;
use super::parameters::Parameters;
use crate::Evaluate;
use crate::score::WON;

/// Late move pruning, LMP (<https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>): up to this
/// depth, late quiet moves are pruned.
const LMP_DEPTH: i32 = 8;
/// Futility pruning (<https://www.chessprogramming.org/Futility_Pruning>): up to this depth after reductions, quiet
/// moves are pruned if the evaluation plus a margin does not exceed alpha.
const FUTILITY_DEPTH: i32 = 6;
/// History pruning (<https://www.chessprogramming.org/History_Leaf_Pruning>): up to this depth, quiet moves with a bad
/// history are pruned; the limit grows with depth.
const HISTORY_PRUNING_DEPTH: i32 = 3;
/// SEE pruning (<https://www.chessprogramming.org/Static_Exchange_Evaluation>): up to this depth, moves that lose too
/// much material by SEE are pruned; the limit grows with depth.
const SEE_DEPTH: i32 = 6;

/// The improving heuristic (<https://www.chessprogramming.org/Improving>): the static evaluation compared with that
/// at the side's previous turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    /// The evaluation has risen, so late moves deserve a closer look.
    Improving,
    Worsening,
}

/// A move that may be pruned, and its node.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub kind: MoveKind,
    /// The number of the move in the node, from 1.
    pub count: usize,
    /// The history score of a quiet move.
    pub history_score: i32,
    pub depth: i32,
    pub evaluation: i32,
    pub alpha: i32,
    pub trend: Trend,
}

/// The moves to prune: none, the current one, or all remaining quiet ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// The move is searched.
    None,
    /// The move is pruned.
    Move,
    /// This quiet move and all later ones are pruned, except those that attack the enemy king.
    Quiets,
}

/// Returns the pruning to apply to a move. Requires another move that does not lose.
pub fn pruning_of<V: Evaluate>(position: &Position<V>, candidate: &Candidate, parameters: &Parameters) -> Pruning {
    let &Candidate { mv, kind, count, history_score, depth, evaluation, alpha, trend } = candidate;
    let loses = |margin: i32| V::is_see_below(position, mv, margin);
    match kind {
        MoveKind::Losing if depth <= SEE_DEPTH && loses(-parameters.see_margin * depth) => Pruning::Move,
        MoveKind::Forcing | MoveKind::Losing => Pruning::None,
        MoveKind::Quiet => {
            let shallow = (depth - reduction(parameters, depth, count)).max(1);
            let is_late = depth <= LMP_DEPTH && count > lmp_count(parameters, depth, trend);
            let is_futile = shallow <= FUTILITY_DEPTH
                && alpha.abs() < WON
                && evaluation + parameters.futility_base + parameters.futility_margin * shallow <= alpha;
            let is_hopeless =
                depth <= HISTORY_PRUNING_DEPTH && history_score < -parameters.history_pruning_margin * depth;
            if is_late || is_futile {
                Pruning::Quiets
            } else if is_hopeless || shallow <= SEE_DEPTH && loses(-parameters.see_quiet_margin * shallow) {
                Pruning::Move
            } else {
                Pruning::None
            }
        }
    }
}

const SIZE: usize = 64;

/// log₂ of each number, times 16.
static LOGARITHMS: [u16; SIZE] = {
    let mut table = [0; SIZE];
    let mut number = 1;
    while number < SIZE {
        table[number] = log2(number as u32) as u16;
        number += 1;
    }
    table
};

/// log₂ times 16, linear between powers of two.
const fn log2(number: u32) -> u32 {
    let whole = number.ilog2();
    16 * whole + ((16 * (number - (1 << whole))) >> whole)
}

/// Late move reductions, LMR (<https://www.chessprogramming.org/Late_Move_Reductions>): the reduction in plies of
/// the move with this number.
#[inline]
pub fn reduction(parameters: &Parameters, depth: i32, count: usize) -> i32 {
    let log2 = |number: usize| i32::from(LOGARITHMS[number.min(SIZE - 1)]);
    let product = log2(depth.max(0) as usize) * log2(count);
    (parameters.reduction_base + product * 100 / parameters.reduction_divisor) / 256
}

/// LMP: the number of moves searched before the remaining quiet ones are pruned.
#[inline]
fn lmp_count(parameters: &Parameters, depth: i32, trend: Trend) -> usize {
    let all = (parameters.late_move_base + depth * depth) as usize;
    match trend {
        Trend::Improving => all,
        Trend::Worsening => all / 2,
    }
}
