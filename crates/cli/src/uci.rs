//! `faraday uci`: runs the engine under UCI on the standard streams.

use std::io::{self, BufReader, LineWriter};

use anyhow::Context;
use clap::Args;
use faraday_engine::uci::{self, DEFAULT_HASH, EngineFactory};
use faraday_variants::{catalog, find};

use crate::exit_status::Answer;
use crate::help;
use crate::tablebase;

/// Run the engine over UCI; the `UCI_Variant` option selects the variant
#[derive(Args)]
#[command(after_help = help::examples(&["uci"]))]
pub struct UciArguments {}

/// Serves the session until it ends.
pub fn run() -> anyhow::Result<Answer> {
    let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
    let engine = |id: &str| find(id).map(|entry| tablebase::engine(entry, DEFAULT_HASH));
    let factory = EngineFactory { variants: &variants, create: &engine };
    uci::run(BufReader::new(io::stdin()), LineWriter::new(io::stdout()), &factory).context("the UCI session ended")?;
    Ok(Answer::Yes)
}
