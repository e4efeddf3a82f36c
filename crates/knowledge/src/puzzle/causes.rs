//! Themes of a game's own: the rules without which the solution would not work. A cause is a candidate that the variant
//! tells; it is a theme if the solver's move is illegal without it, or a search finds that it no longer wins.

use faraday_engine::BrainError;
use faraday_rules::{Cause, Color, Without};
use faraday_variants::{Entry, find};

use super::Puzzle;
use super::judge::{HOLDS, Judges};

/// Positions visited to find out what a move is worth without a cause.
pub const CAUSE_NODES: u64 = 200_000;

/// The themes that a legal puzzle owes to the rules of its game, as `<rule>.<name>` each.
pub fn causes(judges: &mut Judges, variant: &Entry, puzzle: &Puzzle, nodes: u64) -> Result<Vec<String>, BrainError> {
    let mut themes = Vec::new();
    let Ok(mut game) = variant.game(Some(&puzzle.fen)) else { return Ok(themes) };
    for (index, text) in puzzle.moves.iter().enumerate() {
        let Ok(mv) = game.read_uci(text) else { break };
        let is_solvers = index % 2 == 1;
        for cause in if is_solvers { game.causes(mv) } else { Vec::new() } {
            let theme = format!("{}.{}", cause.reason.rule.0, cause.reason.name);
            if !themes.contains(&theme) && is_needed(judges, &cause, game.turn(), nodes)? {
                themes.push(theme);
            }
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    Ok(themes)
}

/// Whether a side's move does not win without a cause.
fn is_needed(judges: &mut Judges, cause: &Cause, side: Color, nodes: u64) -> Result<bool, BrainError> {
    let Without::Position { variant, fen } = &cause.without else { return Ok(true) };
    let Some(other) = find(variant) else { return Ok(false) };
    let Ok(game) = other.game(Some(fen)) else { return Ok(true) };
    if let Some(ending) = game.ending() {
        return Ok(ending.winner != Some(side));
    }
    let judge = judges.of(other);
    judge.forget();
    let Some(look) = judge.look(Some(fen), &[], nodes)? else { return Ok(false) };
    let share = if game.turn() == side { look.expected } else { 1_000 - look.expected };
    Ok(share <= HOLDS)
}
