//! How much less deeply late moves are searched. Whole numbers only: the same on every machine.

use super::node::Trend;

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
pub fn late_moves(depth: i32, trend: Trend) -> usize {
    let all = 4 + (depth * depth) as usize;
    match trend {
        Trend::Rising => all,
        Trend::Falling => all / 2,
    }
}
