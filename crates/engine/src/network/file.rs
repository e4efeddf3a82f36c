//! The binary file format of networks, with a version and a checksum.
//!
//! All numbers are little-endian. A file begins with the text `FARADAYN`, the format version, and a checksum of the
//! rest. Then come the variant's id, with its length before it, and the numbers of paired and unpaired planes, of
//! columns, of accumulator entries, and of output buckets. The weights follow: columns, bias, and for each output its
//! weights for the side to move and for the other side, and its bias.

use thiserror::Error;

use super::simd::Block;
use super::{
    HIDDEN_SIZE_STEP, MAX_HIDDEN_SIZE, MOST_OUTPUT_BIAS, MOST_OUTPUT_WEIGHT, Network, NetworkWeights, OUTPUT_BUCKETS,
    Planes,
};
use crate::Evaluate;
use faraday_rules::Geometry;

const MAGIC: &[u8; 8] = b"FARADAYN";
const VERSION: u32 = 1;

/// The error for bytes that are not a network of the variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum NetworkError {
    #[error("this is not a Faraday network")]
    Magic,
    #[error("the network has format {found}; this program reads format {VERSION}")]
    Version { found: u32 },
    /// Bytes are missing or left over.
    #[error("the network has {found} bytes instead of {wanted}")]
    Length { found: usize, wanted: usize },
    #[error("the network is damaged: its checksum does not match")]
    Checksum,
    /// The network belongs to another variant.
    #[error("the network plays `{found}`, not `{wanted}`")]
    Variant { found: String, wanted: &'static str },
    /// The network has other planes or another width.
    #[error("the network does not have the shape this program expects")]
    Shape,
    #[error("a weight of the network is out of range")]
    Weight,
}

/// FNV-1a over eight-byte words and the remaining bytes: fast, and it detects any single wrong byte.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let mut chunks = bytes.chunks_exact(8);
    let hash = chunks
        .by_ref()
        .map(|chunk| u64::from_le_bytes(chunk.try_into().expect("a chunk has eight bytes")))
        .fold(0xCBF2_9CE4_8422_2325, mix);
    chunks.remainder().iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// Reads numbers from the front of a byte slice.
struct Reader<'a> {
    bytes: &'a [u8],
    total: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, total: bytes.len() }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self
            .bytes
            .split_first_chunk()
            .ok_or(NetworkError::Length { found: self.total, wanted: self.total - self.bytes.len() + N })?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn word(&mut self) -> Result<u32, NetworkError> {
        self.take().map(u32::from_le_bytes)
    }

    fn row(&mut self, length: usize, row: &mut Vec<i16>) -> Result<(), NetworkError> {
        for _ in 0..length {
            row.push(i16::from_le_bytes(self.take()?));
        }
        Ok(())
    }

    /// Reads and checks everything before the weights.
    fn shape<V: Evaluate>(&mut self) -> Result<Shape, NetworkError> {
        if self.take().map_err(|_| NetworkError::Magic)? != *MAGIC {
            return Err(NetworkError::Magic);
        }
        let found = self.word()?;
        if found != VERSION {
            return Err(NetworkError::Version { found });
        }
        let sum = u64::from_le_bytes(self.take()?);
        if sum != checksum(self.bytes) {
            return Err(NetworkError::Checksum);
        }
        let length = self.word()? as usize;
        let (name, rest) = self.bytes.split_at_checked(length).ok_or(NetworkError::Shape)?;
        self.bytes = rest;
        if name != V::NETWORK_ID.as_bytes() {
            let found = String::from_utf8_lossy(name).into_owned();
            return Err(NetworkError::Variant { found, wanted: V::NETWORK_ID });
        }
        let mut number = || self.word().map(|word| word as usize);
        let [colored, neutral, columns, hidden_size, outputs] = [number()?, number()?, number()?, number()?, number()?];
        let planes = Planes { colored, neutral };
        let is_known = colored <= V::PLANES.colored && neutral <= V::PLANES.neutral && outputs == OUTPUT_BUCKETS;
        if is_known && is_hidden_size(hidden_size) && columns == planes.count() * V::Geometry::SQUARES {
            Ok(Shape { planes, hidden_size })
        } else {
            Err(NetworkError::Shape)
        }
    }

    /// Reads the weights, which must end the file.
    fn weights<V: Evaluate>(&mut self, shape: Shape) -> Result<NetworkWeights, NetworkError> {
        let Shape { planes, hidden_size } = shape;
        let mut weights = NetworkWeights {
            columns: Vec::new(),
            bias: Vec::new(),
            outputs: Vec::new(),
            output_biases: [0; OUTPUT_BUCKETS],
        };
        self.row(planes.count() * V::Geometry::SQUARES * hidden_size, &mut weights.columns)?;
        self.row(hidden_size, &mut weights.bias)?;
        for bias in &mut weights.output_biases {
            self.row(2 * hidden_size, &mut weights.outputs)?;
            *bias = self.word()? as i32;
        }
        if !self.bytes.is_empty() {
            return Err(NetworkError::Length { found: self.total, wanted: self.total - self.bytes.len() });
        }
        Ok(weights)
    }
}

/// The input planes and the width of a network.
#[derive(Clone, Copy)]
struct Shape {
    planes: Planes,
    hidden_size: usize,
}

fn is_hidden_size(hidden_size: usize) -> bool {
    hidden_size > 0 && hidden_size <= MAX_HIDDEN_SIZE && hidden_size.is_multiple_of(HIDDEN_SIZE_STEP)
}

impl NetworkWeights {
    /// Reads the weights of a variant's network. Planes that it lacks get zero weights.
    pub(super) fn read<V: Evaluate>(bytes: &[u8]) -> Result<NetworkWeights, NetworkError> {
        let mut reader = Reader::new(bytes);
        let shape = reader.shape::<V>()?;
        let mut weights = reader.weights::<V>(shape)?;
        let Planes { colored, neutral } = shape.planes;
        let plane = V::Geometry::SQUARES * shape.hidden_size;
        let unseen = |planes: usize| std::iter::repeat_n(0, planes * plane);
        let unpaired = weights.columns.split_off(2 * colored * plane);
        weights.columns.extend(unseen(2 * (V::PLANES.colored - colored)));
        weights.columns.extend(unpaired);
        weights.columns.extend(unseen(V::PLANES.neutral - neutral));
        Ok(weights)
    }
}

impl Network {
    /// Creates a network from weights. There is one column for each square of each plane; output weights
    /// range from −127 to 127.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if the number of columns or the length of a row is wrong; [`NetworkError::Weight`] if an
    /// output weight or bias is too large.
    pub fn new<V: Evaluate>(weights: &NetworkWeights) -> Result<Network, NetworkError> {
        let NetworkWeights { columns, bias, outputs, output_biases } = weights;
        let hidden_size = bias.len();
        if !is_hidden_size(hidden_size)
            || columns.len() != V::PLANES.count() * V::Geometry::SQUARES * hidden_size
            || outputs.len() != OUTPUT_BUCKETS * 2 * hidden_size
        {
            return Err(NetworkError::Shape);
        }
        if outputs.iter().any(|weight| weight.unsigned_abs() > MOST_OUTPUT_WEIGHT.unsigned_abs())
            || output_biases.iter().any(|bias| bias.unsigned_abs() > MOST_OUTPUT_BIAS)
        {
            return Err(NetworkError::Weight);
        }
        let row = |output: usize, view: usize| {
            let first = (output * 2 + view) * hidden_size;
            Block::all_of(&outputs[first..first + hidden_size]).collect()
        };
        Ok(Network {
            variant: V::NETWORK_ID.to_owned(),
            planes: V::PLANES,
            columns: Block::all_of(columns).collect(),
            bias: Block::all_of(bias).collect(),
            outputs: std::array::from_fn(|output| [0, 1].map(|view| row(output, view))),
            output_biases: *output_biases,
        })
    }

    /// Parses a network file of a variant.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network, or a network of another variant.
    pub fn read<V: Evaluate>(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader::new(bytes);
        let shape = reader.shape::<V>()?;
        if shape.planes != V::PLANES {
            return Err(NetworkError::Shape);
        }
        Network::new::<V>(&reader.weights::<V>(shape)?)
    }

    /// Returns a fingerprint: equal for identical networks, and almost always different for others.
    pub fn fingerprint(&self) -> u64 {
        checksum(&self.body())
    }

    /// Serializes the network to a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.body();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    fn body(&self) -> Vec<u8> {
        let Planes { colored, neutral } = self.planes;
        let NetworkWeights { columns, bias, outputs, output_biases } = self.weights();
        let hidden_size = bias.len();
        let mut body = Vec::new();
        let words = [colored, neutral, columns.len() / hidden_size, hidden_size, OUTPUT_BUCKETS];
        body.extend((self.variant.len() as u32).to_le_bytes());
        body.extend(self.variant.as_bytes());
        body.extend(words.iter().flat_map(|word| (*word as u32).to_le_bytes()));
        let row = |numbers: &[i16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        body.extend(row(&columns));
        body.extend(row(&bias));
        for (weights, bias) in outputs.chunks(2 * hidden_size).zip(output_biases) {
            body.extend(row(weights));
            body.extend(bias.to_le_bytes());
        }
        body
    }
}
