//! Where tables are.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use faraday_tablebase::TableError;
use faraday_variants::Entry;
use thiserror::Error;

use crate::Collection;
use crate::source::FILE_ENDING;

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
