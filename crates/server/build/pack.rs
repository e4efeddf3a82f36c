//! How a file of the page is compressed and told from others.

use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};

/// How hard to compress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// For builds that are made often.
    Quick,
    /// For builds that are served.
    Full,
}

impl Effort {
    /// Its name in names of files.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Full => "full",
        }
    }
}

/// A name for the contents of a file.
pub fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// The bytes in brotli.
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

/// The bytes in gzip.
pub fn gzip(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Quick => flate2::Compression::new(6),
        Effort::Full => flate2::Compression::best(),
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether a compressed form is so much shorter that it is worth unpacking.
pub fn pays(plain: usize, packed: usize) -> bool {
    packed * 20 < plain * 19
}
