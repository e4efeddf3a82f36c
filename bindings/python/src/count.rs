//! Perft for Python. It checks for signals between short counts, so that Ctrl-C interrupts it.

use std::ops::ControlFlow;

use faraday_rules::Move;
use faraday_rules::perft::LastPly;
use faraday_variants::AnyGame;
use pyo3::prelude::*;

use crate::check_signals;

/// A depth that no count can reach in practice, and that still fits the stack.
pub const DEEPEST: u32 = 100;

/// The number of plies that are counted without interruption. Python handles signals between such counts.
const GO: u32 = 4;

/// Counts the legal move sequences of a length.
pub fn perft(game: &dyn AnyGame, depth: u32) -> PyResult<u64> {
    if depth <= GO {
        return Ok(game.perft(depth, LastPly::Bulk));
    }
    divide(game, depth)?.into_iter().try_fold(0_u64, |sum, (_, share)| Ok(sum.saturating_add(share)))
}

/// Splits a perft count by first moves.
pub fn divide(game: &dyn AnyGame, depth: u32) -> PyResult<Vec<(Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut moves = Vec::new();
    game.divide(1, LastPly::Bulk, &mut |mv, _| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    let share = |mv: Move| {
        check_signals()?;
        Ok((mv, perft(&*game.restarted_after(mv), rest)?))
    };
    moves.into_iter().map(share).collect()
}
