//! The files of backups: names with the time of a backup, such as `games-2026-11-27T03-00-00Z.db`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use faraday_play::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// The time in a name. Colons are not allowed in the names of files on all systems.
const FORMAT: &str = "%Y-%m-%dT%H-%M-%SZ";

/// The end of the name of an unfinished backup.
const PART: &str = ".part";

/// The file of a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFile {
    pub at: Timestamp,
    pub name: String,
    /// The size in bytes.
    pub size: u64,
}

/// Returns the name of a backup, which begins with the name of its database.
pub fn name(database: &str, at: Timestamp) -> String {
    let at = jiff::Timestamp::from_millisecond(i64::try_from(at.as_millis()).unwrap_or_default()).unwrap_or_default();
    format!("{database}-{}.db", at.strftime(FORMAT))
}

/// Returns the name of an unfinished backup.
pub fn part_name(name: &str) -> String {
    format!("{name}{PART}")
}

/// Returns the time in the name of a backup. `None` for other files.
fn time_of(database: &str, name: &str) -> Option<Timestamp> {
    let at = name.strip_prefix(database)?.strip_prefix('-')?.strip_suffix(".db")?;
    let at = DateTime::strptime(FORMAT, at).ok()?.to_zoned_datetime(TimeZone::UTC).ok()?.timestamp();
    u64::try_from(at.as_millisecond()).ok().map(Timestamp::from_millis)
}

/// Lists the backups of a database in a folder, the newest first.
pub fn list(folder: &Path, database: &str) -> io::Result<Vec<BackupFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if let Some(at) = time_of(database, &name) {
            files.push(BackupFile { at, size: entry.metadata()?.len(), name });
        }
    }
    files.sort_by(|one, other| other.name.cmp(&one.name));
    Ok(files)
}

/// Removes all backups but the newest, and what interrupted ones have left over. Other files stay. Returns the files that
/// could not be removed.
pub fn remove_old(folder: &Path, database: &str, keep: usize) -> io::Result<Vec<PathBuf>> {
    let old = list(folder, database)?.into_iter().skip(keep).map(|file| file.name);
    let parts = fs::read_dir(folder)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let parts = parts.filter(|name| name.strip_suffix(PART).is_some_and(|name| time_of(database, name).is_some()));
    let paths = old.chain(parts).map(|name| folder.join(name));
    Ok(paths.filter(|path| fs::remove_file(path).is_err()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_time_of_the_backup() {
        let at = Timestamp::from_millis(1_795_748_400_000);
        assert_eq!(name("games", at), "games-2026-11-27T03-00-00Z.db");
        assert_eq!(time_of("games", "games-2026-11-27T03-00-00Z.db"), Some(at));
        for other in ["games.db", "games-.db", "others-2026-11-27T03-00-00Z.db", "games-2026-11-27T03-00-00Z.db.part"] {
            assert_eq!(time_of("games", other), None, "{other}");
        }
    }

    #[test]
    fn the_newest_backups_and_all_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names = (1..=9).map(|day| name("games", Timestamp::from_millis(day * 86_400_000)));
        let names: Vec<String> = names.collect();
        let others = ["games.db", "other-2026-11-27T03-00-00Z.db", "notes.txt"].map(str::to_owned);
        for name in names.iter().chain(&others).chain([&part_name(&names[0])]) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        assert!(remove_old(folder.path(), "games", 7).unwrap().is_empty());
        let listed = list(folder.path(), "games").unwrap();
        let newest: Vec<&String> = names.iter().skip(2).rev().collect();
        assert_eq!(listed.iter().map(|file| &file.name).collect::<Vec<_>>(), newest);
        let all = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(all, 7 + others.len());
    }
}
