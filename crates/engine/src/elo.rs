//! Playing strength limited to a rating (`UCI_Elo`), as a number of nodes per move.
//!
//! A node limit gives the same rating on every machine. In chess, the scale is that of `UCI_Elo` in Stockfish 15.1,
//! over the range in which it was measured (docs/engine-log.md). In other variants it only orders strengths.

use faraday_rules::zobrist::mix;

/// Ratings, each with 100 times the binary logarithm of its nodes. Interpolated linearly between the points.
const POINTS: [(u32, u32); 4] = [(1650, 800), (1810, 1000), (1970, 1200), (2130, 1400)];
/// Node limits vary by this percentage either way from move to move, so that games do not repeat.
const SPREAD: u64 = 20;

/// A rating to which the engine limits its strength, from [`Elo::LEAST`] to [`Elo::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Elo(u32);

impl Elo {
    /// The lowest supported rating.
    pub const LEAST: u32 = POINTS[0].0;
    /// The highest supported rating.
    pub const MOST: u32 = POINTS[POINTS.len() - 1].0;

    /// The default of the `UCI_Elo` option.
    pub const DEFAULT: u32 = 1800;

    /// Creates a rating; `None` if it is out of range.
    pub const fn new(rating: u32) -> Option<Elo> {
        if rating >= Self::LEAST && rating <= Self::MOST { Some(Elo(rating)) } else { None }
    }

    /// Returns the node limit of a search. The seed varies it by up to 20% either way.
    pub fn nodes(self, seed: u64) -> u64 {
        let above = POINTS.iter().position(|(rating, _)| *rating > self.0).unwrap_or(POINTS.len() - 1).max(1);
        let ((low, from), (high, to)) = (POINTS[above - 1], POINTS[above]);
        let exponent = f64::from(from) + f64::from(to - from) * f64::from(self.0 - low) / f64::from(high - low);
        let part = 100 - SPREAD + mix(seed) % (2 * SPREAD + 1);
        ((exponent / 100.0).exp2() as u64 * part / 100).max(1)
    }
}

impl Default for Elo {
    fn default() -> Elo {
        Elo(Self::DEFAULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_thinks_longer() {
        let nodes = |rating| Elo::new(rating).unwrap().nodes(7);
        for (lower, higher) in (Elo::LEAST..=Elo::MOST).zip(Elo::LEAST + 1..=Elo::MOST) {
            assert!(nodes(lower) <= nodes(higher), "{lower}");
        }
        for (rating, exponent) in POINTS {
            let exact = f64::from(exponent) / 100.0;
            let found = (0..50).map(|seed| Elo(rating).nodes(seed) as f64).sum::<f64>() / 50.0;
            assert!((found / exact.exp2() - 1.0).abs() < 0.1, "{rating}: {found}");
        }
    }

    #[test]
    fn ratings_out_of_range_are_none() {
        assert_eq!([0, Elo::LEAST - 1, Elo::MOST + 1, u32::MAX].map(Elo::new), [None; 4]);
    }
}
