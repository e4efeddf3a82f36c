//! `faraday tablebase verify`: checks that each value follows from those of the positions after it. Moves are found in
//! another way than during the build.

use std::io::Write;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};
use clap::Args;
use faraday_tablebase::{Material, WorkProgress};

use super::progress::with_progress;
use super::{TablesOption, check_size};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::{number, output, signals};

/// Check tablebases against the rules
///
/// Each value must follow from the values after its legal moves. The moves come from checking every possible move
/// against the rules, not from the move generator that built the tables. Then won positions are played out: perfect
/// play must win them in the stored number of plies. The exit status is 1 if a value is wrong. A file whose SHA-256
/// differs from the published one can be correct, because the bytes depend on the version of the compressor.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "tablebase verify {variant}",
    "tablebase verify {variant} --material KQvKR --sample 1000000",
]))]
pub struct VerifyArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Check only this table, such as `KQvKR`; may be repeated [default: every table]
    #[arg(long, value_name = "PIECES")]
    material: Vec<Material>,
    /// Check a sample of about N positions in each larger table
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = number::at_least(1_usize))]
    sample: usize,
    /// Play out N won positions of each table
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::at_least(0_usize))]
    wins: usize,
    #[command(flatten)]
    tables: TablesOption,
}

/// Checks the tables and prints a line for each.
pub fn run(arguments: &VerifyArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let collection = arguments.tables.open(variant)?;
    let tables = collection.tables();
    check_size(variant, tables, &arguments.material)?;
    let there: Vec<Material> = tables.list().into_iter().map(|(material, _)| material).collect();
    let wanted = if arguments.material.is_empty() { there } else { arguments.material.clone() };
    if let Some(missing) = wanted.iter().find(|material| !tables.has(**material)) {
        return Err(anyhow!("there is no table of {missing}; build it with `faraday tablebase build`"));
    }
    let work = WorkProgress { stop: signals::stop_flag()?, ..WorkProgress::default() };
    let mut is_right = true;
    for material in wanted {
        let VerifyArguments { sample, wins, .. } = arguments;
        let cells = tables.cells(material).unwrap_or_default().min(*sample);
        let checked = with_progress(material, cells, &work, || tables.verify(material, *sample, &work));
        let played = checked.and_then(|checked| {
            let played = with_progress(material, *wins, &work, || tables.play_wins(material, *wins, &work))?;
            Ok((checked, played))
        });
        match played {
            Ok((checked, played)) if !work.stop.load(Ordering::Relaxed) => {
                let published = match collection.is_published(material).with_context(|| material.to_string())? {
                    Some(true) => ", SHA-256 as published",
                    Some(false) => ", SHA-256 not as published",
                    None => "",
                };
                writeln!(out, "{material:<6} {checked} positions verified, {played} wins played out{published}")?;
            }
            Ok(_) => {
                output::status("stopped: not every table was checked");
                return Ok(Answer::Stopped);
            }
            Err(fault) => {
                is_right = false;
                writeln!(out, "{material:<6} {fault}")?;
            }
        }
        out.flush()?;
    }
    Ok(if is_right { Answer::Yes } else { Answer::No })
}
