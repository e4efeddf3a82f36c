//! A folder of tablebase files, with a subfolder for each variant, in addition to the tables that
//! come with the program.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use faraday_tablebase::TableError;
use faraday_variants::Entry;
use thiserror::Error;

use crate::TableCollection;
use crate::source::FILE_ENDING;

/// The reason why a folder's tables cannot be used.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FolderError {
    /// The folder cannot be read.
    #[error("{path}: {error}", path = path.display())]
    Folder { path: PathBuf, error: io::Error },
    /// A file is not a table of the variant.
    #[error("{path}: {error}", path = path.display())]
    Table { path: PathBuf, error: TableError },
}

/// A folder of tables with a subfolder for each variant. Without a folder, there are only the tables that
/// come with the program.
#[derive(Clone, Debug, Default)]
pub struct TablebaseFolder {
    folder: Option<PathBuf>,
}

impl TablebaseFolder {
    /// Returns the tables of a folder, which may be missing, together with those that come with the program.
    pub fn new(folder: Option<PathBuf>) -> TablebaseFolder {
        TablebaseFolder { folder }
    }

    /// Returns the path of a variant's subfolder, which may be missing. `None` if there is no folder.
    pub fn variant_folder(&self, variant: &Entry) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(variant.id))
    }

    /// Returns the tables of a variant.
    ///
    /// # Errors
    ///
    /// If a table in the folder cannot be read.
    pub fn open(&self, variant: &'static Entry) -> Result<TableCollection, FolderError> {
        self.collect(variant, &mut Err)
    }

    /// Returns the tables of a variant. Unreadable files are left out, and the callback is called for each.
    pub fn open_readable(&self, variant: &'static Entry, report: &mut dyn FnMut(&FolderError)) -> TableCollection {
        let collected = self.collect(variant, &mut |error| {
            report(&error);
            Ok(())
        });
        collected.unwrap_or_else(|_| unreachable!("every error was taken"))
    }

    /// Passes every error to `on_error`, which returns an error to stop.
    fn collect(
        &self,
        variant: &'static Entry,
        on_error: &mut dyn FnMut(FolderError) -> Result<(), FolderError>,
    ) -> Result<TableCollection, FolderError> {
        let mut collection = TableCollection::shipped(variant);
        let Some(folder) = self.variant_folder(variant) else { return Ok(collection) };
        let listed = match files(&folder) {
            Ok(listed) => listed,
            Err(error) => {
                on_error(FolderError::Folder { path: folder, error })?;
                Vec::new()
            }
        };
        for path in listed {
            if let Err(error) = collection.add_file(&path) {
                on_error(FolderError::Table { path, error })?;
            }
        }
        Ok(collection)
    }
}

/// Returns the table files in a folder, which may be missing.
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
