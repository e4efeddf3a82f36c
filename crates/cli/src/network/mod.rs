//! `faraday datagen` and `faraday train`: how a network is made.

mod datagen;
mod train;

pub use datagen::{DatagenArguments, run as datagen};
pub use train::{TrainArguments, run as train};

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
