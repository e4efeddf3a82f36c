//! The solution of a puzzle: a line in which each of the solver's moves is the only winning one,
//! verified by long searches.

use faraday_engine::PositionError;
use faraday_variants::Entry;

use super::searcher::{PuzzleSearch, PuzzleSearcher};
use super::themes::{facts, is_fact};
use super::{Puzzle, PuzzleCause, PuzzleError, rating};

/// The nodes of a search that verifies a move as the only winning one.
pub const VERIFYING_NODES: u64 = 2_000_000;
/// The nodes of a quick search: if it shows a second winning move, the line ends.
const QUICK_NODES: u64 = 200_000;

/// A line in which each of the solver's moves is the only winning one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The mistake, then the solver's and the opponent's moves in turn; the last one is the solver's.
    pub moves: Vec<String>,
    /// The initial rating, by the engine's effort.
    pub rating: u16,
    /// The nodes of all searches together.
    pub nodes: u64,
}

/// Follows the only winning moves after a mistake, up to `longest` solver moves. The line ends when the game ends or
/// when several moves win. If the line is empty, returns the nodes spent as `Err`.
pub fn prove(
    searcher: &mut PuzzleSearcher,
    variant: &Entry,
    (fen, mistake): (&str, &str),
    nodes: u64,
    longest: usize,
) -> Result<Result<Proof, u64>, PositionError> {
    let mut moves = vec![mistake.to_owned()];
    let (mut efforts, mut spent) = (Vec::new(), 0);
    while efforts.len() < longest {
        let mut search = |nodes| -> Result<Option<PuzzleSearch>, PositionError> {
            searcher.clear();
            let search = searcher.search(Some(fen), &moves, nodes)?;
            spent += search.as_ref().map_or(0, |search| search.nodes);
            Ok(search.filter(PuzzleSearch::is_single_win))
        };
        if !efforts.is_empty() && search(QUICK_NODES.min(nodes))?.is_none() {
            break;
        }
        let Some(search) = search(nodes)? else { break };
        moves.push(search.best);
        efforts.push(search.found.1);
        if is_over(variant, fen, &moves) {
            break;
        }
        let reply = match search.reply {
            Some(reply) => Some(reply),
            None => {
                searcher.clear();
                searcher.search(Some(fen), &moves, QUICK_NODES)?.map(|search| search.best)
            }
        };
        moves.extend(reply);
        if moves.len() % 2 == 0 || is_over(variant, fen, &moves) {
            break;
        }
    }
    // A last reply that leaves nothing to solve is dropped.
    moves.truncate(2 * efforts.len());
    if efforts.is_empty() {
        return Ok(Err(spent));
    }
    Ok(Ok(Proof { moves, rating: rating::of(&efforts), nodes: spent }))
}

/// Returns true if the game is over after these moves.
fn is_over(variant: &Entry, fen: &str, moves: &[String]) -> bool {
    let Ok(mut game) = variant.game(Some(fen)) else { return true };
    for text in moves {
        let Ok(legal) = game.read_uci(text) else { return true };
        game.play_legal(legal);
    }
    game.ending().is_some()
}

/// The result of checking a puzzle against the rules and by searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// Each of the solver's moves is the only winning one.
    Valid,
    /// The search disagrees at one of the solver's turns.
    WrongMove {
        /// The number of the turn, from 1.
        turn: usize,
        /// The result of the search.
        found: Option<PuzzleSearch>,
    },
    /// The rules do not give this cause for its move.
    UnfoundedCause(PuzzleCause),
    /// This theme does not apply to the puzzle.
    UnfoundedTheme(String),
}

/// Checks causes and themes against the rules, and verifies each of the solver's moves with a search of `nodes` nodes.
pub fn check(
    searcher: &mut PuzzleSearcher,
    variant: &Entry,
    puzzle: &Puzzle,
    nodes: u64,
) -> Result<CheckResult, PuzzleError> {
    puzzle.played(variant)?;
    for cause in &puzzle.causes {
        let game = puzzle.before(variant, cause.turn)?;
        let mv = game.read_uci(&puzzle.moves[2 * cause.turn - 1]);
        if mv.is_ok_and(|legal| cause.find(game.as_ref(), legal.mv()).is_none()) {
            return Ok(CheckResult::UnfoundedCause(cause.clone()));
        }
    }
    for turn in 1..=puzzle.turns() {
        let (before, rest) = puzzle.moves.split_at(2 * turn - 1);
        searcher.clear();
        let found = searcher.search(Some(&puzzle.fen), before, nodes)?;
        let is_right = |search: &PuzzleSearch| search.is_single_win() && rest.first() == Some(&search.best);
        if !found.as_ref().is_some_and(is_right) {
            return Ok(CheckResult::WrongMove { turn, found });
        }
    }
    let facts = facts(variant, puzzle).unwrap_or_default();
    if let Some(theme) = puzzle.themes.iter().find(|theme| is_fact(theme) && !facts.contains(theme)) {
        return Ok(CheckResult::UnfoundedTheme(theme.clone()));
    }
    Ok(CheckResult::Valid)
}
