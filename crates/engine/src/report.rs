//! What a search tells while it runs, and its answer.

use web_time::Duration;

use crate::{Bound, Chances, Score};

/// One line that the search has worked out. `M` is the move: a `Move` in the search, UCI text for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub deepest: u32,
    /// The rank of the line, from 1.
    pub line: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// What that promises.
    pub chances: Chances,
    /// How sure the score is.
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub permille: u16,
    /// Positions found in endgame tables so far.
    pub tablebase_hits: u64,
    /// The moves that both sides would play.
    pub moves: Vec<M>,
}

impl<M> Report<M> {
    /// Positions a second so far.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }

    /// The same report with other words for its moves.
    pub fn map<N>(self, word: impl FnMut(M) -> N) -> Report<N> {
        let Report { depth, deepest, line, score, chances, bound, nodes, elapsed, permille, tablebase_hits, moves } =
            self;
        let moves = moves.into_iter().map(word).collect();
        Report { depth, deepest, line, score, chances, bound, nodes, elapsed, permille, tablebase_hits, moves }
    }
}
