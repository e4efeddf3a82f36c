//! A file that is not there yet: whoever has made one in vain takes it away again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Location;
use crate::lock::FileLock;

/// A place for a file of SQLite at which there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fresh {
    file: PathBuf,
    /// The folders that are not there, the deepest first.
    folders: Vec<PathBuf>,
}

impl Location {
    /// The place of a file that is not there. None if it is, and of a database of PostgreSQL.
    pub fn fresh(&self) -> Option<Fresh> {
        let Location::Sqlite(file) = self else { return None };
        let is_missing = |path: &Path| !path.as_os_str().is_empty() && !path.exists();
        let folders = file.ancestors().skip(1).take_while(|folder| is_missing(folder)).map(Path::to_owned).collect();
        is_missing(file).then(|| Fresh { file: file.clone(), folders })
    }
}

impl Fresh {
    /// Takes away what was made there since, when its store is closed; unless somebody else has opened it meanwhile.
    pub fn remove(self) {
        let Fresh { file, folders } = self;
        let Ok(Some(lock)) = FileLock::take(&file) else { return };
        let beside = ["-wal", "-shm"].map(|end| {
            let mut path = file.clone().into_os_string();
            path.push(end);
            PathBuf::from(path)
        });
        for path in beside.iter().chain([&file, &FileLock::path(&file)]) {
            // What cannot be removed stays, as it would without this.
            let _ = fs::remove_file(path);
        }
        drop(lock);
        for folder in folders {
            // One with something else in it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}
