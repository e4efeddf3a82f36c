//! Search requests to the engine, and the lines and results that it returns.

use std::time::Duration;

use faraday_engine::{BookUse, Level};

wire_types! {
    /// The limits and the strength of a search. Without any limit it runs until it is stopped.
    #[derive(Default)]
    #[serde(default)]
    pub struct SearchRequest {
        /// The maximum depth in plies.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub depth: Option<u32>,
        /// The maximum number of nodes.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub nodes: Option<u32>,
        /// The time for this move in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub move_time_ms: Option<u32>,
        /// The clocks of White and Black, from which the engine takes a share.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub clocks: Option<[SideClock; 2]>,
        /// The number of lines to search.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub lines: Option<u8>,
        /// The level, from 1 to 10.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub level: Option<u8>,
        /// The random seed of the lower levels.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seed: Option<u32>,
        /// True if the higher levels play from the opening book as long as it has moves.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub book: Option<bool>,
    }

    /// The time of a player.
    #[derive(Copy)]
    pub struct SideClock {
        /// The time left in milliseconds.
        pub left_ms: u32,
        /// The increment per move in milliseconds.
        pub increment_ms: u32,
    }

    /// A score from the point of view of the side to move.
    #[derive(Copy)]
    #[serde(tag = "kind", content = "value")]
    pub enum Score {
        /// A score in centipawns.
        Centipawns(i32),
        /// A forced win in this number of the winner's moves; negative if the side to move loses.
        Mate(i32),
    }

    /// The accuracy of a score.
    #[derive(Copy)]
    pub enum Bound {
        /// The score is exact.
        Exact,
        /// The score is a lower bound.
        Lower,
        /// The score is an upper bound.
        Upper,
    }

    /// A line found by the search.
    pub struct Report {
        /// The depth of the iteration in plies.
        pub depth: u32,
        /// The maximum depth reached, in plies.
        pub selective_depth: u32,
        /// The rank of the line, from 1.
        pub line: usize,
        /// The score of the line for the side to move.
        pub score: Score,
        /// The accuracy of the score.
        pub bound: Bound,
        /// The number of nodes so far.
        pub nodes: u64,
        /// The number of nodes per second.
        pub nodes_per_second: u64,
        /// The elapsed time in milliseconds.
        pub elapsed_ms: u64,
        /// The share of the transposition table in use, in thousandths.
        pub hash_full: u16,
        /// The moves of the line, in UCI.
        pub moves: Vec<String>,
    }

    /// The result of a search.
    pub struct SearchResult {
        /// The best move in UCI; missing if there is no legal move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub best: Option<String>,
        /// The expected reply in UCI.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ponder: Option<String>,
        /// The score from the point of view of the side to move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub score: Option<Score>,
        /// The number of nodes.
        pub nodes: u64,
        /// The last completed depth in plies.
        pub depth: u32,
    }
}

impl SearchRequest {
    /// Converts the request for the engine. Returns `None` if the level is not from 1 to 10.
    pub fn to_engine(&self) -> Option<faraday_engine::SearchRequest> {
        let level = match self.level {
            Some(number) => Level::new(number)?,
            None => Level::FULL,
        };
        let purse = |purse: SideClock| faraday_engine::SideClock {
            left: millis(purse.left_ms),
            increment: millis(purse.increment_ms),
        };
        let limits = faraday_engine::Limits {
            depth: self.depth,
            nodes: self.nodes.map(u64::from),
            move_time: self.move_time_ms.map(millis),
            clocks: self.clocks.map(|purses| faraday_engine::Clocks { sides: purses.map(purse), moves_to_go: None }),
            mate: None,
            lines: self.lines.map_or(1, usize::from),
            overhead: Duration::ZERO,
        };
        let book = if self.book == Some(true) { BookUse::Open } else { BookUse::Closed };
        let seed = self.seed.unwrap_or_default().into();
        Some(faraday_engine::SearchRequest { limits, only: Vec::new(), level, seed, book })
    }
}

fn millis(number: u32) -> Duration {
    Duration::from_millis(number.into())
}

mirror_enums! {
    faraday_engine::Score { Centipawns(amount), Mate(moves) }
    faraday_engine::Bound { Exact, Lower, Upper }
}

impl From<faraday_engine::Report<String>> for Report {
    fn from(report: faraday_engine::Report<String>) -> Report {
        Report {
            depth: report.depth,
            selective_depth: report.seldepth,
            line: report.line,
            score: report.score.into(),
            bound: report.bound.into(),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            elapsed_ms: report.elapsed.as_millis() as u64,
            hash_full: report.hashfull,
            moves: report.moves,
        }
    }
}

impl From<faraday_engine::SearchResult> for SearchResult {
    fn from(answer: faraday_engine::SearchResult) -> SearchResult {
        let faraday_engine::SearchResult { best, ponder, score, nodes, depth } = answer;
        SearchResult { best, ponder, score: score.map(Score::from), nodes, depth }
    }
}
