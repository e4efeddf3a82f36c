//! What the engine is asked, and what it answers.

use std::time::Duration;

use faraday_engine::{BookUse, Level};

shapes! {
    /// What ends a search, and how strong its choice is to be. With nothing set it goes on until it is stopped.
    #[derive(Default)]
    #[serde(default)]
    pub struct Order {
        /// Plies of the deepest full iteration.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub depth: Option<u32>,
        /// Positions visited.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub nodes: Option<u32>,
        /// Milliseconds for this move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub move_time_ms: Option<u32>,
        /// White's and Black's clocks, from which a share is taken.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub clocks: Option<[Purse; 2]>,
        /// How many lines are worked out.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub lines: Option<u8>,
        /// The strength, 1 to 10.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub level: Option<u8>,
        /// What the choices of the lower levels are drawn from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seed: Option<u32>,
        /// Whether the higher levels play from the opening book while it has moves.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub book: Option<bool>,
    }

    /// A player's time.
    #[derive(Copy)]
    pub struct Purse {
        /// Milliseconds left.
        pub left_ms: u32,
        /// Milliseconds that every move adds.
        pub increment_ms: u32,
    }

    /// What a position is worth to the side to move.
    #[derive(Copy)]
    #[serde(tag = "kind", content = "value")]
    pub enum Score {
        /// Hundredths of a pawn.
        Centipawns(i32),
        /// A win in so many moves of the winner; negative if the side to move loses.
        Mate(i32),
    }

    /// How sure a score is.
    #[derive(Copy)]
    pub enum Bound {
        /// The score itself.
        Exact,
        /// The score is at least this.
        Lower,
        /// The score is at most this.
        Upper,
    }

    /// One line that the search has worked out.
    pub struct Report {
        /// Plies of the iteration.
        pub depth: u32,
        /// Plies of the longest line looked at.
        pub selective_depth: u32,
        /// The rank of the line, from 1.
        pub line: usize,
        /// What the line is worth to the side to move.
        pub score: Score,
        /// How sure the score is.
        pub bound: Bound,
        /// Positions visited so far.
        pub nodes: u64,
        /// Positions a second.
        pub nodes_per_second: u64,
        /// Milliseconds so far.
        pub elapsed_ms: u64,
        /// How full the transposition table is, in thousandths.
        pub hash_full: u16,
        /// The moves that both sides would play, in UCI.
        pub moves: Vec<String>,
    }

    /// What the engine has decided.
    pub struct Answer {
        /// The move in UCI; none if there is none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub best: Option<String>,
        /// The reply that is expected.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ponder: Option<String>,
        /// What the position is worth to the side to move after that.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub score: Option<Score>,
        /// Positions visited.
        pub nodes: u64,
        /// The last depth that was finished.
        pub depth: u32,
    }
}

impl Order {
    /// As the engine takes it; none if the level is not one of ten.
    pub fn to_engine(&self) -> Option<faraday_engine::Order> {
        let level = match self.level {
            Some(number) => Level::new(number)?,
            None => Level::FULL,
        };
        let purse =
            |purse: Purse| faraday_engine::Purse { left: millis(purse.left_ms), increment: millis(purse.increment_ms) };
        let limits = faraday_engine::Limits {
            depth: self.depth,
            nodes: self.nodes.map(u64::from),
            move_time: self.move_time_ms.map(millis),
            clocks: self.clocks.map(|purses| faraday_engine::Clocks { purses: purses.map(purse), moves_to_go: None }),
            mate: None,
            lines: self.lines.map_or(1, usize::from),
            overhead: Duration::ZERO,
        };
        let book = if self.book == Some(true) { BookUse::Open } else { BookUse::Closed };
        let seed = self.seed.unwrap_or_default().into();
        Some(faraday_engine::Order { limits, only: Vec::new(), level, seed, book })
    }
}

fn millis(number: u32) -> Duration {
    Duration::from_millis(number.into())
}

mirrors! {
    faraday_engine::Score { Centipawns(amount), Mate(moves) }
    faraday_engine::Bound { Exact, Lower, Upper }
}

impl From<faraday_engine::Report<String>> for Report {
    fn from(report: faraday_engine::Report<String>) -> Report {
        Report {
            depth: report.depth,
            selective_depth: report.deepest,
            line: report.line,
            score: report.score.into(),
            bound: report.bound.into(),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            elapsed_ms: report.elapsed.as_millis() as u64,
            hash_full: report.permille,
            moves: report.moves,
        }
    }
}

impl From<faraday_engine::Answer> for Answer {
    fn from(answer: faraday_engine::Answer) -> Answer {
        let faraday_engine::Answer { best, ponder, score, nodes, depth } = answer;
        Answer { best, ponder, score: score.map(Score::from), nodes, depth }
    }
}
