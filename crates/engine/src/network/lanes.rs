//! Numbers of the first layer as vectors: of whatever width the processor adds at once, and with the same result.

use wide::{i16x16, i32x8};

use super::{FIRST_UNIT, HIDDEN, Hidden};

const LANE: usize = 16;
/// So many vectors stay in registers while columns come and go.
const BLOCK: usize = 4;

/// All numbers of a column or of one color's sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes([[i16x16; BLOCK]; HIDDEN / LANE / BLOCK]);

impl From<Hidden> for Lanes {
    fn from(hidden: Hidden) -> Lanes {
        let lane = |block: usize, at: usize| std::array::from_fn(|number| hidden[(block * BLOCK + at) * LANE + number]);
        Lanes(std::array::from_fn(|block| std::array::from_fn(|at| i16x16::new(lane(block, at)))))
    }
}

impl From<Lanes> for Hidden {
    fn from(Lanes(blocks): Lanes) -> Hidden {
        std::array::from_fn(|number| {
            let at = number / LANE;
            blocks[at / BLOCK][at % BLOCK].as_array()[number % LANE]
        })
    }
}

impl Lanes {
    /// Adds columns and takes others away, from these sums or from others.
    #[inline]
    pub fn change(&mut self, from: Option<&Lanes>, columns: &[Lanes], come: &[u32], gone: &[u32]) {
        for (at, block) in self.0.iter_mut().enumerate() {
            // Named one by one, the sums stay in registers.
            let [mut a, mut b, mut c, mut d] = from.map_or(*block, |from| from.0[at]);
            for column in come {
                let [e, f, g, h] = columns[*column as usize].0[at];
                (a, b, c, d) = (a + e, b + f, c + g, d + h);
            }
            for column in gone {
                let [e, f, g, h] = columns[*column as usize].0[at];
                (a, b, c, d) = (a - e, b - f, c - g, d - h);
            }
            *block = [a, b, c, d];
        }
    }

    /// The total of squares, each cut to 0 … 1, times weights.
    #[inline]
    pub fn weigh(&self, weights: &Lanes) -> i32 {
        let (none, unit) = (i16x16::ZERO, i16x16::splat(FIRST_UNIT as i16));
        let mut total = i32x8::ZERO;
        for (sum, weight) in self.0.as_flattened().iter().zip(weights.0.as_flattened()) {
            let cut = sum.max(none).min(unit);
            // At most 255 × 127, so sixteen bits hold it.
            total += (cut * *weight).dot(cut);
        }
        total.reduce_add()
    }
}

#[cfg(test)]
mod tests {
    use faraday_rules::zobrist::mix;

    use super::*;

    fn noise(seed: u64, most: u64) -> Hidden {
        std::array::from_fn(|at| ((mix(seed * 1_000 + at as u64) % (2 * most + 1)) as i32 - most as i32) as i16)
    }

    #[test]
    fn columns_come_and_go_number_by_number() {
        let [sums, one, two, three] = [1, 2, 3, 4].map(|seed| noise(seed, 30_000));
        let mut lanes = Lanes::from(sums);
        let columns = [one, two, three].map(Lanes::from);
        lanes.change(None, &columns, &[0, 1], &[2]);
        let plain: Hidden =
            std::array::from_fn(|at| sums[at].wrapping_add(one[at]).wrapping_add(two[at]).wrapping_sub(three[at]));
        assert_eq!(Hidden::from(lanes), plain);
        let mut others = columns[2];
        others.change(Some(&Lanes::from(sums)), &columns, &[0, 1], &[2]);
        assert_eq!(others, lanes);
    }

    #[test]
    fn sums_are_weighed_number_by_number() {
        for seed in 0..50 {
            let (sums, weights) = (noise(seed, 600), noise(seed + 100, 127));
            let cut = |sum: i16| i32::from(sum).clamp(0, FIRST_UNIT);
            let plain: i32 =
                sums.iter().zip(weights).map(|(sum, weight)| cut(*sum) * cut(*sum) * i32::from(weight)).sum();
            assert_eq!(Lanes::from(sums).weigh(&Lanes::from(weights)), plain);
        }
        let most = Lanes::from([i16::MAX; HIDDEN]);
        assert_eq!(most.weigh(&Lanes::from([127; HIDDEN])), 255 * 255 * 127 * HIDDEN as i32);
    }
}
