//! `faraday train`: trains a network from self-play games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use faraday_arena::NetworkChoice;
use faraday_training::{Epoch, TrainPlan, TrainProgress, UnusedData, train};

use super::{cut_off, named};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::{number, output, signals};

/// Train a network on self-play games
///
/// Repeat the command to resume an interrupted run. It continues after the last epoch, from the state saved next to
/// the network. An existing network is never overwritten.
#[derive(Args)]
#[command(after_help = help::examples(&["train {variant} --games {variant}.games --output {variant}.nnue"]))]
pub struct TrainArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Game files to learn from
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// The file to write the network to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The network to start from: a file, `embedded`, or `none` for random weights
    #[arg(long, value_name = "NET", default_value = "none")]
    from: NetworkChoice,
    /// Width of the first layer, in steps of 64; a wider network can learn more, but is slower [default: that of the
    /// network to start from, or 128]
    #[arg(long, alias = "sums", value_name = "N", value_parser = number::between(64_u64, 256))]
    width: Option<u64>,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::between(1_u32, 10_000))]
    epochs: u32,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 8_192, value_parser = number::between(1_u64, 1_048_576))]
    batch: u64,
    /// Initial learning rate; it falls to a hundredth of this
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = number::decimal)]
    rate: f32,
    /// λ of TD(λ), from 0 to 1: the weight of later scores of the game in the target
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.0, value_parser = number::decimal)]
    lambda: f32,
    /// Weight of the game result in the target, from 0 to 1; the search score has the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = number::decimal)]
    result: f32,
    /// Random seed for weights and order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::between(1_u64, 1024))]
    threads: Option<u64>,
}

/// Trains the network and reports each epoch.
pub fn run(arguments: &TrainArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let TrainArguments { variant, games, output, from, width, epochs, batch, rate, lambda, result, seed, threads } =
        arguments;
    anyhow::ensure!((0.0..=1.0).contains(lambda), "--lambda must be from 0 to 1, not {lambda}");
    anyhow::ensure!((0.0..=1.0).contains(result), "--result must be from 0 to 1, not {result}");
    anyhow::ensure!(*rate > 0.0 && *rate <= 1.0, "--rate must be above 0 and at most 1, not {rate}");
    let threads = threads.map_or_else(super::cores, |threads| threads as usize);
    let bytes = from.read().with_context(|| named(from, output))?;
    let plan = TrainPlan {
        games: games.clone(),
        output: output.clone(),
        from: from.source(&bytes),
        hidden_size: width.map(|width| width as usize),
        epochs: *epochs,
        batch: *batch as usize,
        rate: *rate,
        lambda: *lambda,
        result: *result,
        seed: *seed,
        threads,
    };
    signals::exit_at_signal("stopped: repeat the command to continue after the last whole epoch");
    let mut written = Ok(());
    let mut write = |line: String| {
        if written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    train(variant.variant, &plan, &mut |progress| match progress {
        TrainProgress::Unused(UnusedData { file, cut, illegal }) => {
            let cut = (cut > 0).then(|| cut_off(cut));
            let illegal = (illegal > 0).then(|| format!("{illegal} of its games have an illegal move"));
            for sentence in cut.into_iter().chain(illegal) {
                output::status(&format!("{}: {sentence}", file.display()));
            }
        }
        TrainProgress::Scale(scale) => {
            write(format!("in these games {scale} centipawns multiply the odds of winning by e"));
        }
        TrainProgress::Epoch(Epoch { number, error, checked, positions, speed }) => write(format!(
            "epoch {number} of {epochs}: error {error:.5}, on positions kept apart {checked:.5}, {positions} positions, \
             {speed:.0} a second",
        )),
    })?;
    written?;
    writeln!(out, "{} is a network for {}", output.display(), variant.variant.id)?;
    Ok(Answer::Yes)
}
