//! Analyses by the engine: their queue, its fairness, and the run of one analysis.
//!
//! Must not know requests and responses: an analysis takes a position and sends updates.

mod queue;
mod run;

pub use queue::{JoinError, Queue};
pub use run::{Task, Update, follow};
