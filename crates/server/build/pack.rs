//! Hashes and compresses the files of the web app at build time.

use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};

/// The effort to spend on compression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// For frequent builds during development.
    Quick,
    /// For builds that are served.
    Full,
}

impl Effort {
    /// Returns the name in file names.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Full => "full",
        }
    }
}

/// Returns the hash of the contents of a file.
pub fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Compresses bytes with Brotli.
pub fn brotli(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let quality = match effort {
        Effort::Quick => 5,
        Effort::Full => 11,
    };
    let params = brotli::enc::BrotliEncoderParams { quality, lgwin: 22, ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params)?;
    Ok(packed)
}

/// Compresses bytes with gzip.
pub fn gzip(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Quick => flate2::Compression::new(6),
        Effort::Full => flate2::Compression::best(),
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Returns true if a compressed file is enough shorter to be worth decompressing.
pub fn pays(plain: usize, packed: usize) -> bool {
    packed * 20 < plain * 19
}
