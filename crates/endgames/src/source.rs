//! The location of a table's bytes, embedded in the program or in a file, and a stamp that detects replaced files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::SystemTime;

use faraday_tablebase::Material;

/// The file name extension of table files, without a dot.
pub const FILE_ENDING: &str = "feg";

/// The location of a table: in the program, or in a file.
#[derive(Clone, Debug)]
pub enum Source {
    /// Included in the program.
    Bytes(&'static [u8]),
    /// In a separate file.
    File(PathBuf),
}

/// The length and modification time of a file, to detect that it was replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// The length in bytes.
    pub length: u64,
    /// The modification time; `None` for a table in the program.
    changed: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { length: metadata.len(), changed: metadata.modified().ok() }
    }
}

impl Source {
    /// Returns the whole content of the table's file.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Source::Bytes(bytes) => Ok(bytes.to_vec()),
            Source::File(path) => fs::read(path),
        }
    }

    /// Opens the file for reading and returns its stamp.
    pub fn open(&self) -> io::Result<(Box<dyn Read + Send>, Stamp)> {
        match self {
            Source::Bytes(bytes) => Ok((Box::new(*bytes), Stamp { length: bytes.len() as u64, changed: None })),
            Source::File(path) => {
                let file = File::open(path)?;
                let stamp = Stamp::of(&file.metadata()?);
                Ok((Box::new(file), stamp))
            }
        }
    }

    /// Returns the current stamp of the file.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        self.open().map(|(_, stamp)| stamp)
    }
}

/// Returns the name of a table's file.
pub(crate) fn file_name(material: Material) -> String {
    format!("{material}.{FILE_ENDING}")
}
