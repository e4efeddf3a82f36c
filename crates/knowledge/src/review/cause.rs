//! Causes of a mistake among the variant's own effects. The variant proposes candidates, and one is reported only if a
//! search without it confirms it.

use faraday_rules::{Cause, Color, Move, Without};
use faraday_variants::{AnyGame, find};

use super::mistake::Mistake;
use super::searcher::Searcher;
use super::{Line, MoveRef, Reason, TurningPoint, score_of};
use crate::{THRESHOLDS, expected_score};

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
    of: MoveRef,
}

/// Returns the confirmed causes of a turning point: of the refutation first, then of the better move, then of the
/// mistake. Each move has at most one cause. Returns `None` if stopped.
pub(super) fn causes(
    mistake: &Mistake<'_>,
    point: &TurningPoint,
    searcher: &mut Searcher<'_>,
    nodes: u64,
) -> Option<Vec<Reason>> {
    let mut searches = MOST_SEARCHES;
    let mut reasons = Vec::new();
    for candidate in candidates(mistake, point) {
        for cause in candidate.game.causes(candidate.mv) {
            if reasons.len() == MOST_CAUSES || searches == 0 {
                return Some(reasons);
            }
            if cause.without != Without::Illegal {
                searches -= 1;
            }
            if is_confirmed(mistake, &cause, candidate.of, searcher, nodes)? {
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

/// Returns the opponent's first two moves of the refutation, the better move, and the mistake.
fn candidates(mistake: &Mistake<'_>, point: &TurningPoint) -> Vec<Candidate> {
    let replies = along(mistake.after, &point.refutation, MoveRef::Refutation).into_iter().step_by(2).take(2);
    let better = along(mistake.before, &point.better, MoveRef::Better).into_iter().take(1);
    let itself = Candidate { game: mistake.before.boxed(), mv: mistake.mv, of: MoveRef::Mistake };
    replies.chain(better).chain([itself]).collect()
}

fn along(start: &dyn AnyGame, line: &Line, within: fn(usize) -> MoveRef) -> Vec<Candidate> {
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
fn is_confirmed(
    mistake: &Mistake<'_>,
    cause: &Cause,
    of: MoveRef,
    searcher: &mut Searcher<'_>,
    nodes: u64,
) -> Option<bool> {
    let (variant, fen) = match &cause.without {
        // If the mistake would be illegal without the cause, that does not explain why it is a mistake.
        Without::Illegal => return Some(of != MoveRef::Mistake),
        Without::Position { variant, fen } => (variant, fen),
    };
    let Some(without) = find(variant).and_then(|entry| entry.game(Some(fen)).ok()) else { return Some(false) };
    let expected = expected(&*without, mistake.before.turn(), searcher, nodes)?;
    let [before, after] = mistake.scores;
    Some(match of {
        // Without it, the better move would hardly be better than the mistake.
        MoveRef::Better(_) => expected - (1.0 - expected_score(after)) < HARMLESS,
        // Without it, the mistake would hardly be worse than the better move.
        MoveRef::Mistake | MoveRef::Refutation(_) => expected_score(before) - expected < HARMLESS,
    })
}

/// Returns the expected score of a side in a position. Returns `None` if stopped.
fn expected(game: &dyn AnyGame, us: Color, searcher: &mut Searcher<'_>, nodes: u64) -> Option<f64> {
    let score = match game.ending() {
        Some(ending) => score_of(ending, game.turn()),
        None => searcher.search_other(game, nodes)?.score,
    };
    let expected = expected_score(score);
    Some(if game.turn() == us { expected } else { 1.0 - expected })
}
