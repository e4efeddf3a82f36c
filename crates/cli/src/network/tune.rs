//! `faraday tune`: tunes margins and reductions of the search by playing games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use faraday_engine::Parameters;
use faraday_training::{Step, TuneError, TunePlan, Tuned, tune};

use super::{SelfplayArguments, named};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::progress::Progress;
use crate::{number, signals};

/// Tune the search by SPSA: self-play with random shifts of all parameters
///
/// Repeat the command to resume an interrupted run. Confirm the result with a match before you adopt it.
#[derive(Args)]
#[command(after_help = help::examples(&["tune {variant} --record {variant}.jsonl --games 20000 --nodes 8000"]))]
pub struct TuneArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Record the run in a JSON Lines file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
    /// Games to play, in pairs
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::between(2_u32, 10_000_000))]
    games: u32,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 8_000, value_parser = number::at_least(1_u64))]
    nodes: u64,
    /// Random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number::between(0_u64, 60))]
    opening: u64,
    /// Step size at the end of the run, in shifts per game won
    #[arg(long, value_name = "RATE", default_value_t = 0.006, value_parser = number::decimal)]
    rate: f32,
    /// Random seed for openings and shifts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    #[command(flatten)]
    selfplay: SelfplayArguments,
}

/// Tunes the parameters, reports progress, and prints the result.
pub fn run(arguments: &TuneArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let TuneArguments { variant, record, games, nodes, opening, rate, seed, selfplay } = arguments;
    anyhow::ensure!(*rate > 0.0 && *rate <= 1.0, "--rate must be above 0 and at most 1, not {rate}");
    let bytes = selfplay.net.read().with_context(|| named(&selfplay.net, record))?;
    let plan = TunePlan {
        record: record.clone(),
        pairs: games / 2,
        nodes: *nodes,
        opening: *opening as usize,
        rate: f64::from(*rate),
        seed: *seed,
        network: selfplay.net.source(&bytes),
        threads: selfplay.threads(),
    };
    signals::exit_at_signal("stopped: repeat the command to resume");
    let (progress, pairs, mut done) = (Progress::new(), plan.pairs, 0);
    let tuned = tune(variant.variant, &plan, &mut |step: &Step| {
        // Pairs do not finish in the order in which they started.
        done = done.max(step.pair + 1);
        progress.update(done.into(), pairs.into(), &format!("{done} of {pairs} pairs of games"));
    });
    drop(progress);
    let Tuned { before, after } = match tuned {
        Err(error @ TuneError::Network(_)) => return Err(error).with_context(|| named(&selfplay.net, record)),
        tuned => tuned?,
    };
    for ((range, before), after) in Parameters::RANGES.iter().zip(before.values()).zip(after.values()) {
        writeln!(out, "{:<24} {before:>6} -> {after:>6}", range.name)?;
    }
    Ok(Answer::Yes)
}
