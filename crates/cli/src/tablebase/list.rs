//! `faraday tablebase list`: which tables there are, and what they hold.

use std::io::Write;

use clap::Args;
use faraday_tablebase::Census;
use serde::Serialize;

use super::Place;
use crate::help;
use crate::outcome::Answer;
use crate::output;
use crate::position::VariantArgument;

/// List the endgame tables, what they hold, and the longest wins
#[derive(Args)]
#[command(after_help = help::examples(&["tablebase list {variant}", "tablebase list {variant} --json"]))]
pub struct ListArguments {
    #[command(flatten)]
    variant: VariantArgument,
    #[command(flatten)]
    place: Place,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    material: String,
    won: u64,
    lost: u64,
    drawn: u64,
    /// Plies of the longest win, and a position of that distance.
    longest: u16,
    fen: &'a str,
}

/// Prints a line for each table.
pub fn run(arguments: &ListArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let tables = arguments.place.open(arguments.variant.variant)?;
    let mut listed = tables.list();
    listed.sort_by_key(|(material, _)| (material.pieces(), std::cmp::Reverse(*material)));
    if arguments.json {
        let lines: Vec<Line> = listed
            .iter()
            .map(|(material, census)| Line {
                material: material.to_string(),
                won: census.won,
                lost: census.lost,
                drawn: census.drawn,
                longest: census.longest,
                fen: &census.fen,
            })
            .collect();
        output::json(out, &lines)?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "ending        won       lost      drawn  longest  example")?;
    for (material, Census { won, lost, drawn, longest, fen }) in listed {
        let material = material.to_string();
        writeln!(out, "{material:<7} {won:>9}  {lost:>9}  {drawn:>9}  {longest:>7}  {fen}")?;
    }
    Ok(Answer::Yes)
}
