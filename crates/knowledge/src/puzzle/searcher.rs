//! Searches for puzzles with two lines: the best move of a position, and the expected score of the second best.

use std::collections::HashMap;

use faraday_engine::{AnyEngine, Control, Limits, PositionError, Report, Score, SearchRequest, Wdl};
use faraday_variants::Entry;

/// A move wins from this expected score on, in permille.
const WINNING: u16 = 830;
/// A move does not win up to this expected score, in permille.
pub(crate) const NOT_WINNING: u16 = 640;

/// The result of a search. Moves are in UCI notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PuzzleSearch {
    pub best: String,
    /// The expected reply.
    pub reply: Option<String>,
    /// The expected score after the best move, in permille.
    pub expected: u16,
    /// The second-best move and its expected score, if there is more than one move.
    pub second: Option<(String, u16)>,
    /// The number of moves to the win, if the best move wins by force.
    pub forced: Option<u32>,
    /// The depth and the nodes at which the search settled on the best move.
    pub found: (u32, u64),
    /// The number of positions visited.
    pub nodes: u64,
}

impl PuzzleSearch {
    /// Returns true if the best move wins and no other does.
    pub fn is_single_win(&self) -> bool {
        self.is_win_beyond(WINNING, NOT_WINNING)
    }

    /// Returns true if the best move has at least the expected score `best`, and all others at most `others`.
    pub(crate) fn is_win_beyond(&self, best: u16, others: u16) -> bool {
        self.expected >= best && self.second.as_ref().is_some_and(|(_, second)| *second <= others)
    }
}

/// An engine that tests if a position has exactly one winning move.
pub struct PuzzleSearcher(Box<dyn AnyEngine>);

impl PuzzleSearcher {
    /// Creates a searcher that uses this engine.
    pub fn new(engine: Box<dyn AnyEngine>) -> PuzzleSearcher {
        PuzzleSearcher(engine)
    }

    /// Clears results of earlier searches, so that the next search does not depend on them.
    pub fn clear(&mut self) {
        self.0.new_game();
    }

    /// Searches two lines in the position after `moves`, with about `nodes` nodes. Returns `None` if
    /// there is no legal move.
    pub fn search(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
        nodes: u64,
    ) -> Result<Option<PuzzleSearch>, PositionError> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.0.set_position(fen, &moves)?;
        let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::default() };
        let (mut lines, mut found) = ([None, None], (0, 0));
        let mut report_line = |report: Report<String>| {
            let Some(slot) = lines.get_mut(report.line - 1) else { return };
            let first = report.moves.first();
            if report.line == 1 && slot.as_ref().and_then(|line: &Report<String>| line.moves.first()) != first {
                found = (report.depth, report.nodes);
            }
            *slot = Some(report);
        };
        let answer =
            self.0.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut report_line);
        let [Some(best), second] = lines else { return Ok(None) };
        let forced = match best.score {
            Score::Mate(moves) => u32::try_from(moves).ok(),
            Score::Centipawns(_) => None,
        };
        let expected = expected_score(best.wdl);
        let mut moves = best.moves.into_iter();
        let Some(mv) = moves.next() else { return Ok(None) };
        let second = second.and_then(|line| Some((line.moves.first()?.clone(), expected_score(line.wdl))));
        Ok(Some(PuzzleSearch { best: mv, reply: moves.next(), expected, second, forced, found, nodes: answer.nodes }))
    }
}

/// Searchers by variant, created on demand.
pub struct PuzzleSearchers {
    create: fn(&'static Entry) -> PuzzleSearcher,
    created: HashMap<&'static str, PuzzleSearcher>,
}

impl PuzzleSearchers {
    /// Creates searchers with this function.
    pub fn new(create: fn(&'static Entry) -> PuzzleSearcher) -> PuzzleSearchers {
        PuzzleSearchers { create, created: HashMap::new() }
    }

    /// Returns the searcher of a variant.
    pub fn of(&mut self, variant: &'static Entry) -> &mut PuzzleSearcher {
        self.created.entry(variant.id).or_insert_with(|| (self.create)(variant))
    }
}

/// Returns the expected score in permille.
fn expected_score(wdl: Wdl) -> u16 {
    wdl.win + wdl.draw / 2
}
