//! A folder of tablebase files, with a subfolder for each variant, in addition to the tables that
//! come with the program.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use faraday_tablebase::TableError;
use faraday_variants::{Entry, catalog};
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

/// The reason why a folder adds no tables to those that come with the program.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum UselessFolderError {
    #[error("the folder `{path}` does not exist", path = .0.display())]
    Missing(PathBuf),
    #[error("`{path}` is not a folder", path = .0.display())]
    NotAFolder(PathBuf),
    #[error("the folder `{path}` cannot be read: {error}", path = path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("the folder `{path}` has no tablebases in the subfolder of any variant", path = .0.display())]
    Empty(PathBuf),
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

    /// Checks that the folder has at least one file of tables. A program without a folder passes.
    ///
    /// # Errors
    ///
    /// If the folder adds no tables.
    pub fn check(&self) -> Result<(), UselessFolderError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        if let Err(error) = fs::read_dir(folder) {
            let path = folder.clone();
            return Err(match error.kind() {
                ErrorKind::NotFound => UselessFolderError::Missing(path),
                ErrorKind::NotADirectory => UselessFolderError::NotAFolder(path),
                _ => UselessFolderError::Unreadable { path, error },
            });
        }
        let has_tables = |variant: &Entry| files(&folder.join(variant.id)).is_ok_and(|files| !files.is_empty());
        if catalog().iter().any(has_tables) { Ok(()) } else { Err(UselessFolderError::Empty(folder.clone())) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_tables_says_what_is_wrong_with_it() {
        let place = tempfile::tempdir().unwrap();
        let of = |path: PathBuf| TablebaseFolder::new(Some(path)).check();
        assert!(TablebaseFolder::default().check().is_ok());
        assert!(matches!(of(place.path().join("missing")), Err(UselessFolderError::Missing(_))));
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(of(file), Err(UselessFolderError::NotAFolder(_))));
        assert!(matches!(of(place.path().to_owned()), Err(UselessFolderError::Empty(_))));
        let variant = place.path().join(catalog()[0].id);
        fs::create_dir(&variant).unwrap();
        assert!(matches!(of(place.path().to_owned()), Err(UselessFolderError::Empty(_))));
        fs::write(variant.join(format!("KQvK.{FILE_ENDING}")), "").unwrap();
        assert!(of(place.path().to_owned()).is_ok());
    }
}
