//! A network with random weights for tests, the same on every run.

use faraday_engine::Evaluate;
use faraday_engine::network::{HIDDEN_SIZE_STEP, MOST_OUTPUT_WEIGHT, Network, NetworkWeights, OUTPUT_BUCKETS};
use faraday_rules::Geometry;
use faraday_rules::zobrist::mix;

/// Returns a network with random weights.
pub fn noise<V: Evaluate>() -> Network {
    const HIDDEN_SIZE: usize = 2 * HIDDEN_SIZE_STEP;
    let mut seed = 1;
    let mut numbers = |count: usize, most: i16| -> Vec<i16> {
        let mut number = || {
            seed = mix(seed);
            (seed % (2 * most as u64 + 1)) as i16 - most
        };
        (0..count).map(|_| number()).collect()
    };
    let weights = NetworkWeights {
        columns: numbers(V::PLANES.count() * V::Geometry::SQUARES * HIDDEN_SIZE, 60),
        bias: numbers(HIDDEN_SIZE, 100),
        outputs: numbers(OUTPUT_BUCKETS * 2 * HIDDEN_SIZE, MOST_OUTPUT_WEIGHT),
        output_biases: std::array::from_fn(|at| 1_000 * at as i32 - 3_000),
    };
    Network::new::<V>(&weights).expect("it has the right shape")
}
