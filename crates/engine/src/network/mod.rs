//! Efficiently updatable neural networks for evaluation, NNUE (<https://www.chessprogramming.org/NNUE>, Yu Nasu 2018):
//! one wide first layer, updated incrementally in accumulators, and one output.
//!
//! The first layer gets the position from the perspective of both sides, each as if it were White. Its values are
//! clipped to 0 … 1, squared (`SCReLU`), and weighted by the output bucket that the number of pieces selects. All
//! numbers are integers, so a network gives the same evaluation on every machine.
//!
//! The module does not depend on moves, and on a variant only through its input planes.

mod accumulator_stack;
mod attack_map;
mod file;
mod input_features;
mod simd;

use std::sync::Arc;

use faraday_rules::{Color, Position, Set, SetOf};

use self::simd::{Block, screlu_dot};
use crate::Evaluate;

pub(crate) use accumulator_stack::AccumulatorStack;
pub use attack_map::AttackMap;
pub use file::NetworkError;
pub use input_features::{InputFeatures, Planes};

/// The width of the first layer is a multiple of this.
pub const HIDDEN_SIZE_STEP: usize = simd::BLOCK;
/// The maximum width of the first layer: its output sum fits 32 bits for any weights.
pub const MAX_HIDDEN_SIZE: usize = 256;
/// The number of output buckets, one of which is selected by the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;
/// The quantized value of 1 in the first layer.
pub const QA: i32 = 255;
/// The quantized value of 1 in the output weights.
pub const QB: i32 = 64;
/// The evaluation for an output of 1, in centipawns.
pub const SCALE: i32 = 400;
/// The largest output weight: its product with a first-layer value fits 16 bits, and no sum overflows.
pub const MOST_OUTPUT_WEIGHT: i16 = 127;
/// The largest output bias.
pub const MOST_OUTPUT_BIAS: u32 = 1 << 24;

/// An evaluation network (NNUE) of one variant, with quantized weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    variant: String,
    planes: Planes,
    /// One column of weights per input.
    columns: Vec<Block>,
    bias: Box<[Block]>,
    outputs: [[Box<[Block]>; 2]; OUTPUT_BUCKETS],
    output_biases: [i32; OUTPUT_BUCKETS],
}

/// The quantized weights of a network. The length of `bias` is the width of the first layer and the length of all rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkWeights {
    /// One row per input, in units of 1/[`QA`].
    pub columns: Vec<i16>,
    /// The bias of the first layer, in units of 1/[`QA`].
    pub bias: Vec<i16>,
    /// For each output, a row for the side to move and one for the other side, in units of 1/[`QB`].
    pub outputs: Vec<i16>,
    /// The bias of each output, in units of 1/([`QA`] × [`QB`]).
    pub output_biases: [i32; OUTPUT_BUCKETS],
}

/// The network that an engine loads: the embedded one, one from a file, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkSource<'a> {
    /// The embedded network, if the variant has one.
    Embedded,
    /// The contents of a network file.
    Bytes(&'a [u8]),
    /// No network: the handcrafted evaluation is used.
    None,
}

impl<'a> NetworkSource<'a> {
    fn bytes<V: Evaluate>(self) -> Option<&'a [u8]> {
        match self {
            NetworkSource::Embedded => Some(V::NETWORK).filter(|bytes| !bytes.is_empty()),
            NetworkSource::Bytes(bytes) => Some(bytes),
            NetworkSource::None => None,
        }
    }

    /// Loads the network for a variant.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network of the variant.
    pub fn load<V: Evaluate>(self) -> Result<Option<Arc<Network>>, NetworkError> {
        self.bytes::<V>().map(|bytes| Network::read::<V>(bytes).map(Arc::new)).transpose()
    }

    /// Loads the weights for a variant. Planes that the variant has but the network lacks get zero weights.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network of the variant.
    pub fn load_weights<V: Evaluate>(self) -> Result<Option<NetworkWeights>, NetworkError> {
        self.bytes::<V>().map(NetworkWeights::read::<V>).transpose()
    }
}

/// Returns the output bucket of a position, by its number of pieces.
#[inline]
pub fn output_bucket<V: Evaluate>(position: &Position<V>) -> usize {
    let pieces = position.board().occupied().count() as usize;
    (pieces.saturating_sub(1) / 4).min(OUTPUT_BUCKETS - 1)
}

/// Returns the active inputs of a position, as numbered for the side to move and for the other side.
pub fn inputs<V: Evaluate>(position: &Position<V>) -> impl Iterator<Item = [usize; 2]> {
    let turn = position.turn();
    let features = V::input_features(position);
    let planes: Vec<_> = features.planes().iter().copied().enumerate().collect();
    planes.into_iter().flat_map(move |(plane, set)| {
        set.squares().map(move |square| {
            let columns = accumulator_stack::columns::<V::Geometry>(V::PLANES, plane, square);
            [columns[turn as usize] as usize, columns[!turn as usize] as usize]
        })
    })
}

impl Network {
    /// Returns the id of the network's variant.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Returns the weights of the network.
    pub fn weights(&self) -> NetworkWeights {
        let numbers = |blocks: &[Block]| blocks.iter().flat_map(Block::numbers).copied().collect();
        let outputs = self.outputs.iter().flatten();
        NetworkWeights {
            columns: numbers(&self.columns),
            bias: numbers(&self.bias),
            outputs: outputs.flat_map(|row| row.iter().flat_map(Block::numbers)).copied().collect(),
            output_biases: self.output_biases,
        }
    }

    /// Returns the evaluation of a position for the side to move, in centipawns.
    #[inline]
    pub(crate) fn evaluate<V: Evaluate>(
        &self,
        position: &Position<V>,
        ply: usize,
        accumulators: &mut AccumulatorStack<SetOf<V>>,
    ) -> i32 {
        let [white, black] = accumulators.update::<V>(self, ply, &V::input_features(position));
        let output = output_bucket(position);
        let [us, them] = match position.turn() {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let weights = &self.outputs[output];
        let sum = i64::from(screlu_dot(us, &weights[0])) + i64::from(screlu_dot(them, &weights[1]));
        let scaled = (sum / i64::from(QA) + i64::from(self.output_biases[output])) * i64::from(SCALE);
        (scaled / i64::from(QA * QB)) as i32
    }
}
