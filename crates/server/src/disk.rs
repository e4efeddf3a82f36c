//! The disk of a file: its folder, its size, and the free space.

use std::path::{Path, PathBuf};

/// The space of a disk, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskSpace {
    /// The space that this process may still use.
    pub free: u64,
    pub total: u64,
}

/// Returns the folder of a file, or the current folder for a bare name.
pub fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// Returns the space of the disk of a folder. `None` if the system does not know it.
pub fn space(folder: &Path) -> Option<DiskSpace> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    Some(DiskSpace { free: bytes(disk.f_bavail), total: bytes(disk.f_blocks) })
}
