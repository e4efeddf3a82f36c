//! Where tables are.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faraday_tablebase::{Material, TableError};
use faraday_variants::Entry;
use thiserror::Error;

use crate::Collection;

/// What the name of a table's file ends with.
pub const FILE_ENDING: &str = "feg";

/// Why tables of a folder are not there.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// The folder cannot be read.
    #[error("{path}: {error}", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is no table of the variant.
    #[error("{path}: {error}", path = path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: TableError,
    },
}

/// A folder of tables, with a subfolder for each variant; or none, where only those are at hand that come with the program.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folder: Option<PathBuf>,
}

/// Where a table is.
#[derive(Clone, Debug)]
pub enum Source {
    /// In the program.
    Bytes(&'static [u8]),
    /// In a file.
    File(PathBuf),
}

/// Tells a file from one that has replaced it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// How long it is, in bytes.
    pub length: u64,
    /// When it was written; none in the program.
    changed: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { length: metadata.len(), changed: metadata.modified().ok() }
    }
}

impl Shelf {
    /// Tables of a folder, which need not be there, and those that come with the program.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        Shelf { folder }
    }

    /// The folder of a variant's tables.
    pub fn folder(&self, variant: &Entry) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(variant.id))
    }

    /// The tables of a variant.
    ///
    /// # Errors
    ///
    /// If one of the folder's cannot be read.
    pub fn open(&self, variant: &'static Entry) -> Result<Collection, ShelfError> {
        self.gather(variant, &mut Err)
    }

    /// The tables of a variant. What cannot be read is told and left out.
    pub fn open_sound(&self, variant: &'static Entry, tell: &mut dyn FnMut(&ShelfError)) -> Collection {
        let gathered = self.gather(variant, &mut |error| {
            tell(&error);
            Ok(())
        });
        gathered.unwrap_or_else(|_| unreachable!("every error was taken"))
    }

    /// Hands every error to `judge`, which says whether to go on.
    fn gather(
        &self,
        variant: &'static Entry,
        judge: &mut dyn FnMut(ShelfError) -> Result<(), ShelfError>,
    ) -> Result<Collection, ShelfError> {
        let mut collection = Collection::shipped(variant);
        let Some(folder) = self.folder(variant) else { return Ok(collection) };
        let listed = match files(&folder) {
            Ok(listed) => listed,
            Err(error) => {
                judge(ShelfError::Folder { path: folder, error })?;
                Vec::new()
            }
        };
        for path in listed {
            if let Err(error) = collection.add_file(&path) {
                judge(ShelfError::Table { path, error })?;
            }
        }
        Ok(collection)
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

    /// The file for reading, and which it is.
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

    /// Which file it is now.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        self.open().map(|(_, stamp)| stamp)
    }
}

/// What a table's file is called.
pub(crate) fn file_name(material: Material) -> String {
    format!("{material}.{FILE_ENDING}")
}

/// The files of tables in a folder, which need not be there.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == FILE_ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
