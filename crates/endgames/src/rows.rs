//! Statistics of the available tables, and of published tables that are not available.

use std::collections::BTreeMap;

use faraday_tablebase::{AnyTables, Material, Statistics, TableError};
use faraday_variants::Entry;
use faraday_wire::EndgameTable;
use sha2::{Digest, Sha256};

use crate::probe::line;
use crate::source::{Source, file_name};

/// Returns a row for every table that is available or published, by the number of pieces and then from strong to weak.
pub(crate) fn rows(
    variant: &'static Entry,
    tables: &dyn AnyTables,
    sources: &BTreeMap<Material, Source>,
) -> Vec<EndgameTable> {
    let mut rows = BTreeMap::new();
    for row in published(variant) {
        if let Ok(material) = row.material.parse::<Material>() {
            rows.insert(order(material), EndgameTable { is_available: false, ..row });
        }
    }
    for (material, statistics) in tables.list() {
        let Some(source) = sources.get(&material) else { continue };
        let known = rows.remove(&order(material));
        // A file that has been deleted since then counts as missing.
        let Ok(bytes) = source.read() else { continue };
        let line = known.filter(|row| row.fen.as_deref() == Some(statistics.fen.as_str())).map(|row| row.line);
        let line = line.map_or_else(|| longest(variant, tables, statistics), Ok).unwrap_or_default();
        rows.insert(order(material), row(material, statistics, &bytes, line));
    }
    rows.into_values().collect()
}

fn order(material: Material) -> (usize, std::cmp::Reverse<Material>) {
    (material.pieces(), std::cmp::Reverse(material))
}

fn row(material: Material, statistics: &Statistics, bytes: &[u8], line: Vec<String>) -> EndgameTable {
    EndgameTable {
        material: material.to_string(),
        pieces: material.pieces(),
        won: statistics.won,
        lost: statistics.lost,
        drawn: statistics.drawn,
        longest: statistics.longest,
        fen: (!statistics.fen.is_empty()).then(|| statistics.fen.clone()),
        line,
        file: file_name(material),
        bytes: bytes.len() as u64,
        sha256: sha256(bytes),
        is_available: true,
    }
}

/// Returns the checksum of a file in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Returns the moves of a table's longest win.
fn longest(
    variant: &'static Entry,
    tables: &dyn AnyTables,
    statistics: &Statistics,
) -> Result<Vec<String>, TableError> {
    if statistics.fen.is_empty() {
        return Ok(Vec::new());
    }
    variant.game(Some(&statistics.fen)).map_or(Ok(Vec::new()), |game| line(tables, game.as_ref()))
}

/// Returns the statistics of all published tables, which come with the program.
pub(crate) fn published(variant: &Entry) -> Vec<EndgameTable> {
    let read = |text| serde_json::from_str(text).expect("a test reads what is known of every table");
    variant.known_endgames().map(read).unwrap_or_default()
}
