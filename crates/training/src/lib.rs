//! Training of evaluation networks on self-play: engine games ([`Selfplay`]), their file format ([`GameFile`]),
//! and the trainer ([`train`]).
//!
//! A game is stored as moves with the scores of the search: a few bytes per position in every variant. The input
//! features of a network are computed when it is trained.

mod book;
mod file;
mod model;
mod samples;
mod selfplay;
mod targets;
mod train;
mod tune;

pub use book::{BookBuildError, BookPlan, BookProgress, build_book};
pub use file::{Game, GameFile, GameFileError, GameFileSummary, Outcome, Ply};
pub use samples::UnusedData;
pub use selfplay::{Selfplay, SelfplaySettings};
pub use train::{Epoch, TrainError, TrainPlan, TrainProgress, train};
pub use tune::{Step, TuneError, TunePlan, Tuned, tune};

use std::thread::{self, Builder};

use faraday_rules::Variant;
use faraday_variants::Entry;

/// Work that is generic over the variant.
trait VariantTask {
    type Result;
    fn run<V: faraday_engine::Evaluate>(self) -> Self::Result;
}

/// Runs a task for the variant of an entry.
fn run<T: VariantTask>(entry: &'static Entry, task: T) -> T::Result {
    macro_rules! by_id {
        ($($variant:ident $folder:literal,)+) => {
            $(if entry.id == <faraday_variants::$variant as Variant>::ID {
                return task.run::<faraday_variants::$variant>();
            })+
        };
    }
    faraday_variants::for_each_variant!(by_id);
    unreachable!("an entry is made from the list that was searched")
}

/// Runs `work` on several threads, including the current one. Returns the number of threads, which is lower if the
/// system cannot start enough.
fn on_threads(threads: usize, name: &str, work: impl Fn() + Sync) -> usize {
    thread::scope(|scope| {
        let start = |_: &usize| Builder::new().name(name.to_owned()).spawn_scoped(scope, &work).is_ok();
        let helpers = (1..threads).take_while(start).count();
        work();
        1 + helpers
    })
}
