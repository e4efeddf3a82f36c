//! The limits of a search: time, depth, nodes, and mate, as a protocol or the caller sets them.

use web_time::Duration;

/// The clock of one player: the time left, and the increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideClock {
    /// The time left on the clock.
    pub left: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The clocks of both players, and the number of moves to the next time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// White's and Black's time, in this order.
    pub sides: [SideClock; 2],
    /// Moves until the next time control; `None` if the rest of the game must be played in the time left.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. If none is set, it runs until it is stopped or reaches the maximum depth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of positions visited.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The game clocks; the search uses a share of the time left.
    pub clocks: Option<Clocks>,
    /// Searches only for a win in at most this number of moves, and stops once one is found.
    pub mate: Option<u32>,
    /// The number of lines (`MultiPV`); 0 counts as 1.
    pub lines: usize,
    /// The time lost per move to communication.
    pub overhead: Duration,
}

impl Limits {
    /// Returns true if these limits are for choosing a move: something ends the search, and it is not a mate search.
    pub fn is_of_a_move(&self) -> bool {
        let ends = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.clocks.is_some();
        ends && self.mate.is_none()
    }
}
