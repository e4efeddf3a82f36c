//! Networks from self-play: games that the engine plays against itself ([`Selfplay`]), the file that keeps them
//! ([`GameFile`]), and the trainer that makes a network of them ([`train`]).
//!
//! A game is kept as its moves with the scores that the search gave them: a few bytes a position in every variant, and
//! whatever a network is to see is worked out when it is trained.

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

/// What is done for a variant whose type is known.
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

/// Does work on so many threads, this one among them. Answers how many they were: fewer where there are not so many to be
/// had.
fn on_threads(threads: usize, name: &str, work: impl Fn() + Sync) -> usize {
    thread::scope(|scope| {
        let start = |_: &usize| Builder::new().name(name.to_owned()).spawn_scoped(scope, &work).is_ok();
        let helpers = (1..threads).take_while(start).count();
        work();
        1 + helpers
    })
}
