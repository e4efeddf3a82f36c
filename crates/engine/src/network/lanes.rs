//! First-layer arithmetic in blocks. The loops are compiled for each SIMD instruction set that the processor may have
//! and selected at run time, with the same result in each.

#![expect(clippy::inline_always, reason = "what a loop calls has its vectors only where it is inlined")]

use fearless_simd::{Level, dispatch};

use super::FIRST_UNIT;

/// The numbers in a block: as many as stay in registers while columns are added.
pub(super) const BLOCK: usize = 64;
const LANE: usize = 16;

/// A part of a column or of one color's sums.
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

    /// The numbers of the block.
    #[inline(always)]
    pub fn numbers(&self) -> &[i16] {
        self.0.as_flattened()
    }
}

/// Columns of weights to add and to subtract.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    pub columns: &'a [Block],
    pub come: &'a [u32],
    pub gone: &'a [u32],
}

impl Change<'_> {
    /// Adds and subtracts columns, starting from `sums` or from `from`.
    #[inline]
    pub fn apply(self, sums: &mut [Block], from: Option<&[Block]>) {
        dispatch!(Level::new(), _vectors => self.apply_inlined(sums, from));
    }

    #[inline(always)]
    fn apply_inlined(self, sums: &mut [Block], from: Option<&[Block]>) {
        let width = sums.len();
        let column = |column: &u32, at: usize| &self.columns[*column as usize * width + at].0;
        for (at, block) in sums.iter_mut().enumerate() {
            // Four separate variables stay in registers.
            let [mut a, mut b, mut c, mut d] = match from {
                Some(from) => from[at].0,
                None => block.0,
            };
            for come in self.come {
                let [e, f, g, h] = column(come, at);
                (a, b, c, d) = (sum(a, e), sum(b, f), sum(c, g), sum(d, h));
            }
            for gone in self.gone {
                let [e, f, g, h] = column(gone, at);
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

/// The dot product of the squared, clipped sums and the weights.
#[inline]
pub(super) fn weigh(sums: &[Block], weights: &[Block]) -> i32 {
    dispatch!(Level::new(), _vectors => weigh_inlined(sums, weights))
}

#[inline(always)]
fn weigh_inlined(sums: &[Block], weights: &[Block]) -> i32 {
    let mut total = 0;
    for (Block(sums), Block(weights)) in sums.iter().zip(weights) {
        for (sum, weight) in sums.as_flattened().iter().zip(weights.as_flattened()) {
            let cut = (*sum).clamp(0, FIRST_UNIT as i16);
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
    fn columns_come_and_go_number_by_number() {
        let [sums, one, two, three] = [1, 2, 3, 4].map(|seed| noise(seed, 30_000));
        let columns = blocks(&[&*one, &*two, &*three].concat());
        let change = Change { columns: &columns, come: &[0, 1], gone: &[2] };
        let plain: Vec<i16> =
            (0..WIDTH).map(|at| sums[at].wrapping_add(one[at]).wrapping_add(two[at]).wrapping_sub(three[at])).collect();
        let mut changed = blocks(&sums);
        change.apply(&mut changed, None);
        assert_eq!(numbers(&changed), plain);
        let mut others = blocks(&three);
        change.apply(&mut others, Some(&blocks(&sums)));
        assert_eq!(others, changed);
        change.apply_inlined(&mut others, Some(&blocks(&sums)));
        assert_eq!(others, changed);
    }

    #[test]
    fn sums_are_weighed_number_by_number() {
        for seed in 0..50 {
            let (sums, weights) = (noise(seed, 600), noise(seed + 100, 127));
            let cut = |sum: i16| i32::from(sum).clamp(0, FIRST_UNIT);
            let plain: i32 =
                sums.iter().zip(&weights).map(|(sum, weight)| cut(*sum) * cut(*sum) * i32::from(*weight)).sum();
            assert_eq!(weigh(&blocks(&sums), &blocks(&weights)), plain);
            assert_eq!(weigh_inlined(&blocks(&sums), &blocks(&weights)), plain);
        }
        let most = blocks(&[i16::MAX; WIDTH]);
        assert_eq!(weigh(&most, &blocks(&[127; WIDTH])), 255 * 255 * 127 * WIDTH as i32);
    }
}
