//! The disk of a file: its folder and its free space.

use std::path::{Path, PathBuf};

/// Returns the folder of a file, or the current folder for a bare name.
pub fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// Returns the bytes that this process may still write to the disk of a folder. `None` if the system does not
/// report them.
pub fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}
