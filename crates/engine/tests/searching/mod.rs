//! Searches of chess for tests.

use faraday_engine::{Control, Limits, Outcome, Search, Task};
use faraday_rules::Position;
use faraday_variants::Chess;

/// The position of a FEN.
pub fn position(fen: &str) -> Position<Chess> {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A limit of depth alone.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A search with nothing before it and nobody who listens.
pub fn go(search: &mut Search<Chess>, root: &Position<Chess>, limits: &Limits) -> Outcome {
    let task = Task { root, past: &[], only: &[], limits, control: &Control::new() };
    search.go(&task, &mut |_| {})
}
