//! What of the variant's own a mistake rests on. A variant tells candidates; one is named only if a search without it confirms
//! that it matters.

use faraday_rules::{Cause, Color, Move, Without};
use faraday_variants::{AnyGame, find};

use super::find::Finder;
use super::{Line, Reason, Turn, TurningPoint, Within, score_of};
use crate::{THRESHOLDS, expectation};

/// Positions that are searched for one turning point.
const MOST_SEARCHES: usize = 8;
/// Reasons of this kind for one turning point.
const MOST_CAUSES: usize = 3;
/// What a mistake may still cost without its cause: half of what a mistake costs at least.
const HARMLESS: f64 = THRESHOLDS[1].from / 2.0;

/// A move that may rest on something, and the position in which it is made.
struct Candidate {
    game: Box<dyn AnyGame>,
    mv: Move,
    of: Within,
}

/// What the moves of a turning point rest on: first the refutation, then the better move, then the mistake itself. No more
/// than one cause for a move. None if it was stopped.
pub(super) fn causes(
    turn: &Turn<'_>,
    point: &TurningPoint,
    finder: &mut Finder<'_>,
    nodes: u64,
) -> Option<Vec<Reason>> {
    let mut searches = MOST_SEARCHES;
    let mut reasons = Vec::new();
    for candidate in candidates(turn, point) {
        for cause in candidate.game.causes(candidate.mv) {
            if reasons.len() == MOST_CAUSES || searches == 0 {
                return Some(reasons);
            }
            if cause.without != Without::Illegal {
                searches -= 1;
            }
            if is_confirmed(turn, &cause, candidate.of, finder, nodes)? {
                reasons.push(Reason::Cause {
                    of: candidate.of,
                    rule: cause.reason.rule,
                    squares: cause.squares.iter().copied().collect(),
                    text: candidate.game.cause_sentence(candidate.mv, &cause),
                });
                break;
            }
        }
    }
    Some(reasons)
}

/// The opponent's first two moves of the refutation, the better move, and the mistake.
fn candidates(turn: &Turn<'_>, point: &TurningPoint) -> Vec<Candidate> {
    let replies = along(turn.after, &point.refutation, Within::Refutation).into_iter().step_by(2).take(2);
    let better = along(turn.before, &point.better, Within::Better).into_iter().take(1);
    let mistake = Candidate { game: turn.before.boxed(), mv: turn.mv, of: Within::Mistake };
    replies.chain(better).chain([mistake]).collect()
}

fn along(start: &dyn AnyGame, line: &Line, within: fn(usize) -> Within) -> Vec<Candidate> {
    let mut game = start.boxed();
    let mut candidates = Vec::new();
    for (at, mv) in line.moves.iter().enumerate() {
        candidates.push(Candidate { game: game.boxed(), mv: *mv, of: within(at) });
        if game.play(*mv).is_err() {
            break;
        }
    }
    candidates
}

/// Whether a move would be illegal without a cause, or the mistake cost next to nothing. None if it was stopped.
fn is_confirmed(turn: &Turn<'_>, cause: &Cause, of: Within, finder: &mut Finder<'_>, nodes: u64) -> Option<bool> {
    let (variant, fen) = match &cause.without {
        // That the mistake itself would be illegal says nothing of why it is one.
        Without::Illegal => return Some(of != Within::Mistake),
        Without::Position { variant, fen } => (variant, fen),
    };
    let Some(without) = find(variant).and_then(|entry| entry.game(Some(fen)).ok()) else { return Some(false) };
    let share = share(&*without, turn.before.turn(), finder, nodes)?;
    let [before, after] = turn.scores;
    Some(match of {
        // Without it the better move would be hardly better than the mistake.
        Within::Better(_) => share - (1.0 - expectation(after)) < HARMLESS,
        // Without it the mistake would be hardly worse than the better move.
        Within::Mistake | Within::Refutation(_) => expectation(before) - share < HARMLESS,
    })
}

/// What share of the point a side may expect in a position. None if it was stopped.
fn share(game: &dyn AnyGame, us: Color, finder: &mut Finder<'_>, nodes: u64) -> Option<f64> {
    let score = match game.ending() {
        Some(ending) => score_of(ending, game.turn()),
        None => finder.find_apart(game, nodes)?.score,
    };
    let share = expectation(score);
    Some(if game.turn() == us { share } else { 1.0 - share })
}
