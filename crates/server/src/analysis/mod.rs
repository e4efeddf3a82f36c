//! Analyses by the engine: who may have one, in which order, and how one runs.
//!
//! Knows nothing of requests and answers: an analysis is asked for with a position and tells what happens to it.

mod queue;
mod run;

pub use queue::{Queue, Refused};
pub use run::{Task, Update, follow};
