//! The UCI engine without the rest of the program, quick to build, for matches between two versions of the search.
//!
//! `cargo build --release -p faraday-engine --example uci`

use std::io::{self, BufReader, LineWriter};

use faraday_engine::uci::{self, DEFAULT_HASH, EngineFactory};
use faraday_variants::{catalog, find};

fn main() -> io::Result<()> {
    let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
    let engine = |id: &str| find(id).map(|entry| entry.engine(DEFAULT_HASH));
    uci::run(
        BufReader::new(io::stdin()),
        LineWriter::new(io::stdout()),
        &EngineFactory { variants: &variants, create: &engine },
    )
}
