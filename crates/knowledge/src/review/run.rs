//! The review algorithm: searches every position, searches turning points again, and computes accuracy.

use faraday_engine::{AnyEngine, Control, Score};
use faraday_rules::{Color, Ending, Move};
use faraday_variants::AnyGame;

use super::line_effects::line;
use super::mistake::Mistake;
use super::searcher::Searcher;
use super::{PositionResult, Review, ReviewProgress, ReviewedMove, TurningPoint, reason};
use crate::{THRESHOLDS, expected_score, loss, verdict};

/// The maximum number of turning points.
const MOST_TURNING_POINTS: usize = 8;
/// The factor of nodes for the second search of a turning point.
const SECOND_SEARCH: u64 = 2;
/// The minimum loss of a turning point, that of a mistake.
const TURN: f64 = THRESHOLDS[1].from;
/// The gain over the engine's choice from which the played move is searched separately, that of an inaccuracy.
const DISAGREEMENT: f64 = THRESHOLDS[0].from;

/// Reviews a game with a search of `nodes` nodes in each position. Returns `None` if stopped.
///
/// Clears the engine's tables. On one thread, the review is a function of the game and `nodes`.
pub fn review(
    game: &dyn AnyGame,
    (engine, control): (&mut dyn AnyEngine, &Control),
    nodes: u64,
    report: &mut dyn FnMut(ReviewProgress<'_>),
) -> Option<Review> {
    let positions = positions(game);
    let mut searcher = Searcher::new(game, engine, control);
    let mut found = Vec::with_capacity(positions.len());
    for (ply, position) in positions.iter().enumerate() {
        let one = match &position.known {
            Some(known) => known.clone(),
            None => searcher.search(ply, None, nodes)?,
        };
        report(ReviewProgress::Searched { ply, found: &one });
        found.push(one);
    }
    correct(&positions, &mut found, &mut searcher, nodes)?;
    let doubtful = turns(&plies(&positions, &found, EngineTrust::Untrusted));
    let total = 2 * doubtful.len();
    for (done, ply) in doubtful.iter().enumerate() {
        report(ReviewProgress::SecondSearch { done, total });
        for ply in [*ply, ply + 1] {
            if positions[ply].known.is_none() {
                found[ply] = searcher.search(ply, None, SECOND_SEARCH * nodes)?;
            }
        }
    }
    correct(&positions, &mut found, &mut searcher, SECOND_SEARCH * nodes)?;
    let plies = plies(&positions, &found, EngineTrust::Trusted);
    let turns = turns(&plies);
    let total = doubtful.len() + turns.len();
    let mut turning_points = Vec::with_capacity(turns.len());
    for (index, ply) in turns.into_iter().enumerate() {
        report(ReviewProgress::SecondSearch { done: doubtful.len() + index, total });
        let [before, after] = [&positions[ply].game, &positions[ply + 1].game];
        let [better, refutation] = [line(&**before, &found[ply].line), line(&**after, &found[ply + 1].line)];
        let mut point = TurningPoint { ply, better, refutation, reasons: Vec::new() };
        let mistake = Mistake {
            before: &**before,
            after: &**after,
            mv: plies[ply].mv,
            scores: [found[ply].score, found[ply + 1].score],
        };
        point.reasons = reason::reasons(&mistake, &point, &mut searcher, nodes)?;
        turning_points.push(point);
    }
    let accuracy = Color::ALL.map(|color| accuracy(&plies, color));
    Some(Review { found, plies, accuracy, turning_points })
}

/// A position of the game.
struct GamePosition {
    game: Box<dyn AnyGame>,
    /// The move that was played in it.
    played: Option<Move>,
    is_forced: bool,
    /// The result, if it needs no search.
    known: Option<PositionResult>,
}

fn positions(game: &dyn AnyGame) -> Vec<GamePosition> {
    let mut game = game.boxed();
    let mut positions = Vec::new();
    let mut played = None;
    loop {
        let known = game.ending().map(|ending| PositionResult {
            score: score_of(ending, game.turn()),
            line: Vec::new(),
            depth: 0,
        });
        let is_forced = played.is_some() && game.legal().len() == 1;
        positions.push(GamePosition { game: game.boxed(), played, is_forced, known });
        played = game.undo();
        if played.is_none() {
            break;
        }
    }
    positions.reverse();
    positions
}

/// Returns the score of a finished game for the side to move.
pub(super) fn score_of(ending: Ending, turn: Color) -> Score {
    match ending.winner {
        None => Score::Centipawns(0),
        Some(winner) if winner == turn => Score::Mate(1),
        Some(_) => Score::Mate(0),
    }
}

/// Corrects scores from the last position backwards. A forced move passes its score on. If another move looks clearly
/// better than the engine's choice, it is searched separately, and the position gets that score if it is higher.
fn correct(
    positions: &[GamePosition],
    found: &mut [PositionResult],
    searcher: &mut Searcher<'_>,
    nodes: u64,
) -> Option<()> {
    for ply in (0..found.len() - 1).rev() {
        let Some(played) = positions[ply].played else { continue };
        let after = before_move(played, &found[ply + 1]);
        let gain = expected_score(after.score) - expected_score(found[ply].score);
        if positions[ply].is_forced {
            found[ply] = after;
        } else if gain >= DISAGREEMENT && found[ply].line.first() != Some(&played) {
            let alone = searcher.search(ply, Some(played), nodes)?;
            if expected_score(alone.score) > expected_score(found[ply].score) {
                found[ply] = alone;
            }
        }
    }
    Some(())
}

/// Returns the result of a position, derived from the result after a move in it.
fn before_move(mv: Move, after: &PositionResult) -> PositionResult {
    let score = match -after.score {
        Score::Mate(moves) if moves > 0 && after.score != Score::Mate(0) => Score::Mate(moves + 1),
        score => score,
    };
    let line = std::iter::once(mv).chain(after.line.iter().copied()).collect();
    PositionResult { score, line, depth: after.depth + 1 }
}

/// The treatment of a move that is the engine's choice but looks bad in the next search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineTrust {
    /// The engine is trusted: the move is not at fault.
    Trusted,
    /// The engine is not trusted: the position is searched again.
    Untrusted,
}

fn plies(positions: &[GamePosition], found: &[PositionResult], trust: EngineTrust) -> Vec<ReviewedMove> {
    let judged = positions.iter().zip(found.windows(2)).filter_map(|(position, found)| {
        let mv = position.played?;
        let is_trusted = trust == EngineTrust::Trusted && found[0].line.first() == Some(&mv);
        let loss = if position.is_forced || is_trusted { 0.0 } else { loss(found[0].score, found[1].score) };
        Some(ReviewedMove {
            mv,
            color: position.game.turn(),
            loss,
            verdict: verdict(loss),
            is_forced: position.is_forced,
        })
    });
    judged.collect()
}

/// Returns the plies of the worst moves, in the order of the game.
fn turns(plies: &[ReviewedMove]) -> Vec<usize> {
    let mut turns: Vec<usize> = (0..plies.len()).filter(|ply| plies[*ply].loss >= TURN).collect();
    turns.sort_by(|one, other| plies[*other].loss.total_cmp(&plies[*one].loss));
    turns.truncate(MOST_TURNING_POINTS);
    turns.sort_unstable();
    turns
}

/// Returns the accuracy of a side: the mean over its moves without forced ones, each by lichess's formula
/// (<https://lichess.org/page/accuracy>) from the loss of expected score.
fn accuracy(plies: &[ReviewedMove], color: Color) -> Option<f64> {
    let chosen = plies.iter().filter(|ply| ply.color == color && !ply.is_forced);
    let accuracies: Vec<f64> =
        chosen.map(|ply| (103.1668 * (-4.354 * ply.loss).exp() - 3.1669).clamp(0.0, 100.0)).collect();
    (!accuracies.is_empty()).then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64)
}
