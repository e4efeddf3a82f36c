//! Perft that hears Ctrl-C.

use std::ops::ControlFlow;

use faraday_rules::Move;
use faraday_rules::perft::Last;
use faraday_variants::AnyGame;
use pyo3::prelude::*;

use crate::hear_signals;

/// Deeper than any count will ever get, and shallow enough for the stack.
pub const DEEPEST: u32 = 100;

/// Plies that are counted at one go; between two goes Python hears signals.
const GO: u32 = 4;

/// Legal move sequences of a length.
pub fn perft(game: &dyn AnyGame, depth: u32) -> PyResult<u64> {
    if depth <= GO {
        return Ok(game.perft(depth, Last::Bulk));
    }
    divide(game, depth)?.into_iter().try_fold(0_u64, |sum, (_, share)| Ok(sum.saturating_add(share)))
}

/// The share of every legal move in `perft`.
pub fn divide(game: &dyn AnyGame, depth: u32) -> PyResult<Vec<(Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut moves = Vec::new();
    game.divide(1, Last::Bulk, &mut |mv, _| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    let share = |mv: Move| {
        hear_signals()?;
        Ok((mv, perft(&*game.begun_after(mv), rest)?))
    };
    moves.into_iter().map(share).collect()
}
