//! The record of a match or another long run, as JSON lines: the settings first, then every finished game. A run with
//! the same settings continues after the last recorded game.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A kind of record, by the type of its lines after the first one.
pub trait JournalEntry: Serialize + DeserializeOwned {
    /// The kind of record, as written in its first line.
    const KIND: &'static str;
    /// The name of the run in messages.
    const RUN: &'static str;
}

/// The settings that determine the games, by name. The number of games, the concurrency, and the output files
/// are not among them.
pub type Settings = BTreeMap<String, String>;

#[derive(Serialize, Deserialize)]
struct Header {
    record: String,
    settings: Settings,
}

/// A finished game as a line of a match record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct GameRecord {
    /// The number of the game, starting at 1.
    pub game: usize,
    /// The name of White's player.
    pub white: String,
    /// The name of Black's player.
    pub black: String,
    /// `1-0`, `0-1`, or `1/2-1/2`.
    pub result: String,
    /// The identifier of the verdict.
    pub reason: String,
    /// The verdict as a sentence.
    pub text: String,
    /// The starting position as FEN, if it is not that of the variant.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fen: Option<String>,
    /// The moves, in UCI.
    pub moves: String,
    /// The number of moves in the opening.
    pub opening: usize,
    pub seconds: f64,
}

impl JournalEntry for GameRecord {
    const KIND: &'static str = "faraday match 1";
    const RUN: &'static str = "match";
}

/// The reason why a record cannot be written or continued.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum JournalError {
    /// An error of the system.
    #[error("cannot {verb} `{path}`: {cause}")]
    Io {
        /// The verb for the failed operation.
        verb: &'static str,
        path: PathBuf,
        cause: io::Error,
    },
    /// Another run is writing to the file.
    #[error("`{path}` is in use by another {run}")]
    InUse {
        path: PathBuf,
        /// The name of the run.
        run: &'static str,
    },
    /// A line is not part of such a record.
    #[error("`{path}`: line {line} is not part of the record of a {run}")]
    Broken {
        path: PathBuf,
        /// The name of the expected run.
        run: &'static str,
        line: usize,
    },
    /// A record with other settings.
    #[error("`{path}` records another {run}: its {setting} is `{recorded}`, not `{wanted}`")]
    Other {
        path: PathBuf,
        /// The name of the run.
        run: &'static str,
        /// The setting that differs.
        setting: String,
        /// Its value in the record.
        recorded: String,
        /// Its value in this run.
        wanted: String,
    },
}

/// The record of a run, as a file of JSON lines or, if disabled, only in memory.
#[derive(Debug)]
pub struct Journal<L = GameRecord> {
    file: Option<(File, PathBuf)>,
    lines: Vec<L>,
}

impl<L: JournalEntry> Journal<L> {
    /// Returns a journal that is not written to a file.
    pub fn none() -> Journal<L> {
        Journal { file: None, lines: Vec::new() }
    }

    /// Opens a record or creates it. A truncated last line is dropped.
    pub fn open(path: &Path, settings: &Settings) -> Result<Journal<L>, JournalError> {
        let failed = |verb| move |cause| JournalError::Io { verb, path: path.to_owned(), cause };
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse { path: path.to_owned(), run: L::RUN }),
            Err(TryLockError::Error(cause)) if cause.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(cause)) => return Err(failed("lock")(cause)),
        }
        if !file.metadata().map_err(failed("read"))?.is_file() {
            return Err(failed("record in")(io::Error::other("this is not a file")));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let header = Header { record: L::KIND.to_owned(), settings: settings.clone() };
        let header = serde_json::to_string(&header).expect("names and texts can be written");
        let broken = |line| JournalError::Broken { path: path.to_owned(), run: L::RUN, line };
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(broken(1));
        }
        let text = str::from_utf8(&bytes[..whole]).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            broken(before.split(|byte| *byte == b'\n').count())
        })?;
        let lines = read::<L>(path, text, settings)?;
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed("write"))?;
        let mut journal = Journal { file: Some((file, path.to_owned())), lines };
        if whole == 0 {
            journal.write(&header)?;
        }
        Ok(journal)
    }

    /// Returns the recorded lines, such as the finished games of a match.
    pub fn lines(&self) -> &[L] {
        &self.lines
    }

    /// Adds a line to the record.
    pub fn add(&mut self, line: L) -> Result<(), JournalError> {
        let text = serde_json::to_string(&line).expect("names, texts and numbers can be written");
        self.write(&text)?;
        self.lines.push(line);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        // The line is written in one call, so an abrupt end can truncate only the last line.
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|cause| JournalError::Io { verb: "write", path: path.clone(), cause })
    }
}

fn read<L: JournalEntry>(path: &Path, text: &str, settings: &Settings) -> Result<Vec<L>, JournalError> {
    let broken = |line| JournalError::Broken { path: path.to_owned(), run: L::RUN, line };
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let header: Header =
        serde_json::from_str(first).ok().filter(|header: &Header| header.record == L::KIND).ok_or_else(|| broken(1))?;
    check::<L>(path, &header.settings, settings)?;
    lines.map(|(number, line)| serde_json::from_str(line).map_err(|_| broken(number))).collect()
}

fn check<L: JournalEntry>(path: &Path, recorded: &Settings, wanted: &Settings) -> Result<(), JournalError> {
    let names = recorded.keys().chain(wanted.keys());
    let value = |settings: &Settings, name: &str| settings.get(name).cloned().unwrap_or_else(|| "none".to_owned());
    for name in names {
        let (recorded, wanted) = (value(recorded, name), value(wanted, name));
        if recorded != wanted {
            let (path, setting) = (path.to_owned(), name.clone());
            return Err(JournalError::Other { path, run: L::RUN, setting, recorded, wanted });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("faraday-journal-{name}-{}", std::process::id()));
        // The file may be left over from an earlier run.
        let _ = fs::remove_file(&path);
        path
    }

    fn settings(seed: &str) -> Settings {
        [("seed".to_owned(), seed.to_owned())].into()
    }

    fn game(number: usize) -> GameRecord {
        GameRecord {
            game: number,
            white: "a".to_owned(),
            black: "b".to_owned(),
            result: "1-0".to_owned(),
            reason: "checkmate".to_owned(),
            text: String::new(),
            fen: None,
            moves: "e2e4".to_owned(),
            opening: 1,
            seconds: 0.5,
        }
    }

    #[test]
    fn a_record_goes_on_where_it_stopped_even_in_the_middle_of_a_line() {
        let path = path("goes-on");
        let mut journal = Journal::<GameRecord>::open(&path, &settings("1")).unwrap();
        journal.add(game(1)).unwrap();
        journal.add(game(2)).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        for cut in [text.len(), text.len() - 1, text.len() - 30] {
            fs::write(&path, &text[..cut]).unwrap();
            let mut journal = Journal::<GameRecord>::open(&path, &settings("1")).unwrap();
            let whole = if cut == text.len() { 2 } else { 1 };
            assert_eq!(journal.lines().len(), whole);
            journal.add(game(3)).unwrap();
            drop(journal);
            let again = Journal::<GameRecord>::open(&path, &settings("1")).unwrap();
            assert_eq!(again.lines().last(), Some(&game(3)));
            assert_eq!(again.lines().len(), whole + 1);
        }
        for cut in [0, 1, 20] {
            fs::write(&path, &text[..cut]).unwrap();
            assert!(
                Journal::<GameRecord>::open(&path, &settings("1")).unwrap().lines().is_empty(),
                "a cut header is written again"
            );
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_settings_and_other_files_are_refused_and_left_alone() {
        let path = path("refused");
        Journal::<GameRecord>::open(&path, &settings("1")).unwrap();
        let error = Journal::<GameRecord>::open(&path, &settings("2")).unwrap_err().to_string();
        assert!(error.ends_with("records another match: its seed is `1`, not `2`"), "{error}");
        let error = Journal::<GameRecord>::open(&path, &Settings::new()).unwrap_err().to_string();
        assert!(error.ends_with("its seed is `1`, not `none`"), "{error}");
        for text in [&b"my letters"[..], b"my letters\n", b"{}\n", b"\xff\xfe", b"\x7fELF\xff\n\xff"] {
            fs::write(&path, text).unwrap();
            let error = Journal::<GameRecord>::open(&path, &settings("1")).unwrap_err().to_string();
            assert!(error.ends_with("line 1 is not part of the record of a match"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn two_matches_do_not_share_a_record() {
        let path = path("shared");
        let _first = Journal::<GameRecord>::open(&path, &settings("1")).unwrap();
        assert!(matches!(Journal::<GameRecord>::open(&path, &settings("1")), Err(JournalError::InUse { .. })));
        fs::remove_file(path).unwrap();
    }
}
