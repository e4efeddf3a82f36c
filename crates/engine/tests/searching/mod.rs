//! Helpers for tests that search chess positions.

use faraday_engine::{Control, Limits, Outcome, Search, Task};
use faraday_rules::Position;
use faraday_variants::Chess;

pub fn position(fen: &str) -> Position<Chess> {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns limits with a depth and nothing else.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches a position without earlier positions and without reports.
pub fn go(search: &mut Search<Chess>, root: &Position<Chess>, limits: &Limits) -> Outcome {
    let task = Task { root, past: &[], only: &[], limits, control: &Control::new() };
    search.go(&task, &mut |_| {})
}
