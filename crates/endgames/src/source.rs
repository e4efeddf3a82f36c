//! Files of tables, in the program or beside it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::SystemTime;

use faraday_tablebase::Material;

/// The extension of a table's file.
pub const FILE_ENDING: &str = "feg";

/// The place of a table.
#[derive(Clone, Debug)]
pub enum Source {
    /// In the program.
    Bytes(&'static [u8]),
    /// In a file.
    File(PathBuf),
}

/// The length and time of a file, which tell it from one that has replaced it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Its length in bytes.
    pub length: u64,
    /// The time of its last change; none in the program.
    changed: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { length: metadata.len(), changed: metadata.modified().ok() }
    }
}

impl Source {
    /// The bytes of the table's file.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Source::Bytes(bytes) => Ok(bytes.to_vec()),
            Source::File(path) => fs::read(path),
        }
    }

    /// Opens the file for reading, and returns its stamp.
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

    /// The stamp of the file as it is now.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        self.open().map(|(_, stamp)| stamp)
    }
}

/// The name of a table's file.
pub(crate) fn file_name(material: Material) -> String {
    format!("{material}.{FILE_ENDING}")
}
