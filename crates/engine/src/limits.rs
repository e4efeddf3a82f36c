//! When a search ends by itself.

use web_time::Duration;

/// A player's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Purse {
    /// What is left on the clock.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// White's and Black's time.
    pub purses: [Purse; 2],
    /// Moves until time is added; none if the rest of the game has to be played.
    pub moves_to_go: Option<u32>,
}

/// What ends a search; with nothing set it goes on until it is stopped or the deepest ply is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the deepest full iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time for the game, from which the search takes a share.
    pub clocks: Option<Clocks>,
    /// Looks for a win in so many moves, and no further, and stops when it is found.
    pub mate: Option<u32>,
    /// How many lines are worked out: 0 counts as 1.
    pub lines: usize,
    /// Time that each move loses on its way to the clock.
    pub overhead: Duration,
}

impl Limits {
    /// Whether they are those of a move to be made: something ends the search, and no win in so many moves is looked for.
    pub fn is_of_a_move(&self) -> bool {
        let ends = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.clocks.is_some();
        ends && self.mate.is_none()
    }
}
