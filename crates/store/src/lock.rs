//! A file lock that lets only one process use a SQLite file. A second process would have its own journals and clocks.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A kernel lock. It ends with the process, even after a crash.
#[derive(Debug)]
pub(crate) struct FileLock {
    /// Open for as long as the lock is held.
    _file: File,
}

impl FileLock {
    /// Returns the path of the lock file.
    pub(crate) fn path(database: &Path) -> PathBuf {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        PathBuf::from(path)
    }

    /// Locks the file next to a database. `None` if another process, or another store of this process, holds the lock.
    pub(crate) fn take(database: &Path) -> io::Result<Option<FileLock>> {
        // The file is never removed: the next process may hold a lock on it already.
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(FileLock::path(database))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(FileLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
