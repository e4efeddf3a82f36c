//! Progress reports of a running search: depth, score, nodes, and the principal variation.

use web_time::Duration;

use crate::{Bound, Score, Wdl};

/// A principal variation found by a search, with its depth, score, and statistics. `M` is the type of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Report<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The length of the longest line searched (`seldepth`), in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Win, draw and loss rates at this score.
    pub wdl: Wdl,
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// The fill of the transposition table, in permille.
    pub hashfull: u16,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
    /// The moves of the principal variation.
    pub moves: Vec<M>,
}

impl<M> Report<M> {
    /// Returns the number of positions visited per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }

    /// Converts the moves of the report to another type.
    pub fn map<N>(self, word: impl FnMut(M) -> N) -> Report<N> {
        let Report { depth, seldepth, line, score, wdl, bound, nodes, elapsed, hashfull, tablebase_hits, moves } = self;
        let moves = moves.into_iter().map(word).collect();
        Report { depth, seldepth, line, score, wdl, bound, nodes, elapsed, hashfull, tablebase_hits, moves }
    }
}
