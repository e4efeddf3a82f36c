//! Time management (<https://www.chessprogramming.org/Time_Management>): ends a thread's search by time, by nodes,
//! or by an outside signal.
//!
//! A move has a soft limit, after which no iteration starts, and a hard limit, which aborts the search. The soft limit
//! is scaled by the stability of the result, as computed in `iterative_deepening.rs`.

use faraday_rules::Color;
use web_time::{Duration, Instant};

use super::shared::Shared;
use crate::{Clocks, Control, Limits};

/// Nodes between checks of the clock and the shared state.
const PERIOD: u64 = 128;
/// The assumed number of moves to go if the clocks do not specify it.
const MOVES_TO_GO: u32 = 28;
/// The maximum percentage of the remaining time for a move, and for the last move before the next time control.
const MOST_SHARE: u32 = 50;
const MOST_LAST_SHARE: u32 = 90;
/// The percentage of the increment that a move may use.
const INCREMENT_SHARE: u32 = 75;
/// The soft limit as a percentage of a move's share, and the hard limit as a multiple of it.
const SOFT_SHARE: u32 = 70;
const HARD_SHARES: u32 = 3;

/// The role of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Observes the limits, and stops the helpers when it ends.
    Main,
    /// Runs until the main thread has ended.
    Helper,
}

/// The clock and the limits of one search thread.
pub struct TimeManagement<'a> {
    role: Role,
    shared: &'a Shared,
    control: &'a Control,
    start: Instant,
    /// The start of the search's own time; `None` while pondering.
    own: Option<Instant>,
    budget: Option<Budget>,
    /// The node limit for all threads, and this thread's part of it.
    limit: u64,
    most_nodes: u64,
    nodes: u64,
    over: bool,
}

/// The time limits of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Budget {
    /// No iteration starts after this.
    soft: Duration,
    /// The search is aborted after this.
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
        let side = clocks.sides[turn as usize];
        let left = side.left.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = clocks.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let most_share = if moves == 1 { MOST_LAST_SHARE } else { MOST_SHARE };
        let most = left * most_share / 100;
        let share = (left / moves + side.increment * INCREMENT_SHARE / 100).min(most);
        Budget { soft: share * SOFT_SHARE / 100, hard: (share * HARD_SHARES).min(most) }
    }
}

impl<'a> TimeManagement<'a> {
    /// Starts the clock of the main thread.
    pub fn main(limits: &Limits, control: &'a Control, shared: &'a Shared, turn: Color) -> TimeManagement<'a> {
        TimeManagement::new(Role::Main, control, shared, limits.nodes, Budget::of(limits, turn))
    }

    /// Starts the clock of a helper, which has no limits of its own.
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

    /// Counts a node. Returns false if the search is over; the node is then not counted.
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
                Role::Main => self.check_limits(),
                Role::Helper => self.shared.add(PERIOD),
            }
        }
        true
    }

    fn check_limits(&mut self) {
        self.most_nodes = self.limit.saturating_sub(self.shared.nodes());
        let Some(budget) = self.budget else { return };
        if self.own.is_none() && !self.control.is_pondering() {
            self.own = Some(Instant::now());
        }
        self.over = self.own.is_some_and(|own| own.elapsed() >= budget.hard);
    }

    /// Returns true if the search has been aborted.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns true if another iteration is worth starting. `share` is a percentage of the soft limit: 100 for
    /// a result of usual stability.
    pub fn has_time(&mut self, share: u32) -> bool {
        self.check_limits();
        if self.over || self.control.is_stopped() || self.nodes >= self.most_nodes {
            return false;
        }
        match (self.budget, self.own) {
            (Some(budget), Some(_)) if budget.soft == budget.hard => true,
            // Time spent pondering is not lost: from the hit on, only the hard limit runs.
            (Some(budget), Some(_)) => self.elapsed() < (budget.soft * share / 100).min(budget.hard),
            _ => true,
        }
    }

    /// Returns true if the search uses game clocks and is not pondering. A forced move is then played at once.
    pub fn may_answer_at_once(&self, limits: &Limits) -> bool {
        limits.clocks.is_some() && !self.control.is_pondering()
    }

    /// Returns the nodes of all threads, except those that other threads have not shared yet.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.shared.nodes()
    }

    /// Returns the state shared by all threads.
    pub fn shared(&self) -> &'a Shared {
        self.shared
    }

    /// Returns the time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Drop for TimeManagement<'_> {
    fn drop(&mut self) {
        match self.role {
            Role::Main => {
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
    use crate::SideClock;

    fn share(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Budget {
        let side = SideClock { left: Duration::from_millis(left_ms), increment: Duration::from_millis(increment_ms) };
        Budget::share(Clocks { sides: [side; 2], moves_to_go }, Duration::from_millis(10), Color::White)
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
    fn the_main_thread_counts_what_helpers_have_visited_and_ends_them() {
        let (shared, control) = (Shared::default(), Control::new());
        let limits = Limits { nodes: Some(10 * PERIOD), ..Limits::default() };
        let mut main = TimeManagement::main(&limits, &control, &shared, Color::White);
        let mut helper = TimeManagement::helper(&shared);
        assert!((0..7 * PERIOD + 5).all(|_| helper.tick()));
        assert_eq!((0..10 * PERIOD).take_while(|_| main.tick()).count() as u64, 3 * PERIOD);
        assert_eq!(main.nodes(), 10 * PERIOD);
        assert!(helper.tick());
        drop(main);
        assert!(!helper.tick());
        drop(helper);
        assert_eq!(shared.nodes(), 10 * PERIOD + 6);
    }

    #[test]
    fn helpers_ignore_the_control_of_the_caller() {
        let (shared, control) = (Shared::default(), Control::new());
        let mut main = TimeManagement::main(&Limits::default(), &control, &shared, Color::White);
        control.stop();
        assert!(TimeManagement::helper(&shared).tick());
        assert!(!main.tick());
    }
}
