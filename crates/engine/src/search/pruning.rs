//! Pruning at shallow depths, move by move, and the reductions of late moves. Whole numbers only: the same on every
//! machine.

use faraday_rules::{Move, Position};

use super::order::MoveKind;
use super::parameters::Parameters;
use crate::Evaluate;
use crate::score::WON;

/// Late move pruning, LMP (<https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>): up to this
/// depth late quiet moves are left out.
const LMP_DEPTH: i32 = 8;
/// Futility pruning (<https://www.chessprogramming.org/Futility_Pruning>): up to this depth, reductions counted, quiet
/// moves are left out when the evaluation and this are below alpha.
const FUTILITY_DEPTH: i32 = 6;
/// History pruning (<https://www.chessprogramming.org/History_Leaf_Pruning>): up to this depth quiet moves with so bad
/// a history, for each ply, are left out.
const HISTORY_PRUNING_DEPTH: i32 = 3;
/// SEE pruning (<https://www.chessprogramming.org/Static_Exchange_Evaluation>): up to this depth moves that lose so
/// much by static exchange, for each ply, are left out.
const SEE_DEPTH: i32 = 6;

/// Whether the side to move is improving (<https://www.chessprogramming.org/Improving>): whether it stands better than
/// at its last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    /// It is, so late moves deserve a closer look.
    Improving,
    /// It is not.
    Worsening,
}

/// A move that may not be worth a look, and the node it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub kind: MoveKind,
    /// How many moves came before, this one included.
    pub count: usize,
    /// What its history says.
    pub history_score: i32,
    pub depth: i32,
    pub evaluation: i32,
    pub alpha: i32,
    pub trend: Trend,
}

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Nothing: the move is searched.
    None,
    /// The move.
    Move,
    /// This quiet move and those that follow, but for those that bear on the enemy king.
    Quiets,
}

/// Whether a move is worth a look; another one that does not lose is known.
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

/// Sixteen times the binary logarithm of each number.
static LOGARITHMS: [u16; SIZE] = {
    let mut table = [0; SIZE];
    let mut number = 1;
    while number < SIZE {
        table[number] = log2(number as u32) as u16;
        number += 1;
    }
    table
};

/// Sixteen times the binary logarithm, straight between powers of two.
const fn log2(number: u32) -> u32 {
    let whole = number.ilog2();
    16 * whole + ((16 * (number - (1 << whole))) >> whole)
}

/// Late move reductions, LMR (<https://www.chessprogramming.org/Late_Move_Reductions>): plies taken off a move that
/// comes so late.
#[inline]
pub fn reduction(parameters: &Parameters, depth: i32, count: usize) -> i32 {
    let log2 = |number: usize| i32::from(LOGARITHMS[number.min(SIZE - 1)]);
    let product = log2(depth.max(0) as usize) * log2(count);
    (parameters.reduction_base + product * 100 / parameters.reduction_divisor) / 256
}

/// LMP: how many moves are tried before the remaining quiet ones are left out.
#[inline]
fn lmp_count(parameters: &Parameters, depth: i32, trend: Trend) -> usize {
    let all = (parameters.late_move_base + depth * depth) as usize;
    match trend {
        Trend::Improving => all,
        Trend::Worsening => all / 2,
    }
}
