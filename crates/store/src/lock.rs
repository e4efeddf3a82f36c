//! One process for one file of SQLite: journal and clocks of a second one would not know of the first.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock of the kernel's, which ends with the process however that ends.
#[derive(Debug)]
pub(crate) struct FileLock {
    /// Held open for as long as the lock is.
    _file: File,
}

impl FileLock {
    /// The file that is locked.
    pub(crate) fn path(database: &Path) -> PathBuf {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        PathBuf::from(path)
    }

    /// Locks the file beside a database. None if another process, or another store of this one, has it.
    pub(crate) fn take(database: &Path) -> io::Result<Option<FileLock>> {
        // Kept when the lock ends: whoever removes a lock's file takes it from under the next one.
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(FileLock::path(database))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(FileLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
