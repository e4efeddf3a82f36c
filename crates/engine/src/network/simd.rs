//! SIMD arithmetic of the network's first layer. The loops are compiled for several instruction sets, one of which is
//! selected at run time; all give the same results.

#![expect(clippy::inline_always, reason = "what a loop calls has its vectors only where it is inlined")]

use fearless_simd::{Level, dispatch};

use super::QA;

/// The number of values in a block: as many as fit in registers while columns are added.
pub(super) const BLOCK: usize = 64;
const LANE: usize = 16;

/// A part of a column or of an accumulator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Block([[i16; LANE]; BLOCK / LANE]);

impl Block {
    /// Splits numbers, whose count is a multiple of the block size, into blocks.
    pub fn all_of(numbers: &[i16]) -> impl Iterator<Item = Block> {
        let block =
            |block: &[i16; BLOCK]| Block(std::array::from_fn(|lane| std::array::from_fn(|at| block[lane * LANE + at])));
        numbers.as_chunks().0.iter().map(block)
    }

    /// Returns the numbers of the block.
    #[inline(always)]
    pub fn numbers(&self) -> &[i16] {
        self.0.as_flattened()
    }
}

/// Columns of weights to add and to subtract.
#[derive(Clone, Copy)]
pub(super) struct AccumulatorUpdate<'a> {
    pub columns: &'a [Block],
    pub added: &'a [u32],
    pub removed: &'a [u32],
}

impl AccumulatorUpdate<'_> {
    /// Adds and subtracts columns, starting from `accumulator` or from `from`.
    #[inline]
    pub fn apply(self, accumulator: &mut [Block], from: Option<&[Block]>) {
        dispatch!(Level::new(), _vectors => self.apply_inlined(accumulator, from));
    }

    #[inline(always)]
    fn apply_inlined(self, accumulator: &mut [Block], from: Option<&[Block]>) {
        let width = accumulator.len();
        let column = |column: &u32, at: usize| &self.columns[*column as usize * width + at].0;
        for (at, block) in accumulator.iter_mut().enumerate() {
            // Four separate variables stay in registers.
            let [mut a, mut b, mut c, mut d] = match from {
                Some(from) => from[at].0,
                None => block.0,
            };
            for added in self.added {
                let [e, f, g, h] = column(added, at);
                (a, b, c, d) = (sum(a, e), sum(b, f), sum(c, g), sum(d, h));
            }
            for removed in self.removed {
                let [e, f, g, h] = column(removed, at);
                (a, b, c, d) = (difference(a, e), difference(b, f), difference(c, g), difference(d, h));
            }
            *block = Block([a, b, c, d]);
        }
    }
}

#[inline(always)]
fn sum(one: [i16; LANE], other: &[i16; LANE]) -> [i16; LANE] {
    std::array::from_fn(|at| one[at].wrapping_add(other[at]))
}

#[inline(always)]
fn difference(one: [i16; LANE], other: &[i16; LANE]) -> [i16; LANE] {
    std::array::from_fn(|at| one[at].wrapping_sub(other[at]))
}

/// Returns the dot product of the activated accumulator (clipped and squared, `SCReLU`) and the weights.
#[inline]
pub(super) fn screlu_dot(accumulator: &[Block], weights: &[Block]) -> i32 {
    dispatch!(Level::new(), _vectors => screlu_dot_inlined(accumulator, weights))
}

#[inline(always)]
fn screlu_dot_inlined(accumulator: &[Block], weights: &[Block]) -> i32 {
    let mut total = 0;
    for (Block(values), Block(weights)) in accumulator.iter().zip(weights) {
        for (value, weight) in values.as_flattened().iter().zip(weights.as_flattened()) {
            let cut = (*value).clamp(0, QA as i16);
            // At most 255 × 127, which fits 16 bits.
            total += i32::from(cut.wrapping_mul(*weight)) * i32::from(cut);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use faraday_rules::zobrist::mix;

    use super::*;

    const WIDTH: usize = 3 * BLOCK;

    fn noise(seed: u64, most: u64) -> Vec<i16> {
        (0..WIDTH).map(|at| ((mix(seed * 1_000 + at as u64) % (2 * most + 1)) as i32 - most as i32) as i16).collect()
    }

    fn blocks(numbers: &[i16]) -> Vec<Block> {
        Block::all_of(numbers).collect()
    }

    fn numbers(blocks: &[Block]) -> Vec<i16> {
        blocks.iter().flat_map(Block::numbers).copied().collect()
    }

    #[test]
    fn features_are_added_and_removed_number_by_number() {
        let [values, one, two, three] = [1, 2, 3, 4].map(|seed| noise(seed, 30_000));
        let columns = blocks(&[&*one, &*two, &*three].concat());
        let change = AccumulatorUpdate { columns: &columns, added: &[0, 1], removed: &[2] };
        let plain: Vec<i16> = (0..WIDTH)
            .map(|at| values[at].wrapping_add(one[at]).wrapping_add(two[at]).wrapping_sub(three[at]))
            .collect();
        let mut changed = blocks(&values);
        change.apply(&mut changed, None);
        assert_eq!(numbers(&changed), plain);
        let mut others = blocks(&three);
        change.apply(&mut others, Some(&blocks(&values)));
        assert_eq!(others, changed);
        change.apply_inlined(&mut others, Some(&blocks(&values)));
        assert_eq!(others, changed);
    }

    #[test]
    fn the_dot_product_is_that_of_single_numbers() {
        for seed in 0..50 {
            let (values, weights) = (noise(seed, 600), noise(seed + 100, 127));
            let cut = |sum: i16| i32::from(sum).clamp(0, QA);
            let plain: i32 =
                values.iter().zip(&weights).map(|(sum, weight)| cut(*sum) * cut(*sum) * i32::from(*weight)).sum();
            assert_eq!(screlu_dot(&blocks(&values), &blocks(&weights)), plain);
            assert_eq!(screlu_dot_inlined(&blocks(&values), &blocks(&weights)), plain);
        }
        let most = blocks(&[i16::MAX; WIDTH]);
        assert_eq!(screlu_dot(&most, &blocks(&[127; WIDTH])), 255 * 255 * 127 * WIDTH as i32);
    }
}
