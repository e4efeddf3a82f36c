//! The network in floating point for training: its output, its squared error, and the gradients by backpropagation.

#![expect(clippy::inline_always, reason = "what a loop calls has its vectors only where it is inlined")]

use faraday_engine::Evaluate;
use faraday_engine::network::{
    MAX_HIDDEN_SIZE, MOST_OUTPUT_WEIGHT, Network, NetworkError, NetworkWeights, OUTPUT_BUCKETS, QA, QB,
};
use faraday_rules::Geometry;
use faraday_rules::zobrist::mix;
use fearless_simd::{Level, dispatch};

use crate::samples::Sample;

/// The maximum weight of the first layer. The accumulators of all positions then fit into 16-bit integers.
const MOST_FIRST: f32 = 1.98;
const MOST_OUTPUT: f32 = MOST_OUTPUT_WEIGHT as f32 / QB as f32;
/// The range of initial weights.
const FIRST_RANGE: f32 = 0.1;
const OUTPUT_RANGE: f32 = 0.06;

/// The accumulator of one side. Narrower networks use only a part of it.
type Accumulator = [f32; MAX_HIDDEN_SIZE];

/// The weights of a network, or values of the same shape, such as gradients.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The width of the first layer, which is also the length of a row.
    hidden_size: usize,
    /// One row per input feature, followed by the bias.
    pub first: Vec<f32>,
    /// For each output, the row of the side to move and that of the opponent.
    pub outputs: Vec<f32>,
    /// The bias of each output.
    pub biases: [f32; OUTPUT_BUCKETS],
}

impl Weights {
    /// Returns weights of 0.
    pub fn zero(columns: usize, hidden_size: usize) -> Weights {
        let (first, outputs) = (vec![0.0; (columns + 1) * hidden_size], vec![0.0; OUTPUT_BUCKETS * 2 * hidden_size]);
        Weights { hidden_size, first, outputs, biases: [0.0; OUTPUT_BUCKETS] }
    }

    /// Returns zeros of the same shape.
    pub fn zero_like(&self) -> Weights {
        Weights::zero(self.first.len() / self.hidden_size - 1, self.hidden_size)
    }

    /// Returns random initial weights.
    pub fn random<V: Evaluate>(hidden_size: usize, mut seed: u64) -> Weights {
        let mut number = |range: f32| {
            seed = mix(seed);
            (seed >> 40) as f32 / (1 << 23) as f32 * range - range
        };
        let columns = V::PLANES.count() * V::Geometry::SQUARES;
        let mut weights = Weights::zero(columns, hidden_size);
        weights.first[..columns * hidden_size].iter_mut().for_each(|weight| *weight = number(FIRST_RANGE));
        weights.outputs.iter_mut().for_each(|weight| *weight = number(OUTPUT_RANGE));
        weights
    }

    /// Returns the weights of a quantized network.
    pub fn of(weights: &NetworkWeights) -> Weights {
        let real = |weights: &[i16], unit: i32| -> Vec<f32> {
            weights.iter().map(|weight| f32::from(*weight) / unit as f32).collect()
        };
        let NetworkWeights { columns, bias, outputs, output_biases } = weights;
        Weights {
            hidden_size: bias.len(),
            first: real(&[&**columns, bias].concat(), QA),
            outputs: real(outputs, QB),
            biases: output_biases.map(|bias| bias as f32 / (QA * QB) as f32),
        }
    }

    /// Returns a wider network. The new weights are random and small, so the output hardly changes.
    pub fn widened<V: Evaluate>(&self, hidden_size: usize, seed: u64) -> Weights {
        let mut wider = Weights::random::<V>(hidden_size, seed);
        let rows = |into: &mut [f32], from: &[f32]| {
            for (into, from) in into.chunks_mut(hidden_size).zip(from.chunks(self.hidden_size)) {
                into[..self.hidden_size].copy_from_slice(from);
            }
        };
        rows(&mut wider.first, &self.first);
        rows(&mut wider.outputs, &self.outputs);
        wider.biases = self.biases;
        wider
    }

    /// Returns all values, always in the same order.
    pub fn slices(&self) -> [&[f32]; 3] {
        [&self.first, &self.outputs, &self.biases]
    }

    /// Returns all values, always in the same order.
    pub fn slices_mut(&mut self) -> [&mut [f32]; 3] {
        [&mut self.first, &mut self.outputs, &mut self.biases]
    }

    /// Clips every weight to the range of the quantized network.
    pub fn clip(&mut self) {
        let [first, outputs, _] = self.slices_mut();
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_FIRST, MOST_FIRST));
        outputs.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT));
    }

    #[inline(always)]
    fn column(&self, column: u16) -> &[f32] {
        let first = usize::from(column) * self.hidden_size;
        &self.first[first..first + self.hidden_size]
    }

    #[inline(always)]
    fn output_row(&self, output: usize, view: usize) -> std::ops::Range<usize> {
        let first = (output * 2 + view) * self.hidden_size;
        first..first + self.hidden_size
    }

    #[inline(always)]
    fn sum(&self, sample: &Sample) -> [Accumulator; 2] {
        let bias = &self.first[self.first.len() - self.hidden_size..];
        let mut views = [[0.0; MAX_HIDDEN_SIZE]; 2];
        for (view, accumulator) in views.iter_mut().enumerate() {
            let accumulator = &mut accumulator[..self.hidden_size];
            accumulator.copy_from_slice(bias);
            for input in sample.inputs {
                add(accumulator, self.column(sample.columns[usize::from(input[view])]));
            }
        }
        views
    }

    #[inline(always)]
    fn output(&self, views: &[Accumulator; 2], output: usize) -> f32 {
        let mut total = self.biases[output];
        for (view, accumulator) in views.iter().enumerate() {
            let weights = &self.outputs[self.output_row(output, view)];
            // Sixteen partial sums, so that the compiler can vectorize the loop.
            let mut parts = [0.0; 16];
            for (accumulator, weights) in
                accumulator[..self.hidden_size].as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0)
            {
                for ((part, sum), weight) in parts.iter_mut().zip(accumulator).zip(weights) {
                    let cut = sum.clamp(0.0, 1.0);
                    *part += cut * cut * weight;
                }
            }
            total += parts.iter().sum::<f32>();
        }
        total
    }

    /// Returns the squared error on a sample.
    pub fn error(&self, sample: &Sample) -> f32 {
        let wrong = logistic(sample.steepness * self.output(&self.sum(sample), sample.output)) - sample.target;
        wrong * wrong
    }

    /// Returns the squared error on a sample and adds its gradient to `gradients`. The result does not depend on the
    /// vector width, because vectors are added element by element.
    pub fn learn(&self, sample: &Sample, gradients: &mut Weights) -> f32 {
        dispatch!(Level::new(), _vectors => self.learn_inlined(sample, gradients))
    }

    #[inline(always)]
    fn learn_inlined(&self, sample: &Sample, gradients: &mut Weights) -> f32 {
        let views = self.sum(sample);
        let expected = logistic(sample.steepness * self.output(&views, sample.output));
        let wrong = expected - sample.target;
        let slope = 2.0 * wrong * expected * (1.0 - expected) * sample.steepness;
        gradients.biases[sample.output] += slope;
        let bias = gradients.first.len() - self.hidden_size;
        for (view, accumulator) in views.iter().enumerate() {
            let row = self.output_row(sample.output, view);
            let mut back = [0.0; MAX_HIDDEN_SIZE];
            let back = &mut back[..self.hidden_size];
            let outputs = &mut gradients.outputs[row.clone()];
            for (((back, sum), weight), gradient) in
                back.iter_mut().zip(accumulator).zip(&self.outputs[row]).zip(outputs)
            {
                let cut = sum.clamp(0.0, 1.0);
                *gradient += slope * cut * cut;
                // The gradient is 0 outside the range from 0 to 1.
                let inside = f32::from(u8::from((0.0..=1.0).contains(sum)));
                *back = slope * weight * 2.0 * cut * inside;
            }
            for input in sample.inputs {
                let first = usize::from(sample.columns[usize::from(input[view])]) * self.hidden_size;
                add(&mut gradients.first[first..first + self.hidden_size], back);
            }
            add(&mut gradients.first[bias..], back);
        }
        wrong * wrong
    }

    /// Returns the quantized network.
    pub fn to_network<V: Evaluate>(&self) -> Result<Network, NetworkError> {
        let whole = |weights: &[f32], unit: i32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * unit as f32).round() as i16).collect()
        };
        let mut columns = whole(&self.first, QA);
        let bias = columns.split_off(columns.len() - self.hidden_size);
        Network::new::<V>(&NetworkWeights {
            columns,
            bias,
            outputs: whole(&self.outputs, QB),
            output_biases: self.biases.map(|bias| (bias * (QA * QB) as f32).round() as i32),
        })
    }
}

#[inline(always)]
fn add(row: &mut [f32], other: &[f32]) {
    for (number, other) in row.iter_mut().zip(other) {
        *number += other;
    }
}

#[inline(always)]
fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use faraday_variants::Chess;

    use super::*;

    const HIDDEN_SIZE: usize = 128;
    const COLUMNS: usize = Chess::PLANES.count() * 64;

    #[test]
    fn a_network_keeps_its_weights() {
        let weights = Weights::random::<Chess>(HIDDEN_SIZE, 3);
        let network = weights.to_network::<Chess>().unwrap();
        assert_eq!(Weights::of(&network.weights()).to_network::<Chess>().unwrap(), network);
    }

    #[test]
    fn a_wider_network_says_what_the_narrow_one_did_and_what_is_added() {
        let inputs = [[3, 700], [64, 450]];
        let columns: Vec<u16> = (0..COLUMNS as u16).collect();
        let sample = Sample { inputs: &inputs, columns: &columns, target: 0.9, output: 2, steepness: 2.0 };
        let narrow = Weights::random::<Chess>(HIDDEN_SIZE, 3);
        let mut wide = narrow.widened::<Chess>(2 * HIDDEN_SIZE, 4);
        let says = |weights: &Weights| weights.output(&weights.sum(&sample), 2);
        assert!((says(&wide) - says(&narrow)).abs() > 0.0);
        for row in wide.outputs.chunks_mut(2 * HIDDEN_SIZE) {
            row[HIDDEN_SIZE..].fill(0.0);
        }
        assert!((says(&wide) - says(&narrow)).abs() < 1e-5);
    }

    /// Compares the gradients with a reference implementation: the change of the error when one weight changes.
    #[test]
    fn gradients_are_slopes_of_the_error() {
        const STEP: f32 = 1e-3;
        let mut weights = Weights::random::<Chess>(HIDDEN_SIZE, 7);
        weights.first[COLUMNS * HIDDEN_SIZE..].fill(0.3);
        let inputs = [[3, 700], [64, 450], [200, 12]];
        let columns: Vec<u16> = (0..COLUMNS as u16).collect();
        let sample = Sample { inputs: &inputs, columns: &columns, target: 0.9, output: 2, steepness: 2.0 };
        let mut gradients = weights.zero_like();
        weights.learn(&sample, &mut gradients);
        let places: Vec<(usize, usize)> = [3, 700, 64, 12, COLUMNS, 5]
            .into_iter()
            .flat_map(|row| [0, 77].map(|at| (0, row * HIDDEN_SIZE + at)))
            .chain([0, 100, 2 * 2 * HIDDEN_SIZE, 2 * 2 * HIDDEN_SIZE + 200].map(|at| (1, at)))
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
