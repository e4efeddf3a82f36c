//! Pruning at shallow depths, move by move, and the reductions of late moves. Whole numbers only: the same on every
//! machine.

use faraday_rules::{Move, Position};

use super::order::MoveKind;
use crate::Evaluate;
use crate::score::WON;

/// Late move pruning, LMP (<https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>): up to this
/// depth late quiet moves are left out.
const LMP_DEPTH: i32 = 8;
/// Futility pruning (<https://www.chessprogramming.org/Futility_Pruning>): up to this depth, reductions counted, quiet
/// moves are left out when the evaluation and this are below alpha.
const FUTILITY_DEPTH: i32 = 6;
const FUTILITY_BASE: i32 = 110;
const FUTILITY_MARGIN: i32 = 95;
/// History pruning (<https://www.chessprogramming.org/History_Leaf_Pruning>): up to this depth quiet moves with so bad
/// a history, for each ply, are left out.
const HISTORY_PRUNING_DEPTH: i32 = 3;
const HISTORY_PRUNING_MARGIN: i32 = -4_500;
/// SEE pruning (<https://www.chessprogramming.org/Static_Exchange_Evaluation>): up to this depth moves that lose so
/// much by static exchange, for each ply, are left out.
const SEE_DEPTH: i32 = 6;
const SEE_MARGIN: i32 = -90;
const SEE_QUIET_MARGIN: i32 = -55;

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
pub fn pruning_of<V: Evaluate>(position: &Position<V>, candidate: &Candidate) -> Pruning {
    let &Candidate { mv, kind, count, history_score, depth, evaluation, alpha, trend } = candidate;
    let loses = |margin: i32| V::is_see_below(position, mv, margin);
    match kind {
        MoveKind::Losing if depth <= SEE_DEPTH && loses(SEE_MARGIN * depth) => Pruning::Move,
        MoveKind::Forcing | MoveKind::Losing => Pruning::None,
        MoveKind::Quiet => {
            let shallow = (depth - reduction(depth, count)).max(1);
            let is_late = depth <= LMP_DEPTH && count > lmp_count(depth, trend);
            let is_futile = shallow <= FUTILITY_DEPTH
                && alpha.abs() < WON
                && evaluation + FUTILITY_BASE + FUTILITY_MARGIN * shallow <= alpha;
            let is_hopeless = depth <= HISTORY_PRUNING_DEPTH && history_score < HISTORY_PRUNING_MARGIN * depth;
            if is_late || is_futile {
                Pruning::Quiets
            } else if is_hopeless || shallow <= SEE_DEPTH && loses(SEE_QUIET_MARGIN * shallow) {
                Pruning::Move
            } else {
                Pruning::None
            }
        }
    }
}

const SIZE: usize = 64;

static REDUCTIONS: [[u8; SIZE]; SIZE] = {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 1;
    while depth < SIZE {
        let mut count = 1;
        while count < SIZE {
            // 0.7 + log2(depth) × log2(count) / 4.6, logarithms in sixteenths.
            let product = log2(depth as u32) * log2(count as u32);
            table[depth][count] = ((179 + product * 10 / 46) / 256) as u8;
            count += 1;
        }
        depth += 1;
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
pub fn reduction(depth: i32, count: usize) -> i32 {
    i32::from(REDUCTIONS[(depth.max(0) as usize).min(SIZE - 1)][count.min(SIZE - 1)])
}

/// LMP: how many moves are tried before the remaining quiet ones are left out.
#[inline]
fn lmp_count(depth: i32, trend: Trend) -> usize {
    let all = 4 + (depth * depth) as usize;
    match trend {
        Trend::Improving => all,
        Trend::Worsening => all / 2,
    }
}
