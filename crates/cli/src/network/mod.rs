//! `faraday datagen`, `faraday train` and `faraday tune`: how a network is made, and the search tuned.

mod datagen;
mod train;
mod tune;

use std::path::Path;

use faraday_arena::NetworkWanted;

pub use datagen::{DatagenArguments, run as datagen};
pub use train::{TrainArguments, run as train};
pub use tune::{TuneArguments, run as tune};

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What there is to say of bytes that are no whole game.
fn cut_off(bytes: u64) -> String {
    format!("its last game was cut off: {bytes} bytes at its end are left out")
}

/// The file that an error about a network names.
fn named(net: &NetworkWanted, output: &Path) -> String {
    match net {
        NetworkWanted::File(file) => file.display().to_string(),
        NetworkWanted::Embedded | NetworkWanted::None => output.display().to_string(),
    }
}
