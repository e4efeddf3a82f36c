//! A SQLite file that does not exist yet, so that a failed start can remove what it created.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Location;
use crate::lock::FileLock;

/// The path of a SQLite file that does not exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    file: PathBuf,
    /// The missing folders, deepest first.
    folders: Vec<PathBuf>,
}

impl Location {
    /// Returns the path of the file if it does not exist yet. `None` for an existing file and for PostgreSQL.
    pub fn new_file(&self) -> Option<NewFile> {
        let Location::Sqlite(file) = self else { return None };
        let is_missing = |path: &Path| !path.as_os_str().is_empty() && !path.exists();
        let folders = file.ancestors().skip(1).take_while(|folder| is_missing(folder)).map(Path::to_owned).collect();
        is_missing(file).then(|| NewFile { file: file.clone(), folders })
    }
}

impl NewFile {
    /// Removes the files and folders created there since, after the store is closed, unless another
    /// process has opened the file.
    pub fn remove(self) {
        let NewFile { file, folders } = self;
        let Ok(Some(lock)) = FileLock::take(&file) else { return };
        let beside = ["-wal", "-shm"].map(|end| {
            let mut path = file.clone().into_os_string();
            path.push(end);
            PathBuf::from(path)
        });
        for path in beside.iter().chain([&file, &FileLock::path(&file)]) {
            // A file that cannot be removed stays, as it would without this call.
            let _ = fs::remove_file(path);
        }
        drop(lock);
        for folder in folders {
            // A folder with other files in it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}
