//! Which moves are left out near the leaves, and how much less deeply late ones are searched. Whole numbers only: the
//! same on every machine.

use faraday_rules::{Move, Position};

use super::order::Nature;
use crate::Evaluate;
use crate::score::WON;

/// Up to this depth late quiet moves are left out.
const LATE_DEPTH: i32 = 8;
/// Up to this depth, reductions counted, quiet moves are left out when the evaluation and this are below alpha.
const FUTILE_DEPTH: i32 = 6;
const FUTILE_BASE: i32 = 110;
const FUTILE_MARGIN: i32 = 95;
/// Up to this depth quiet moves with so bad a history, for each ply, are left out.
const HISTORY_DEPTH: i32 = 3;
const HISTORY_MARGIN: i32 = -4_500;
/// Up to this depth moves that lose so much by exchange, for each ply, are left out.
const EXCHANGE_DEPTH: i32 = 6;
const EXCHANGE_MARGIN: i32 = -90;
const QUIET_EXCHANGE_MARGIN: i32 = -55;

/// Whether the side to move stands better than at its last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    /// It does, so late moves deserve a closer look.
    Rising,
    /// It does not.
    Falling,
}

/// A move that may not be worth a look, and the node it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub nature: Nature,
    /// How many moves came before, this one included.
    pub count: usize,
    /// What its history says.
    pub merit: i32,
    pub depth: i32,
    pub evaluation: i32,
    pub alpha: i32,
    pub trend: Trend,
}

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is searched.
    Try,
    /// It is left out.
    Skip,
    /// From here on quiet moves are left out, but for those that bear on the enemy king.
    Narrow,
}

/// Whether a move is worth a look; another one that does not lose is known.
pub fn judge<V: Evaluate>(position: &Position<V>, candidate: &Candidate) -> Verdict {
    let &Candidate { mv, nature, count, merit, depth, evaluation, alpha, trend } = candidate;
    let loses = |margin: i32| V::is_exchange_below(position, mv, margin);
    match nature {
        Nature::Losing if depth <= EXCHANGE_DEPTH && loses(EXCHANGE_MARGIN * depth) => Verdict::Skip,
        Nature::Forcing | Nature::Losing => Verdict::Try,
        Nature::Quiet => {
            let shallow = (depth - reduction(depth, count)).max(1);
            let is_late = depth <= LATE_DEPTH && count > late_moves(depth, trend);
            let is_futile = shallow <= FUTILE_DEPTH
                && alpha.abs() < WON
                && evaluation + FUTILE_BASE + FUTILE_MARGIN * shallow <= alpha;
            let is_hopeless = depth <= HISTORY_DEPTH && merit < HISTORY_MARGIN * depth;
            if is_late || is_futile {
                Verdict::Narrow
            } else if is_hopeless || shallow <= EXCHANGE_DEPTH && loses(QUIET_EXCHANGE_MARGIN * shallow) {
                Verdict::Skip
            } else {
                Verdict::Try
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

/// Plies taken off a quiet move that comes so late.
#[inline]
pub fn reduction(depth: i32, count: usize) -> i32 {
    i32::from(REDUCTIONS[(depth.max(0) as usize).min(SIZE - 1)][count.min(SIZE - 1)])
}

/// How many moves are tried near the leaves before the remaining quiet ones are left out.
#[inline]
fn late_moves(depth: i32, trend: Trend) -> usize {
    let all = 4 + (depth * depth) as usize;
    match trend {
        Trend::Rising => all,
        Trend::Falling => all / 2,
    }
}
