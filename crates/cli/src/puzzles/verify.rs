//! `faraday puzzles verify`: searches every turn of the solver again.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use clap::Args;
use faraday_knowledge::puzzle::{CheckResult, PuzzleCause, VERIFYING_NODES, check};

use super::{read, searcher};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::{number, output, signals};

/// Verify puzzles
///
/// Each puzzle is played by the rules and searched at each turn of the solver: exactly one move must win. Its themes
/// and causes must match the rules.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "puzzles verify {variant} {variant}.jsonl",
    "puzzles verify {variant} {variant}.jsonl --nodes 10000000",
]))]
pub struct VerifyArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = VERIFYING_NODES, value_parser = number::at_least(1_u64))]
    nodes: u64,
}

/// Prints a line for each wrong puzzle.
pub fn run(arguments: &VerifyArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let puzzles = read(variant, &arguments.file)?;
    let stop = signals::stop_flag()?;
    let mut searcher = searcher(variant);
    let mut wrong = 0;
    for puzzle in &puzzles {
        if stop.load(Ordering::Relaxed) {
            output::status("stopped: not every puzzle was checked");
            return Ok(Answer::Stopped);
        }
        match check(&mut searcher, variant, puzzle, arguments.nodes)
            .map_err(|error| anyhow!("{}: {error}", puzzle.id))?
        {
            CheckResult::Valid => {}
            CheckResult::UnfoundedTheme(theme) => {
                wrong += 1;
                writeln!(out, "{}: the theme {theme} does not apply", puzzle.id)?;
                out.flush()?;
            }
            CheckResult::UnfoundedCause(PuzzleCause { turn, theme, squares }) => {
                wrong += 1;
                let mv = &puzzle.moves[2 * turn - 1];
                writeln!(out, "{} turn {turn}: {mv} does not depend on {theme} on {}", puzzle.id, squares.join(" "))?;
                out.flush()?;
            }
            CheckResult::WrongMove { turn, found } => {
                wrong += 1;
                let found = found.map_or("no move".to_owned(), |look| {
                    let second = look.second.map_or(String::new(), |(mv, share)| format!(", {mv} {share}"));
                    format!("{} {}{second}", look.best, look.expected)
                });
                let wanted = &puzzle.moves[2 * turn - 1];
                writeln!(out, "{} turn {turn}: {wanted} is not the only winning move; found {found}", puzzle.id)?;
                out.flush()?;
            }
        }
    }
    writeln!(out, "{} puzzles verified, {wrong} wrong", puzzles.len() - wrong)?;
    Ok(if wrong == 0 { Answer::Yes } else { Answer::No })
}
