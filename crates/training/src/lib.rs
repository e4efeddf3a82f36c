//! Training networks on self-play: engine games ([`Selfplay`]), their file format ([`GameFile`]),
//! and the trainer ([`train`]).
//!
//! A game is stored as moves with the scores of the search: a few bytes per position in every variant. The input
//! features of a network are computed when it is trained.

mod book;
mod file;
mod model;
mod samples;
mod selfplay;
mod train;
mod tune;
mod worth;

pub use book::{BookBuildError, BookNews, BookPlan, build_book};
pub use file::{Game, GameFile, GameFileError, Held, Outcome, Ply};
pub use samples::Unused;
pub use selfplay::{Recipe, Selfplay};
pub use train::{Epoch, News, Plan, TrainError, train};
pub use tune::{Step, TuneError, TunePlan, Tuned, tune};

use std::thread::{self, Builder};

use faraday_rules::Variant;
use faraday_variants::Entry;

/// Work that is generic over the variant.
trait Errand {
    type Result;
    fn run<V: faraday_engine::Evaluate>(self) -> Self::Result;
}

/// Runs an errand for the variant of an entry.
fn run<E: Errand>(entry: &'static Entry, errand: E) -> E::Result {
    macro_rules! by_id {
        ($($variant:ident $folder:literal,)+) => {
            $(if entry.id == <faraday_variants::$variant as Variant>::ID {
                return errand.run::<faraday_variants::$variant>();
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
