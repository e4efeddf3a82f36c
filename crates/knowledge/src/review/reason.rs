//! The reasons given for a mistake: a lost win or draw, lost material, and the causes confirmed by searches.

use faraday_engine::Score;
use faraday_rules::Move;

use super::cause::causes;
use super::line_effects::follow;
use super::mistake::Mistake;
use super::searcher::Searcher;
use super::{MoveRef, Reason, TurningPoint};

/// The least material that is reported, in centipawns.
const WORTH_NAMING: i32 = 100;

/// Returns the reasons, the most direct first. Returns `None` if stopped.
pub(super) fn reasons(
    mistake: &Mistake<'_>,
    point: &TurningPoint,
    searcher: &mut Searcher<'_>,
    nodes: u64,
) -> Option<Vec<Reason>> {
    let mut reasons = lost(mistake, point);
    reasons.extend(causes(mistake, point, searcher, nodes)?);
    Some(reasons)
}

/// Reasons from wins, draws and material in the lines.
fn lost(mistake: &Mistake<'_>, point: &TurningPoint) -> Vec<Reason> {
    let (us, value) = (mistake.before.turn(), mistake.before.entry().value);
    let played: Vec<Move> = std::iter::once(mistake.mv).chain(point.refutation.moves.iter().copied()).collect();
    let line_move = |at: usize| at.checked_sub(1).map_or(MoveRef::Mistake, MoveRef::Refutation);
    let refuted = follow(mistake.before, &played, line_move);
    let better = follow(mistake.before, &point.better.moves, MoveRef::Better);
    let [before, after] = mistake.scores;
    let mut reasons = Vec::new();
    if let Score::Mate(moves @ 1..) = after {
        reasons.push(Reason::Loses { moves: moves.unsigned_abs(), end: refuted.end_won_by(!us) });
    }
    if let Score::Mate(moves @ 1..) = before {
        reasons.push(Reason::MissesWin { moves: moves.unsigned_abs(), end: better.end_won_by(us) });
    }
    if let Some(ending) = refuted.ending.filter(|ending| ending.winner.is_none()) {
        reasons.push(Reason::Draws { end: ending.reason });
    }
    if !reasons.is_empty() {
        return reasons;
    }
    let (kept, won) = (refuted.won_by(us), better.won_by(us));
    if won - kept < WORTH_NAMING {
        return reasons;
    }
    if kept <= -WORTH_NAMING {
        let (lost, gained) = refuted.net_losses(us, value);
        if !lost.is_empty() {
            reasons.push(Reason::LosesMaterial { lost, gained });
        }
    } else if won >= WORTH_NAMING {
        let (lost, gained) = better.net_losses(us, value);
        if !gained.is_empty() {
            reasons.push(Reason::MissesCapture { gained, lost });
        }
    }
    reasons
}
