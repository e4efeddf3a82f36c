//! Merges tables of several variants into one file, if their values are the same.
//!
//! ```sh
//! cargo run --release --package faraday-tablebase --example merge -- OUT.feg TABLE.feg TABLE.feg…
//! ```

use std::error::Error;
use std::fs;

use faraday_tablebase::merge;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let out = files.next().ok_or("name the file to write, then the tables")?;
    let mut tables: Vec<&'static [u8]> = Vec::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
        tables.push(bytes.leak());
    }
    if tables.is_empty() {
        return Err("name at least one table".into());
    }
    fs::write(&out, merge(&tables)?)?;
    Ok(())
}
