//! Atomic file writes: a file is written completely or left unchanged.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use faraday_rules::pgn::decode;
use thiserror::Error;

/// The size limit for files to read, in bytes. The record of one game takes a few kilobytes.
const LIMIT: u64 = 16 * 1024 * 1024;

/// The treatment of an existing file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    Fail,
    Replace,
}

/// The reason why a file could not be written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The file exists and was not to be replaced.
    #[error("`{0}` already exists")]
    Exists(PathBuf),
    /// The operating system reported an error.
    #[error("cannot write `{path}`: {cause}")]
    Unwritable { path: PathBuf, cause: io::Error },
}

/// Returns a path with `~/` expanded to the home directory.
pub fn path(text: &str) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Writes a text to a temporary file next to the target, then renames it. A replaced file keeps its permissions, and a
/// symbolic link is followed.
pub fn save(path: &Path, text: &str, if_exists: IfExists) -> Result<(), SaveError> {
    let unwritable = |cause| SaveError::Unwritable { path: path.to_owned(), cause };
    if if_exists == IfExists::Fail && path.exists() {
        return Err(SaveError::Exists(path.to_owned()));
    }
    if path.is_dir() {
        return Err(unwritable(io::ErrorKind::IsADirectory.into()));
    }
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().ok_or_else(|| unwritable(io::ErrorKind::InvalidFilename.into()))?;
    let mut draft = std::ffi::OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.draft", std::process::id()));
    let draft = path.with_file_name(draft);
    let written = write_new(&draft, text, fs::metadata(path).ok().map(|before| before.permissions()));
    let written = written.and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // A draft that cannot be removed is not worth a second error.
        let _ = fs::remove_file(&draft);
    }
    written.map_err(unwritable)
}

/// Reads a text file.
pub fn load(path: &Path) -> anyhow::Result<String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|cause| anyhow::anyhow!("cannot read `{}`: {cause}", path.display()))?;
    anyhow::ensure!(bytes.len() as u64 <= LIMIT, "`{}` is longer than {LIMIT} bytes", path.display());
    Ok(decode(&bytes).into_owned())
}

fn write_new(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("faraday-play-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[cfg(unix)]
    #[test]
    fn what_takes_a_place_is_as_private_and_is_where_a_link_leads() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = folder("linked");
        let (path, link) = (folder.join("real"), folder.join("link"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        symlink("real", &link).unwrap();
        save(&link, "two", IfExists::Replace).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_is_replaced_only_when_asked() {
        let folder = folder("replaced");
        let path = folder.join("game.pgn");
        save(&path, "one", IfExists::Fail).unwrap();
        assert!(matches!(save(&path, "two", IfExists::Fail), Err(SaveError::Exists(_))));
        assert_eq!(load(&path).unwrap(), "one");
        save(&path, "two", IfExists::Replace).unwrap();
        assert_eq!(load(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_record_in_latin_1_is_read() {
        let folder = folder("latin");
        let path = folder.join("game.pgn");
        fs::write(&path, b"[White \"M\xfcller\"]").unwrap();
        assert_eq!(load(&path).unwrap(), "[White \"Müller\"]");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_unwritable_path_is_one_clear_line() {
        let folder = folder("unwritable");
        for path in [folder.join("missing/game.pgn"), folder.clone(), PathBuf::from("/"), PathBuf::new()] {
            let message = save(&path, "text", IfExists::Replace).unwrap_err().to_string();
            assert!(message.starts_with("cannot write `") && !message.contains('\n'), "{message}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing half-written is left");
        fs::remove_dir_all(folder).unwrap();
    }
}
