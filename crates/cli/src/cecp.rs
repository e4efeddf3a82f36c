//! `faraday cecp`: runs the engine under the XBoard protocol on the standard streams.

use std::io::{self, BufReader, LineWriter};

use anyhow::Context;
use clap::Args;
use faraday_engine::cecp::{self, DEFAULT_HASH, EngineFactory, Rules};
use faraday_variants::{boards, catalog, find};

use crate::exit_status::Answer;
use crate::help;
use crate::tablebase;

/// Run the engine over the XBoard protocol (CECP); the `variant` command selects the variant
#[derive(Args)]
#[command(visible_alias = "xboard", after_help = help::examples(&["cecp"]))]
pub struct CecpArguments {}

/// Serves the session until it ends.
pub fn run() -> anyhow::Result<Answer> {
    let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
    let engine = |id: &str| find(id).map(|entry| tablebase::engine(entry, DEFAULT_HASH));
    let factory = EngineFactory { variants: &variants, create: &engine };
    let boards = boards();
    let referee = |id: &str, fen: Option<&str>| match find(id) {
        Some(entry) => entry.referee(fen),
        None => Err(format!("there is no variant `{id}`")),
    };
    let rules = Rules { boards: &boards, referee: &referee };
    cecp::run(BufReader::new(io::stdin()), LineWriter::new(io::stdout()), &factory, &rules)
        .context("the session under XBoard's protocol ended")?;
    Ok(Answer::Yes)
}
