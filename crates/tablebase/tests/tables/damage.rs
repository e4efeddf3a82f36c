//! Tests that damaged, truncated, and foreign tables cause an error and never a wrong value.

use std::fs;
use std::path::{Path, PathBuf};

use faraday_rules::{Position, Variant};
use faraday_tablebase::{TableError, Tables, Value};
use faraday_variants::{Chess, Magnetic, find};
use tempfile::TempDir;

const FEN: &str = "8/8/8/8/8/2k5/1R6/K7 b - - 0 1";

/// Returns a chess table that contains `FEN`, as a file that tests may change.
fn file() -> (TempDir, PathBuf, Vec<u8>) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("KRvK.feg");
    let knows = |bytes: &&&'static [u8]| {
        let mut tables = Tables::<Chess>::default();
        tables.add_bytes(bytes).unwrap();
        probe(&tables).unwrap().is_some()
    };
    let all: Vec<&'static [u8]> = find(Chess::ID).unwrap().endgames().collect();
    let bytes = all.iter().find(knows).unwrap().to_vec();
    (folder, path, bytes)
}

fn probe(tables: &Tables<Chess>) -> Result<Option<u16>, TableError> {
    let position = Position::from_fen(FEN).unwrap();
    tables.probe(&position).map(|value| value.and_then(Value::plies))
}

fn read(path: &Path) -> Result<Option<u16>, TableError> {
    let mut tables = Tables::default();
    tables.add_file(path)?;
    probe(&tables)
}

#[test]
fn a_changed_byte_is_an_error_wherever_it_is() {
    let (_folder, path, bytes) = file();
    fs::write(&path, &bytes).unwrap();
    let right = read(&path).unwrap();
    assert_eq!(right, Some(32));
    for at in (0..bytes.len()).step_by(7).chain(0..64) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        fs::write(&path, &changed).unwrap();
        assert!(read(&path).is_err(), "byte {at}");
    }
}

#[test]
fn a_table_that_is_cut_short_is_an_error() {
    let (_folder, path, bytes) = file();
    for length in (0..bytes.len()).step_by(101).chain([bytes.len() - 1]) {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(read(&path).is_err(), "{length} bytes");
    }
}

#[test]
fn a_table_of_another_variant_is_refused() {
    let (_folder, path, bytes) = file();
    fs::write(&path, bytes).unwrap();
    let error = Tables::<Magnetic>::default().add_file(&path).unwrap_err();
    assert_eq!(error.to_string(), "an endgame table of `chess`, not of `magnetic`");
}

#[test]
fn other_files_are_no_tables() {
    let (_folder, path, _) = file();
    for text in ["", "x", "FaradEG", "{\"variant\":\"chess\"}", "FaradEG2\0\0\0\0", "FaradEG1\u{7f}\u{7f}\u{7f}\u{7f}"]
    {
        fs::write(&path, text).unwrap();
        assert!(read(&path).is_err(), "{text}");
    }
}

/// An open table keeps reading the file that was opened, even if the file is replaced.
#[test]
fn a_file_may_be_replaced_while_it_is_probed() {
    let (folder, path, bytes) = file();
    fs::write(&path, &bytes).unwrap();
    let mut tables = Tables::default();
    tables.add_file(&path).unwrap();
    let other = folder.path().join("other");
    fs::write(&other, b"no table").unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(probe(&tables).unwrap(), Some(32));
}

#[test]
fn truncated_or_extended_files_are_detected_when_opened() {
    let (_folder, path, bytes) = file();
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Tables::<Chess>::default().add_file(&path).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(open(&bytes), Ok(()));
    assert_eq!(open(&bytes[..bytes.len() - 1]), Err("the table is damaged: it is cut short".to_owned()));
    let more = [bytes.as_slice(), b"x"].concat();
    assert_eq!(open(&more), Err("the table is damaged: something follows its end".to_owned()));
}

#[test]
fn a_table_under_the_name_of_another_material_is_refused() {
    let (folder, _, bytes) = file();
    let path = folder.path().join("KQvK.feg");
    fs::write(&path, bytes).unwrap();
    assert_eq!(read(&path).unwrap_err().to_string(), "this is the endgame table of KRvK, and must be named after it");
}

/// Opening a pipe for reading blocks until there is a writer.
#[cfg(unix)]
#[test]
fn other_files_than_regular_ones_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("KRvK.feg");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(read(&path).unwrap_err().to_string(), "not a regular file");
}
