//! Engine analyses of positions: their queue, its fairness among clients, and the search of each analysis.
//!
//! Must not know requests and responses: an analysis takes a position and sends updates.

mod queue;
mod run;

pub use queue::{JoinError, Queue};
pub use run::{Task, Update, follow};
