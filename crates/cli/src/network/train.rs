//! `faraday train`: a network from games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use faraday_arena::NetworkWanted;
use faraday_training::{Plan, train};

use super::named;
use crate::help;
use crate::outcome::Answer;
use crate::position::VariantArgument;

/// Train a network on games of self-play
///
/// A run that was broken off goes on after its last epoch: the same command takes up the state that lies beside the
/// network. A network that is there already is never overwritten.
#[derive(Args)]
#[command(after_help = help::examples(&["train {variant} --games {variant}.games --output {variant}.nnue"]))]
pub struct TrainArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The files of games
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// The file that the network goes to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The network that learning begins with: a file, `embedded`, or `none` for weights at random
    #[arg(long, value_name = "NET", default_value = "none")]
    from: NetworkWanted,
    /// How many times every position is learned from
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions of a batch
    #[arg(long, value_name = "N", default_value_t = 8_192, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    batch: u64,
    /// The learning rate at the beginning; at the end it is a hundredth of it
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    rate: f32,
    /// The share of the game's outcome in what a position is worth; its score has the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    result: f32,
    /// What weights and order are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
}

/// Trains, and tells of every epoch.
pub fn run(arguments: &TrainArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let TrainArguments { variant, games, output, from, epochs, batch, rate, result, seed, threads } = arguments;
    anyhow::ensure!((0.0..=1.0).contains(result), "--result is a share from 0 to 1, not {result}");
    anyhow::ensure!(*rate > 0.0 && *rate <= 1.0, "--rate is a number above 0 and up to 1, not {rate}");
    let threads = threads.map_or_else(super::cores, |threads| threads as usize);
    let bytes = from.read().with_context(|| named(from, output))?;
    let plan = Plan {
        games: games.clone(),
        output: output.clone(),
        from: from.source(&bytes),
        epochs: *epochs,
        batch: *batch as usize,
        rate: *rate,
        result: *result,
        seed: *seed,
        threads,
    };
    let mut written = Ok(());
    train(variant.variant, &plan, &mut |epoch| {
        let (number, error, checked, speed) = (epoch.number, epoch.error, epoch.checked, epoch.speed);
        if written.is_ok() {
            written = writeln!(
                out,
                "epoch {number} of {epochs}: error {error:.5}, on positions kept apart {checked:.5}, {} positions, \
                 {speed:.0} a second",
                epoch.positions
            )
            .and_then(|()| out.flush());
        }
    })?;
    written?;
    writeln!(out, "{} is a network for {}", output.display(), variant.variant.id)?;
    Ok(Answer::Yes)
}
