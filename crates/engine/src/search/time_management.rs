//! Time management (<https://www.chessprogramming.org/Time_Management>): ends a thread's search on time, by nodes, by
//! the clock, or by what others have said.
//!
//! A move has a soft limit, after which no iteration starts, and a hard one, after which the search breaks off. How
//! settled the answer is stretches the soft one; `deepening.rs` says by how much.

use faraday_rules::Color;
use web_time::{Duration, Instant};

use super::shared::Shared;
use crate::{Clocks, Control, Limits};

/// How many nodes pass between two looks at the clock and what is shared.
const PERIOD: u64 = 128;
/// Moves that are still to be played when the clocks do not say.
const MOVES_TO_GO: u32 = 28;
/// The most of what is left that a move may take, in hundredths; and if it is the last one before the clock is filled
/// up.
const MOST_SHARE: u32 = 50;
const MOST_LAST_SHARE: u32 = 90;
/// How much of the increment a move counts on, in hundredths.
const INCREMENT_SHARE: u32 = 75;
/// The soft limit in hundredths of a move's share, and how many shares the hard limit is.
const SOFT_SHARE: u32 = 70;
const HARD_SHARES: u32 = 3;

/// Whose time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Keeps the limits, and ends the helpers when it ends.
    Leader,
    /// Goes on until the leader has ended.
    Helper,
}

/// Whether a thread's search goes on.
pub struct TimeManagement<'a> {
    role: Role,
    shared: &'a Shared,
    control: &'a Control,
    start: Instant,
    /// When the search's own time began to run: none while it thinks in the opponent's.
    own: Option<Instant>,
    budget: Option<Budget>,
    /// The limit for all threads, and what it leaves to this one.
    limit: u64,
    most_nodes: u64,
    nodes: u64,
    over: bool,
}

/// Time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Budget {
    /// After this no iteration starts.
    soft: Duration,
    /// After this the search breaks off.
    hard: Duration,
}

impl Budget {
    fn of(limits: &Limits, turn: Color) -> Option<Budget> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead).max(Duration::from_millis(1));
            Budget { soft: time, hard: time }
        });
        let shared = limits.clocks.map(|clocks| Budget::share(clocks, limits.overhead, turn));
        match (fixed, shared) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }

    fn share(clocks: Clocks, overhead: Duration, turn: Color) -> Budget {
        let purse = clocks.purses[turn as usize];
        let left = purse.left.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = clocks.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let most_share = if moves == 1 { MOST_LAST_SHARE } else { MOST_SHARE };
        let most = left * most_share / 100;
        let share = (left / moves + purse.increment * INCREMENT_SHARE / 100).min(most);
        Budget { soft: share * SOFT_SHARE / 100, hard: (share * HARD_SHARES).min(most) }
    }
}

impl<'a> TimeManagement<'a> {
    /// Starts the clock.
    pub fn leader(limits: &Limits, control: &'a Control, shared: &'a Shared, turn: Color) -> TimeManagement<'a> {
        TimeManagement::new(Role::Leader, control, shared, limits.nodes, Budget::of(limits, turn))
    }

    /// Has no limits of its own.
    pub fn helper(shared: &'a Shared) -> TimeManagement<'a> {
        TimeManagement::new(Role::Helper, &shared.control, shared, None, None)
    }

    fn new(
        role: Role,
        control: &'a Control,
        shared: &'a Shared,
        limit: Option<u64>,
        budget: Option<Budget>,
    ) -> TimeManagement<'a> {
        let start = Instant::now();
        let own = (!control.is_pondering()).then_some(start);
        let limit = limit.unwrap_or(u64::MAX);
        TimeManagement { role, shared, control, start, own, budget, limit, most_nodes: limit, nodes: 0, over: false }
    }

    /// Counts a node. False when the search is over; the node is then not counted.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.over {
            return false;
        }
        if self.nodes >= self.most_nodes || self.control.is_stopped() {
            self.over = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PERIOD) {
            match self.role {
                Role::Leader => self.look(),
                Role::Helper => self.shared.add(PERIOD),
            }
        }
        true
    }

    fn look(&mut self) {
        self.most_nodes = self.limit.saturating_sub(self.shared.nodes());
        let Some(budget) = self.budget else { return };
        if self.own.is_none() && !self.control.is_pondering() {
            self.own = Some(Instant::now());
        }
        self.over = self.own.is_some_and(|own| own.elapsed() >= budget.hard);
    }

    /// Whether the search has broken off.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether another iteration is worth starting. `share` is in hundredths: 100 when the answer seems settled as
    /// usual.
    pub fn has_time(&mut self, share: u32) -> bool {
        self.look();
        if self.over || self.control.is_stopped() || self.nodes >= self.most_nodes {
            return false;
        }
        match (self.budget, self.own) {
            (Some(budget), Some(_)) if budget.soft == budget.hard => true,
            // Time spent while pondering is not lost: only the hard limit counts from the hit.
            (Some(budget), Some(_)) => self.elapsed() < (budget.soft * share / 100).min(budget.hard),
            _ => true,
        }
    }

    /// Whether the search plays by game clocks or pondering and need not think about an only move.
    pub fn may_answer_at_once(&self, limits: &Limits) -> bool {
        limits.clocks.is_some() && !self.control.is_pondering()
    }

    /// Nodes of all threads so far, as the leader knows them.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.shared.nodes()
    }

    /// What all threads share.
    pub fn shared(&self) -> &'a Shared {
        self.shared
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Drop for TimeManagement<'_> {
    fn drop(&mut self) {
        match self.role {
            Role::Leader => {
                self.shared.add(self.nodes);
                self.shared.control.stop();
            }
            Role::Helper => self.shared.add(self.nodes % PERIOD),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purse;

    fn share(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Budget {
        let purse = Purse { left: Duration::from_millis(left_ms), increment: Duration::from_millis(increment_ms) };
        Budget::share(Clocks { purses: [purse; 2], moves_to_go }, Duration::from_millis(10), Color::White)
    }

    #[test]
    fn a_share_never_oversteps_the_clock() {
        for left in [0, 1, 20, 1_000, 60_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(40)] {
                    let Budget { soft, hard } = share(left, increment, moves);
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(left.saturating_sub(10).max(1)));
                }
            }
        }
    }

    #[test]
    fn the_leader_counts_what_helpers_have_visited_and_ends_them() {
        let (shared, control) = (Shared::default(), Control::new());
        let limits = Limits { nodes: Some(10 * PERIOD), ..Limits::default() };
        let mut leader = TimeManagement::leader(&limits, &control, &shared, Color::White);
        let mut helper = TimeManagement::helper(&shared);
        assert!((0..7 * PERIOD + 5).all(|_| helper.tick()));
        assert_eq!((0..10 * PERIOD).take_while(|_| leader.tick()).count() as u64, 3 * PERIOD);
        assert_eq!(leader.nodes(), 10 * PERIOD);
        assert!(helper.tick());
        drop(leader);
        assert!(!helper.tick());
        drop(helper);
        assert_eq!(shared.nodes(), 10 * PERIOD + 6);
    }

    #[test]
    fn a_helper_does_not_hear_the_world() {
        let (shared, control) = (Shared::default(), Control::new());
        let mut leader = TimeManagement::leader(&Limits::default(), &control, &shared, Color::White);
        control.stop();
        assert!(TimeManagement::helper(&shared).tick());
        assert!(!leader.tick());
    }
}
