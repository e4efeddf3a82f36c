//! A network in real numbers: what it says, and how its weights would have to change.

use faraday_engine::Evaluate;
use faraday_engine::network::{
    FIRST_UNIT, HIDDEN, Hidden, MOST_OUTPUT_WEIGHT, Network, NetworkError, OUTPUT_UNIT, OUTPUTS, Output,
};
use faraday_rules::Geometry;
use faraday_rules::zobrist::mix;

use crate::samples::Sample;

/// The widest range of first weights: whole numbers of sixteen bits hold the sums of any position.
const MOST_FIRST: f32 = 1.98;
const MOST_OUTPUT: f32 = MOST_OUTPUT_WEIGHT as f32 / OUTPUT_UNIT as f32;
/// Weights begin within this range.
const FIRST_RANGE: f32 = 0.1;
const OUTPUT_RANGE: f32 = 0.06;

type Row = [f32; HIDDEN];

/// Weights, or their gradients, or whatever else there is one of for each weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// One row an input, then the bias.
    pub first: Vec<Row>,
    /// For each output, the rows of the side to move and of the other.
    pub outputs: Vec<[Row; 2]>,
    /// The bias of each output.
    pub biases: [f32; OUTPUTS],
}

impl Weights {
    /// All of them zero.
    pub fn zero(columns: usize) -> Weights {
        Weights {
            first: vec![[0.0; HIDDEN]; columns + 1],
            outputs: vec![[[0.0; HIDDEN]; 2]; OUTPUTS],
            biases: [0.0; OUTPUTS],
        }
    }

    /// Weights to begin with.
    pub fn random<V: Evaluate>(mut seed: u64) -> Weights {
        let mut number = |range: f32| {
            seed = mix(seed);
            (seed >> 40) as f32 / (1 << 23) as f32 * range - range
        };
        let columns = V::PLANES.count() * V::Geometry::SQUARES;
        let mut weights = Weights::zero(columns);
        weights.first[..columns].iter_mut().flatten().for_each(|weight| *weight = number(FIRST_RANGE));
        weights.outputs.iter_mut().flatten().flatten().for_each(|weight| *weight = number(OUTPUT_RANGE));
        weights
    }

    /// Those of a network.
    pub fn of(network: &Network) -> Weights {
        let real = |row: Hidden, unit: i32| row.map(|weight| f32::from(weight) / unit as f32);
        let (columns, bias) = network.first_layer();
        let outputs = network.outputs();
        Weights {
            first: columns.chain([bias]).map(|row| real(row, FIRST_UNIT)).collect(),
            outputs: outputs.iter().map(|output| output.weights.map(|row| real(row, OUTPUT_UNIT))).collect(),
            biases: outputs.map(|output| output.bias as f32 / (FIRST_UNIT * OUTPUT_UNIT) as f32),
        }
    }

    /// All numbers in one order.
    pub fn slices(&self) -> [&[f32]; 3] {
        [self.first.as_flattened(), self.outputs.as_flattened().as_flattened(), &self.biases]
    }

    /// All numbers in one order.
    pub fn slices_mut(&mut self) -> [&mut [f32]; 3] {
        [self.first.as_flattened_mut(), self.outputs.as_flattened_mut().as_flattened_mut(), &mut self.biases]
    }

    /// Brings every weight into the range that whole numbers can hold.
    pub fn clip(&mut self) {
        let [first, outputs, _] = self.slices_mut();
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_FIRST, MOST_FIRST));
        outputs.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT));
    }

    fn sums(&self, sample: &Sample) -> [Row; 2] {
        let (bias, columns) = self.first.split_last().expect("the bias is always there");
        let mut sums = [*bias; 2];
        for input in sample.inputs {
            for (sums, column) in sums.iter_mut().zip(input) {
                for (sum, weight) in sums.iter_mut().zip(&columns[usize::from(sample.names[usize::from(*column)])]) {
                    *sum += weight;
                }
            }
        }
        sums
    }

    fn output(&self, sums: &[Row; 2], output: usize) -> f32 {
        let mut total = self.biases[output];
        for (sums, weights) in sums.iter().zip(&self.outputs[output]) {
            // Eight partial sums, so that they can be made side by side.
            let mut parts = [0.0; 8];
            for (sums, weights) in sums.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
                for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(weights) {
                    let cut = sum.clamp(0.0, 1.0);
                    *part += cut * cut * weight;
                }
            }
            total += parts.iter().sum::<f32>();
        }
        total
    }

    /// The squared error on a sample.
    pub fn error(&self, sample: &Sample) -> f32 {
        let wrong = logistic(sample.steepness * self.output(&self.sums(sample), sample.output)) - sample.worth;
        wrong * wrong
    }

    /// The squared error on a sample; how it changes with each weight is added to the gradients.
    pub fn learn(&self, sample: &Sample, gradients: &mut Weights) -> f32 {
        let sums = self.sums(sample);
        let expected = logistic(sample.steepness * self.output(&sums, sample.output));
        let wrong = expected - sample.worth;
        let slope = 2.0 * wrong * expected * (1.0 - expected) * sample.steepness;
        gradients.biases[sample.output] += slope;
        let last = gradients.first.len() - 1;
        for view in 0..2 {
            let weights = &self.outputs[sample.output][view];
            let mut back: Row = [0.0; HIDDEN];
            let outputs = &mut gradients.outputs[sample.output][view];
            for (((back, sum), weight), gradient) in back.iter_mut().zip(&sums[view]).zip(weights).zip(outputs) {
                let cut = sum.clamp(0.0, 1.0);
                *gradient += slope * cut * cut;
                // Beyond 0 and 1 nothing changes.
                let inside = f32::from(u8::from((0.0..=1.0).contains(sum)));
                *back = slope * weight * 2.0 * cut * inside;
            }
            for input in sample.inputs {
                add(&mut gradients.first[usize::from(sample.names[usize::from(input[view])])], &back);
            }
            add(&mut gradients.first[last], &back);
        }
        wrong * wrong
    }

    /// The same network in whole numbers.
    pub fn to_network<V: Evaluate>(&self) -> Result<Network, NetworkError> {
        let whole = |row: &Row, unit: i32| row.map(|weight| (weight * unit as f32).round() as i16);
        let (bias, columns) = self.first.split_last().expect("the bias is always there");
        let outputs = std::array::from_fn(|at| Output {
            weights: [0, 1].map(|view| whole(&self.outputs[at][view], OUTPUT_UNIT)),
            bias: (self.biases[at] * (FIRST_UNIT * OUTPUT_UNIT) as f32).round() as i32,
        });
        let columns = columns.iter().map(|column| whole(column, FIRST_UNIT)).collect();
        Network::new::<V>(columns, whole(bias, FIRST_UNIT), outputs)
    }
}

fn add(row: &mut Row, other: &Row) {
    for (number, other) in row.iter_mut().zip(other) {
        *number += other;
    }
}

fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use faraday_variants::Chess;

    use super::*;

    #[test]
    fn a_network_keeps_its_weights() {
        let network = Weights::random::<Chess>(3).to_network::<Chess>().unwrap();
        assert_eq!(Weights::of(&network).to_network::<Chess>().unwrap(), network);
    }

    /// The slow twin: how the error changes when one weight does.
    #[test]
    fn gradients_are_slopes_of_the_error() {
        const STEP: f32 = 1e-3;
        let mut weights = Weights::random::<Chess>(7);
        weights.first.last_mut().expect("a bias").fill(0.3);
        let inputs = [[3, 700], [64, 450], [200, 12]];
        let names: Vec<u16> = (0..768).collect();
        let sample = Sample { inputs: &inputs, names: &names, worth: 0.9, output: 2, steepness: 2.0 };
        let mut gradients = Weights::zero(768);
        weights.learn(&sample, &mut gradients);
        let places: Vec<(usize, usize)> = [3, 700, 64, 12, 768, 5]
            .into_iter()
            .flat_map(|row| [0, 77].map(|at| (0, row * HIDDEN + at)))
            .chain([0, 100, 2 * 2 * HIDDEN, 2 * 2 * HIDDEN + 200].map(|at| (1, at)))
            .chain([(2, 2), (2, 3)])
            .collect();
        for (slice, at) in places {
            let error = |step: f32| {
                let mut other = weights.clone();
                other.slices_mut()[slice][at] += step;
                other.error(&sample)
            };
            let slope = (error(STEP) - error(-STEP)) / (2.0 * STEP);
            let gradient = gradients.slices()[slice][at];
            assert!((slope - gradient).abs() < 1e-3 + 0.05 * slope.abs(), "{slice} {at}: {slope} and {gradient}");
        }
    }
}
