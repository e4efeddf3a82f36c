//! `faraday puzzles tag`: recomputes the themes of puzzles. Facts follow from the rules; causes are confirmed by
//! searching the position without them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use clap::Args;
use faraday_knowledge::puzzle::{self, CAUSE_NODES, PuzzleSearchers, causes, facts, write};

use super::searcher;
use crate::exit_status::Answer;
use crate::file::{self, IfExists};
use crate::help;
use crate::position::VariantArgument;
use crate::{input, number, output, signals};

/// Tag puzzles with their themes
///
/// The file is rewritten. A rule of the variant is a theme only if the solution does not win without it.
#[derive(Args)]
#[command(after_help = help::examples(&["puzzles tag {variant} {variant}.jsonl"]))]
pub struct TagArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Nodes of each search without a rule
    #[arg(long, value_name = "N", default_value_t = CAUSE_NODES, value_parser = number::at_least(1_u64))]
    nodes: u64,
}

/// Tags the puzzles and prints the count of each theme.
pub fn run(arguments: &TagArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let TagArguments { variant, file: path, nodes } = arguments;
    let variant = variant.variant;
    // Unknown themes and causes are accepted here, because they are about to be replaced.
    let puzzles = puzzle::read_untagged(variant, &input::text(path)?);
    let mut puzzles = puzzles.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
    let stop = signals::stop_flag()?;
    let mut searchers = PuzzleSearchers::new(searcher);
    let mut counts = BTreeMap::<String, usize>::new();
    for puzzle in &mut puzzles {
        if stop.load(Ordering::Relaxed) {
            output::status("stopped: the file is unchanged");
            return Ok(Answer::Stopped);
        }
        puzzle.themes = facts(variant, puzzle).unwrap_or_default();
        puzzle.causes =
            causes(&mut searchers, variant, puzzle, *nodes).map_err(|error| anyhow!("{}: {error}", puzzle.id))?;
        puzzle.themes.extend(puzzle.causes.iter().map(|owed| owed.theme.clone()));
        for theme in &puzzle.themes {
            *counts.entry(theme.clone()).or_default() += 1;
        }
    }
    let lines: String = puzzles.iter().map(|puzzle| write(puzzle) + "\n").collect();
    file::save(path, &lines, IfExists::Replace)?;
    for (theme, count) in counts {
        writeln!(out, "{count:>5} {theme}")?;
    }
    writeln!(out, "{} puzzles tagged", puzzles.len())?;
    Ok(Answer::Yes)
}
