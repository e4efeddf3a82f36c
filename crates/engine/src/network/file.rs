//! Networks as bytes.
//!
//! Little-endian: the text `FARADAYN`, a version, a checksum over all that follows; then the variant's id with its
//! length before it, the numbers of paired and unpaired planes, of columns, sums and outputs; then the weights: columns,
//! bias, and for each output its weights for the side to move and the other, and its bias.

use thiserror::Error;

use super::lanes::Lanes;
use super::{HIDDEN, Hidden, MOST_OUTPUT_BIAS, MOST_OUTPUT_WEIGHT, Network, OUTPUTS, Output, Planes};
use crate::Evaluate;
use faraday_rules::Geometry;

const MAGIC: &[u8; 8] = b"FARADAYN";
const VERSION: u32 = 1;

/// Why bytes are no network that can be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// They do not begin as a network does.
    #[error("this is not a Faraday network")]
    Magic,
    /// Another version of the format.
    #[error("the network has format {found}; this program reads format {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Bytes are missing or left over.
    #[error("the network has {found} bytes instead of {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// The checksum does not fit.
    #[error("the network is damaged: its checksum does not match")]
    Checksum,
    /// It plays another variant.
    #[error("the network plays `{found}`, not `{wanted}`")]
    Variant {
        /// The variant that it plays.
        found: String,
        /// The variant asked for.
        wanted: &'static str,
    },
    /// It was made for other planes or another width.
    #[error("the network does not have the shape this program expects")]
    Shape,
    /// A weight of an output is too large.
    #[error("a weight of the network is out of range")]
    Weight,
}

/// FNV-1a over words of eight bytes and what is left: fast, and any single wrong byte shows.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let mut chunks = bytes.chunks_exact(8);
    let hash = chunks
        .by_ref()
        .map(|chunk| u64::from_le_bytes(chunk.try_into().expect("a chunk has eight bytes")))
        .fold(0xCBF2_9CE4_8422_2325, mix);
    chunks.remainder().iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// Reads numbers from the front of bytes.
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

    fn hidden(&mut self) -> Result<Hidden, NetworkError> {
        let mut hidden = [0; HIDDEN];
        for number in &mut hidden {
            *number = i16::from_le_bytes(self.take()?);
        }
        Ok(hidden)
    }
}

fn shape<V: Evaluate>() -> [u32; 5] {
    let Planes { colored, neutral } = V::PLANES;
    let columns = V::PLANES.count() * V::Geometry::SQUARES;
    [colored, neutral, columns, HIDDEN, OUTPUTS].map(|number| number as u32)
}

impl Network {
    /// A network of a variant from its weights. One column for each square of each plane; an output's weights reach
    /// from −127 to 127.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if there are not as many columns, [`NetworkError::Weight`] if an output's weight or bias is
    /// too large.
    pub fn new<V: Evaluate>(
        columns: Vec<Hidden>,
        bias: Hidden,
        outputs: [Output; OUTPUTS],
    ) -> Result<Network, NetworkError> {
        if columns.len() != V::PLANES.count() * V::Geometry::SQUARES {
            return Err(NetworkError::Shape);
        }
        let weights = outputs.iter().flat_map(|output| output.weights.iter().flatten());
        let mut biases = outputs.iter().map(|output| output.bias);
        if weights.copied().any(|weight| weight.unsigned_abs() > MOST_OUTPUT_WEIGHT.unsigned_abs())
            || biases.any(|bias| bias.unsigned_abs() > MOST_OUTPUT_BIAS)
        {
            return Err(NetworkError::Weight);
        }
        Ok(Network {
            variant: V::NETWORK_ID.to_owned(),
            planes: V::PLANES,
            columns: columns.into_iter().map(Lanes::from).collect(),
            bias: bias.into(),
            outputs: outputs.map(|output| output.weights.map(Lanes::from)),
            output_biases: outputs.map(|output| output.bias),
        })
    }

    /// Reads a network of a variant.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a network, or of one for another variant.
    pub fn read<V: Evaluate>(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader::new(bytes);
        if reader.take().map_err(|_| NetworkError::Magic)? != *MAGIC {
            return Err(NetworkError::Magic);
        }
        let found = reader.word()?;
        if found != VERSION {
            return Err(NetworkError::Version { found });
        }
        let sum = u64::from_le_bytes(reader.take()?);
        if sum != checksum(reader.bytes) {
            return Err(NetworkError::Checksum);
        }
        let length = reader.word()? as usize;
        let name = reader.bytes.split_at_checked(length).ok_or(NetworkError::Shape)?;
        reader.bytes = name.1;
        let found = String::from_utf8_lossy(name.0).into_owned();
        if found != V::NETWORK_ID {
            return Err(NetworkError::Variant { found, wanted: V::NETWORK_ID });
        }
        for wanted in shape::<V>() {
            if reader.word()? != wanted {
                return Err(NetworkError::Shape);
            }
        }
        let count = V::PLANES.count() * V::Geometry::SQUARES;
        let columns = (0..count).map(|_| reader.hidden()).collect::<Result<_, _>>()?;
        let bias = reader.hidden()?;
        let mut outputs = [Output { weights: [[0; HIDDEN]; 2], bias: 0 }; OUTPUTS];
        for output in &mut outputs {
            output.weights = [reader.hidden()?, reader.hidden()?];
            output.bias = reader.word()? as i32;
        }
        if !reader.bytes.is_empty() {
            let found = bytes.len();
            return Err(NetworkError::Length { found, wanted: found - reader.bytes.len() });
        }
        Network::new::<V>(columns, bias, outputs)
    }

    /// A number that networks share only by chance unless they are the same.
    pub fn fingerprint(&self) -> u64 {
        checksum(&self.body())
    }

    /// Writes it.
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
        let mut body = Vec::new();
        let words = [colored, neutral, self.columns.len(), HIDDEN, OUTPUTS];
        body.extend((self.variant.len() as u32).to_le_bytes());
        body.extend(self.variant.as_bytes());
        body.extend(words.iter().flat_map(|word| (*word as u32).to_le_bytes()));
        let hidden = |lanes: &Lanes| Hidden::from(*lanes).map(i16::to_le_bytes).concat();
        body.extend(self.columns.iter().flat_map(hidden));
        body.extend(hidden(&self.bias));
        for (weights, bias) in self.outputs.iter().zip(&self.output_biases) {
            body.extend(weights.iter().flat_map(hidden));
            body.extend(bias.to_le_bytes());
        }
        body
    }
}
