//! Puzzle themes of a variant's own rules. The variant proposes candidates (causes). A candidate is a theme if the
//! solver's move is illegal without it, or if a search shows that the move no longer wins.

use faraday_engine::PositionError;
use faraday_rules::{Cause, Color, Move, Without};
use faraday_variants::{AnyGame, Entry, find};

use super::searcher::{NOT_WINNING, PuzzleSearchers};
use super::{Puzzle, PuzzleCause};

/// The nodes of a search without a cause.
pub const CAUSE_NODES: u64 = 200_000;

/// Returns the causes on which the solution of a legal puzzle depends, each once.
pub fn causes(
    searchers: &mut PuzzleSearchers,
    variant: &Entry,
    puzzle: &Puzzle,
    nodes: u64,
) -> Result<Vec<PuzzleCause>, PositionError> {
    let mut found: Vec<PuzzleCause> = Vec::new();
    let Ok(mut game) = variant.game(Some(&puzzle.fen)) else { return Ok(found) };
    for (index, text) in puzzle.moves.iter().enumerate() {
        let Ok(legal) = game.read_uci(text) else { break };
        let is_solvers = index % 2 == 1;
        for cause in if is_solvers { game.causes(legal.mv()) } else { Vec::new() } {
            let theme = cause.reason.to_string();
            let is_new = found.iter().all(|cause| cause.theme != theme);
            if is_new && is_needed(searchers, &cause, game.turn(), nodes)? {
                let squares = cause.squares.iter().map(|square| game.name(*square)).collect();
                found.push(PuzzleCause { turn: index.div_ceil(2), theme, squares });
            }
        }
        game.play_legal(legal);
    }
    Ok(found)
}

impl PuzzleCause {
    /// Finds this cause among those of a move.
    pub fn find(&self, game: &dyn AnyGame, mv: Move) -> Option<Cause> {
        let is_meant = |cause: &Cause| {
            cause.reason.to_string() == self.theme
                && cause.squares.iter().map(|square| game.name(*square)).eq(self.squares.iter().cloned())
        };
        game.causes(mv).into_iter().find(is_meant)
    }
}

/// Returns true if a side's move does not win without a cause.
fn is_needed(searchers: &mut PuzzleSearchers, cause: &Cause, side: Color, nodes: u64) -> Result<bool, PositionError> {
    let Without::Position { variant, fen } = &cause.without else { return Ok(true) };
    let Some(other) = find(variant) else { return Ok(false) };
    let Ok(game) = other.game(Some(fen)) else { return Ok(true) };
    if let Some(ending) = game.ending() {
        return Ok(ending.winner != Some(side));
    }
    let searcher = searchers.of(other);
    searcher.clear();
    let Some(search) = searcher.search(Some(fen), &[], nodes)? else { return Ok(false) };
    let expected = if game.turn() == side { search.expected } else { 1_000 - search.expected };
    Ok(expected <= NOT_WINNING)
}
