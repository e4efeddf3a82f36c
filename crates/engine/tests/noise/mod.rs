//! A random network for tests.

use faraday_engine::Evaluate;
use faraday_engine::network::{MOST_OUTPUT_WEIGHT, Network, NetworkWeights, OUTPUTS, SUMS_STEP};
use faraday_rules::Geometry;
use faraday_rules::zobrist::mix;

/// A network with random weights.
pub fn noise<V: Evaluate>() -> Network {
    const SUMS: usize = 2 * SUMS_STEP;
    let mut seed = 1;
    let mut numbers = |count: usize, most: i16| -> Vec<i16> {
        let mut number = || {
            seed = mix(seed);
            (seed % (2 * most as u64 + 1)) as i16 - most
        };
        (0..count).map(|_| number()).collect()
    };
    let weights = NetworkWeights {
        columns: numbers(V::PLANES.count() * V::Geometry::SQUARES * SUMS, 60),
        bias: numbers(SUMS, 100),
        outputs: numbers(OUTPUTS * 2 * SUMS, MOST_OUTPUT_WEIGHT),
        output_biases: std::array::from_fn(|at| 1_000 * at as i32 - 3_000),
    };
    Network::new::<V>(&weights).expect("it has the right shape")
}
