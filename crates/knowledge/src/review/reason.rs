//! The reasons why a move is a mistake.

use faraday_engine::Score;
use faraday_rules::Move;

use super::cause::causes;
use super::find::Finder;
use super::follow::follow;
use super::{Reason, Turn, TurningPoint, Within};

/// The least material worth naming, in centipawns.
const WORTH_NAMING: i32 = 100;

/// The reasons, the most direct first. Returns `None` if stopped.
pub(super) fn reasons(
    turn: &Turn<'_>,
    point: &TurningPoint,
    finder: &mut Finder<'_>,
    nodes: u64,
) -> Option<Vec<Reason>> {
    let mut reasons = lost(turn, point);
    reasons.extend(causes(turn, point, finder, nodes)?);
    Some(reasons)
}

/// Reasons from wins, draws and material in the lines.
fn lost(turn: &Turn<'_>, point: &TurningPoint) -> Vec<Reason> {
    let (us, value) = (turn.before.turn(), turn.before.entry().value);
    let played: Vec<Move> = std::iter::once(turn.mv).chain(point.refutation.moves.iter().copied()).collect();
    let of_played = |at: usize| at.checked_sub(1).map_or(Within::Mistake, Within::Refutation);
    let refuted = follow(turn.before, &played, of_played);
    let better = follow(turn.before, &point.better.moves, Within::Better);
    let [before, after] = turn.scores;
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
        let (lost, gained) = refuted.uneven(us, value);
        if !lost.is_empty() {
            reasons.push(Reason::Falls { lost, gained });
        }
    } else if won >= WORTH_NAMING {
        let (lost, gained) = better.uneven(us, value);
        if !gained.is_empty() {
            reasons.push(Reason::MissesCapture { gained, lost });
        }
    }
    reasons
}
