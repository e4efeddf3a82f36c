//! Readers of the test vectors in the variants' folders, without any checks. `VECTORS.md` of the
//! crate explains the fields.
#![allow(dead_code, reason = "each test binary reads its own share")]

use std::fs;
use std::path::PathBuf;

use faraday_rules::Variant;
use faraday_variants::for_each_variant;
use serde_json::Value;

/// Returns the ids of the variants, each with its folder.
pub fn folders() -> Vec<(&'static str, &'static str)> {
    macro_rules! folders {
        ($($variant:ident $folder:literal,)+) => {
            vec![$((<faraday_variants::$variant as Variant>::ID, $folder)),+]
        };
    }
    for_each_variant!(folders)
}

/// Returns the position names, FENs, and counts of a variant's `perft.json`.
pub fn perft(id: &str) -> Vec<(String, String, Vec<u64>)> {
    let file: Value = serde_json::from_str(&read(id, "perft.json")).unwrap();
    let position = |position: &Value| {
        let counts = position["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        (text(position, "name"), text(position, "fen"), counts)
    };
    file["positions"].as_array().unwrap().iter().map(position).collect()
}

/// Returns the records of a variant's `.jsonl` file.
pub fn lines(id: &str, file: &str) -> Vec<Value> {
    read(id, file).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns a field that must be a string.
#[track_caller]
pub fn text(record: &Value, field: &str) -> String {
    record[field].as_str().unwrap_or_else(|| panic!("no text `{field}` in {record}")).to_owned()
}

fn read(id: &str, file: &str) -> String {
    let (_, folder) = folders().into_iter().find(|(known, _)| *known == id).unwrap();
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src", folder, "vectors", id, file].iter().collect();
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
