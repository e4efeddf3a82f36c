//! Perft for protocol sessions: split by first moves, and stoppable from another thread.

use faraday_rules::perft::{LastPly, perft};
use faraday_rules::{Position, Variant};

use crate::Control;

/// The maximum depth: no count can reach it in practice, and it still fits the stack.
pub const DEEPEST_PERFT: u32 = 100;
/// A count of this depth is too fast to need stopping.
const SHORT: u32 = 2;

/// Counts the legal move sequences of `depth` plies and reports the share of each first move, in UCI
/// notation. Returns `None` if stopped.
pub fn divide<V: Variant>(
    position: &Position<V>,
    depth: u32,
    control: &Control,
    report: &mut dyn FnMut(&str, u64),
) -> Option<u64> {
    let Some(rest) = depth.min(DEEPEST_PERFT).checked_sub(1) else { return Some(1) };
    let mut moves = position.moves();
    moves.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
    let mut nodes = 0;
    for mv in moves {
        let share = count(&position.after(mv), rest, control)?;
        report(&Position::<V>::write_uci(mv), share);
        nodes += share;
    }
    Some(nodes)
}

fn count<V: Variant>(position: &Position<V>, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= SHORT {
        return Some(perft(position, depth, LastPly::Bulk));
    }
    position.moves().into_iter().map(|mv| count(&position.after(mv), depth - 1, control)).sum()
}
