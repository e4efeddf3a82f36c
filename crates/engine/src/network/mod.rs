//! Networks that evaluate positions, NNUE (<https://www.chessprogramming.org/NNUE>, Yu Nasu 2018): one wide layer of
//! sums that follow the search, the accumulators, and one output.
//!
//! The first layer sees the position twice, as the side to move sees it and as the other does, each with itself in
//! White's place. Its sums are cut to 0 … 1, squared (`SCReLU`), and weighed by the output bucket that the number of
//! pieces chooses. All numbers are whole, so a network gives the same evaluation on every machine.
//!
//! Knows nothing of moves, and of a variant only its planes.

mod accumulator;
mod file;
mod lanes;
mod planes;
mod reach;

use std::sync::Arc;

use faraday_rules::{Color, Position, Set, SetOf};

use self::lanes::{Block, weigh};
use crate::Evaluate;

pub(crate) use accumulator::Accumulators;
pub use file::NetworkError;
pub use planes::{Planes, Sight};
pub use reach::Reach;

/// Networks have a multiple of so many sums in the first layer.
pub const SUMS_STEP: usize = lanes::BLOCK;
/// The most sums in the first layer: a total of theirs fits 32 bits, whatever the weights.
pub const MOST_SUMS: usize = 256;
/// Outputs, chosen by the number of pieces.
pub const OUTPUTS: usize = 8;
/// What 1 is in the first layer, and what it is in the weights of the output.
pub const FIRST_UNIT: i32 = 255;
/// See [`FIRST_UNIT`].
pub const OUTPUT_UNIT: i32 = 64;
/// An output of 1 in hundredths of a pawn.
pub const SCALE: i32 = 400;
/// The largest weight of an output, so that a product with a sum fits sixteen bits and no total overflows.
pub const MOST_OUTPUT_WEIGHT: i16 = 127;
/// The largest bias of an output.
pub const MOST_OUTPUT_BIAS: u32 = 1 << 24;

/// A network in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    variant: String,
    planes: Planes,
    /// One column of sums an input.
    columns: Vec<Block>,
    bias: Box<[Block]>,
    outputs: [[Box<[Block]>; 2]; OUTPUTS],
    output_biases: [i32; OUTPUTS],
}

/// The weights of a network as whole numbers. As many biases as the first layer has sums; the rows of the rest are as
/// long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkWeights {
    /// One row an input, in parts of [`FIRST_UNIT`].
    pub columns: Vec<i16>,
    /// The bias of the first layer, in parts of [`FIRST_UNIT`].
    pub bias: Vec<i16>,
    /// For each output, a row for the sums of the side to move and one for those of the other, in parts of
    /// [`OUTPUT_UNIT`].
    pub outputs: Vec<i16>,
    /// The bias of each output, in parts of [`FIRST_UNIT`] × [`OUTPUT_UNIT`].
    pub output_biases: [i32; OUTPUTS],
}

/// Where a network is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkSource<'a> {
    /// That of the program, if it has one for the variant.
    Embedded,
    /// A file's bytes.
    Bytes(&'a [u8]),
    /// None: the variant's own evaluation is taken.
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

    /// The network of a variant from there.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a network of the variant.
    pub fn load<V: Evaluate>(self) -> Result<Option<Arc<Network>>, NetworkError> {
        self.bytes::<V>().map(|bytes| Network::read::<V>(bytes).map(Arc::new)).transpose()
    }

    /// The weights of the network there for a variant, which may see more planes than the network did: for those they
    /// are zero.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a network of the variant.
    pub fn load_weights<V: Evaluate>(self) -> Result<Option<NetworkWeights>, NetworkError> {
        self.bytes::<V>().map(NetworkWeights::read::<V>).transpose()
    }
}

/// The output that a position uses.
#[inline]
pub fn output_of<V: Evaluate>(position: &Position<V>) -> usize {
    let pieces = position.board().occupied().count() as usize;
    (pieces.saturating_sub(1) / 4).min(OUTPUTS - 1)
}

/// The inputs that are set in a position, as the side to move and as the other numbers them.
pub fn inputs<V: Evaluate>(position: &Position<V>) -> impl Iterator<Item = [usize; 2]> {
    let turn = position.turn();
    let sight = V::sight(position);
    let planes: Vec<_> = sight.planes().iter().copied().enumerate().collect();
    planes.into_iter().flat_map(move |(plane, set)| {
        set.squares().map(move |square| {
            let columns = accumulator::columns::<V::Geometry>(V::PLANES, plane, square);
            [columns[turn as usize] as usize, columns[!turn as usize] as usize]
        })
    })
}

impl Network {
    /// The id of the variant that it plays.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Its weights.
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

    /// What a position is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub(crate) fn evaluate<V: Evaluate>(
        &self,
        position: &Position<V>,
        ply: usize,
        accumulators: &mut Accumulators<SetOf<V>>,
    ) -> i32 {
        let [white, black] = accumulators.follow::<V>(self, ply, &V::sight(position));
        let output = output_of(position);
        let [us, them] = match position.turn() {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let weights = &self.outputs[output];
        let sum = i64::from(weigh(us, &weights[0])) + i64::from(weigh(them, &weights[1]));
        let scaled = (sum / i64::from(FIRST_UNIT) + i64::from(self.output_biases[output])) * i64::from(SCALE);
        (scaled / i64::from(FIRST_UNIT * OUTPUT_UNIT)) as i32
    }
}
