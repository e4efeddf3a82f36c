//! `faraday datagen`, `faraday train`, and `faraday tune`: training data, network training, and search tuning.

mod datagen;
mod train;
mod tune;

use std::path::Path;

use clap::Args;
use faraday_arena::NetworkChoice;

pub use datagen::{DatagenArguments, run as datagen};
pub use train::{TrainArguments, run as train};
pub use tune::{TuneArguments, run as tune};

use crate::number;

/// The options of self-play.
#[derive(Args)]
struct SelfplayArguments {
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::between(1_u64, 1024))]
    threads: Option<u64>,
    /// The network to play with: a file, `embedded`, or `none` for the handcrafted evaluation
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    net: NetworkChoice,
}

impl SelfplayArguments {
    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the note about trailing bytes that are not a complete game.
fn cut_off(bytes: u64) -> String {
    format!("its last game is incomplete: {bytes} bytes at the end are ignored")
}

/// Returns the network file to name in an error.
fn named(net: &NetworkChoice, output: &Path) -> String {
    match net {
        NetworkChoice::File(file) => file.display().to_string(),
        NetworkChoice::Embedded | NetworkChoice::None => output.display().to_string(),
    }
}
