//! A network for tests.

use faraday_engine::Evaluate;
use faraday_engine::network::{Hidden, MOST_OUTPUT_WEIGHT, Network, Output};
use faraday_rules::Geometry;
use faraday_rules::zobrist::mix;

/// A network whose weights mean nothing.
pub fn noise<V: Evaluate>() -> Network {
    let mut seed = 1;
    let mut number = |most: i16| {
        seed = mix(seed);
        (seed % (2 * most as u64 + 1)) as i16 - most
    };
    let mut hidden = |most: i16| -> Hidden { std::array::from_fn(|_| number(most)) };
    let columns = (0..V::PLANES.count() * V::Geometry::SQUARES).map(|_| hidden(60)).collect();
    let bias = hidden(100);
    let outputs = std::array::from_fn(|at| Output {
        weights: [hidden(MOST_OUTPUT_WEIGHT), hidden(MOST_OUTPUT_WEIGHT)],
        bias: 1_000 * at as i32 - 3_000,
    });
    Network::new::<V>(columns, bias, outputs).expect("it has the right shape")
}
