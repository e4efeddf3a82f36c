//! `faraday tablebase list`: lists the tables with their statistics.

use std::io::Write;

use clap::Args;
use faraday_tablebase::Statistics;
use faraday_wire::EndgameTable;

use super::TablesOption;
use crate::exit_status::Answer;
use crate::help;
use crate::output;
use crate::position::VariantArgument;

/// List the tablebases with their wins, losses, and draws, and the longest wins
#[derive(Args)]
#[command(after_help = help::examples(&["tablebase list {variant}", "tablebase list {variant} --json"]))]
pub struct ListArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    tables: TablesOption,
    /// Print one JSON array, with the longest wins as moves, and the length and SHA-256 of each file
    #[arg(long)]
    json: bool,
}

/// Prints a line for each table.
pub fn run(arguments: &ListArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let collection = arguments.tables.open(arguments.variant.variant)?;
    if arguments.json {
        let shared = collection.share(|_| {});
        let rows: Vec<&EndgameTable> = shared.rows().iter().filter(|row| row.is_available).collect();
        output::json(out, &rows)?;
        return Ok(Answer::Yes);
    }
    let mut listed = collection.tables().list();
    listed.sort_by_key(|(material, _)| (material.pieces(), std::cmp::Reverse(*material)));
    writeln!(out, "ending        won       lost      drawn  longest  example")?;
    for (material, Statistics { won, lost, drawn, longest, fen }) in listed {
        let material = material.to_string();
        writeln!(out, "{material:<7} {won:>9}  {lost:>9}  {drawn:>9}  {longest:>7}  {fen}")?;
    }
    Ok(Answer::Yes)
}
