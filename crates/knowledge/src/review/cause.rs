//! The variant's own effects behind a mistake (causes). The variant proposes candidates, and one is named only if a
//! search without it confirms it.

use faraday_rules::{Cause, Color, Move, Without};
use faraday_variants::{AnyGame, find};

use super::find::Finder;
use super::{Line, Reason, Turn, TurningPoint, Within, score_of};
use crate::{THRESHOLDS, expectation};

/// The maximum number of searches for one turning point.
const MOST_SEARCHES: usize = 8;
/// The maximum number of causes for one turning point.
const MOST_CAUSES: usize = 3;
/// The loss of expected score up to which a mistake without its cause is harmless: half of a mistake's.
const HARMLESS: f64 = THRESHOLDS[1].from / 2.0;

/// A move that may have causes, and the position before it.
struct Candidate {
    game: Box<dyn AnyGame>,
    mv: Move,
    of: Within,
}

/// The confirmed causes of a turning point: of the refutation first, then of the better move, then of the mistake. Each
/// move has at most one cause. Returns `None` if stopped.
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

/// Returns true if a move would be illegal without a cause, or the mistake nearly harmless. Returns `None` if stopped.
fn is_confirmed(turn: &Turn<'_>, cause: &Cause, of: Within, finder: &mut Finder<'_>, nodes: u64) -> Option<bool> {
    let (variant, fen) = match &cause.without {
        // That the mistake itself would be illegal does not explain why it is one.
        Without::Illegal => return Some(of != Within::Mistake),
        Without::Position { variant, fen } => (variant, fen),
    };
    let Some(without) = find(variant).and_then(|entry| entry.game(Some(fen)).ok()) else { return Some(false) };
    let share = share(&*without, turn.before.turn(), finder, nodes)?;
    let [before, after] = turn.scores;
    Some(match of {
        // Without it, the better move would hardly be better than the mistake.
        Within::Better(_) => share - (1.0 - expectation(after)) < HARMLESS,
        // Without it, the mistake would hardly be worse than the better move.
        Within::Mistake | Within::Refutation(_) => expectation(before) - share < HARMLESS,
    })
}

/// The expected score of a side in a position. Returns `None` if stopped.
fn share(game: &dyn AnyGame, us: Color, finder: &mut Finder<'_>, nodes: u64) -> Option<f64> {
    let score = match game.ending() {
        Some(ending) => score_of(ending, game.turn()),
        None => finder.find_apart(game, nodes)?.score,
    };
    let share = expectation(score);
    Some(if game.turn() == us { share } else { 1.0 - share })
}
