//! The search of one book position for its best moves and their scores, which does not depend on other positions.

use std::cmp::Reverse;

use faraday_engine::{Control, Evaluate, Limits, Score, Search, Task};
use faraday_rules::{Move, Position};

use super::BookPlan;

/// The score of a forced win, in centipawns.
const WIN: i32 = 10_000;

/// Returns the best moves of a position, best first, with their scores in centipawns. All moves of the
/// starting position are returned.
pub fn search<V: Evaluate>(
    search: &mut Search<V>,
    root: &Position<V>,
    plan: &BookPlan,
    is_start: bool,
) -> Vec<(Move, i32)> {
    /// The factor on the number of nodes for a search of all moves.
    const START: u64 = 8;
    let (lines, nodes) = if is_start { (usize::MAX, START * plan.nodes) } else { (plan.width, plan.nodes) };
    let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
    let mut best_of = |only: &[Move], limits: &Limits| -> Vec<(Move, i32)> {
        search.clear();
        let task = Task { root, past: &[], only, limits, control: &Control::new() };
        let lines = search.go(&task, &mut |_| {}).lines;
        lines.iter().filter_map(|line| Some((*line.moves.first()?, whole(line.score)))).collect()
    };
    let mut found = best_of(&[], &limits);
    if is_start {
        // With few nodes, the search ends before every move has a variation. The other moves are searched separately.
        let alone = Limits { nodes: Some(plan.nodes), ..Limits::default() };
        for mv in root.moves() {
            if found.iter().all(|(known, _)| *known != mv) {
                found.extend(best_of(&[mv], &alone));
            }
        }
        found.sort_by_key(|(_, score)| Reverse(*score));
    }
    found
}

/// Returns the moves from the record. `None` if they do not fit the position.
pub fn read<V: Evaluate>(position: &Position<V>, moves: &[(String, i32)]) -> Option<Vec<(Move, i32)>> {
    moves.iter().map(|(uci, score)| Some((position.read_uci(uci).ok()?, *score))).collect()
}

fn whole(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score.clamp(-WIN + 1, WIN - 1),
        Score::Mate(moves) => WIN * moves.signum(),
    }
}
