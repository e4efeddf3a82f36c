//! Iterative deepening (<https://www.chessprogramming.org/Iterative_Deepening>) of one thread: the main thread, which
//! observes limits and reports, or a helper.

use faraday_rules::Move;

use super::root::{RootMove, rank};
use super::tree::Tree;
use super::{Outcome, PvLine, Task};
use crate::score::{DRAW, INFINITE, MAX_PLY, Score, WIN, WON, Window};
use crate::tablebases::complete;
use crate::{Evaluate, Report};

/// Aspiration windows (<https://www.chessprogramming.org/Aspiration_Windows>): from this depth on, windows are narrow.
const ASPIRATION_DEPTH: i32 = 5;
/// Each fail high or fail low doubles the window's reach, up to this limit; beyond it that side is opened.
const ASPIRATION_LIMIT: i32 = 500;
/// Time management by best-move stability: the percentage of the usual time that justifies another iteration, by the
/// number of iterations without a change of best move. The last entry applies to all higher numbers.
const STABILITY_SHARES: [u32; 8] = [160, 130, 100, 100, 80, 80, 80, 65];
/// If the score drops by more than the margin (centipawns) from one iteration to the next, the usual time is
/// multiplied by the share (percent).
const DROP_MARGIN: i32 = 30;
const DROP_SHARE: u32 = 150;
/// After this many milliseconds, unfinished iterations are reported too.
const SLOW_MS: u128 = 1_000;
/// The depth of the last iteration.
const DEEPEST: u32 = MAX_PLY as u32 - 1;

/// The state of iterative deepening in one thread.
pub struct IterativeDeepening<'a, 'b, V: Evaluate> {
    tree: Tree<'a, V>,
    task: &'b Task<'b, V>,
    moves: Vec<RootMove>,
    report: &'b mut dyn FnMut(Report<Move>),
    finished: u32,
    /// Iterations since the last change of the best move.
    steady: u32,
}

impl<'a, 'b, V: Evaluate> IterativeDeepening<'a, 'b, V> {
    /// Creates the state of a thread before its first iteration. `moves` must not be empty.
    pub fn new(
        tree: Tree<'a, V>,
        task: &'b Task<'b, V>,
        moves: Vec<RootMove>,
        report: &'b mut dyn FnMut(Report<Move>),
    ) -> IterativeDeepening<'a, 'b, V> {
        IterativeDeepening { tree, task, moves, report, finished: 0, steady: 0 }
    }

    /// Searches one ply deeper in each iteration until a limit is met.
    pub fn run_main(mut self) -> Outcome {
        let last = self.task.limits.depth.unwrap_or(u32::MAX).clamp(1, DEEPEST);
        for depth in 1..=last {
            if !self.iterate(depth) || self.is_settled(depth) {
                break;
            }
        }
        self.outcome()
    }

    /// Searches deeper until the main thread has ended. A helper that skips depths runs ahead, and the others
    /// profit from its table entries.
    pub fn run_helper(mut self, index: usize) {
        for depth in (1..=DEEPEST).filter(|depth| !skips(index, *depth)) {
            if !self.iterate(depth) {
                break;
            }
        }
    }

    /// Searches all lines to a depth. Returns false if the search ended before all were finished.
    fn iterate(&mut self, depth: u32) -> bool {
        self.tree.root_depth = depth as i32;
        let before = self.moves[0].mv;
        for root in &mut self.moves {
            root.previous = root.score;
            root.score = -INFINITE;
        }
        for line in 0..self.lines() {
            self.tree.deepest = 0;
            self.aspire(line);
            if self.tree.time.is_over() {
                self.report_lines();
                return false;
            }
            // A later line may turn out better than an earlier one.
            rank(&mut self.moves[..=line]);
            if line + 1 == self.lines() || self.is_slow() {
                self.report_lines();
            }
        }
        self.finished = depth;
        self.steady = if self.moves[0].mv == before { self.steady + 1 } else { 0 };
        true
    }

    fn lines(&self) -> usize {
        self.task.limits.lines.clamp(1, self.moves.len())
    }

    /// Searches one line with a window around its last score, and widens it until the score is inside.
    fn aspire(&mut self, line: usize) {
        let expected = self.moves[line].previous;
        let mut reach = self.tree.parameters.aspiration_reach;
        let is_narrow = self.tree.root_depth >= ASPIRATION_DEPTH && expected.abs() < WON;
        let mut window =
            if is_narrow { Window { alpha: expected - reach, beta: expected + reach } } else { Window::FULL };
        loop {
            let score = self.tree.search_root(self.task.root, &mut self.moves[line..], window);
            // Results before an early end also count if they improve on the first move.
            rank(&mut self.moves[line..]);
            if self.tree.time.is_over() {
                return;
            }
            reach *= 2;
            let is_wide = reach > ASPIRATION_LIMIT || score.abs() >= WON;
            // Fail low, fail high, or an exact score.
            if score <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if is_wide { -INFINITE } else { score - reach };
            } else if score >= window.beta {
                window.beta = if is_wide { INFINITE } else { score + reach };
            } else {
                return;
            }
            if self.is_slow() {
                self.report_line(line);
            }
        }
    }

    /// Returns true if another iteration would gain nothing.
    fn is_settled(&mut self, depth: u32) -> bool {
        let limits = self.task.limits;
        let score = self.moves[0].score;
        let found = WIN - score.abs();
        if let Some(moves) = limits.mate
            && score >= WON
            && (found as u32) < moves.saturating_mul(2)
        {
            return true;
        }
        let is_own_time = self.tree.time.may_answer_at_once(limits);
        // A forced result within half of the depth does not change any more.
        let is_decided = score.abs() >= WON && depth as i32 > 2 * found;
        if is_own_time && (self.moves.len() == 1 || is_decided) {
            return true;
        }
        let stability = STABILITY_SHARES[(self.steady as usize).min(STABILITY_SHARES.len() - 1)];
        let has_dropped = self.moves[0].previous > -WON && score + DROP_MARGIN < self.moves[0].previous;
        let share = if has_dropped { stability * DROP_SHARE / 100 } else { stability };
        !self.tree.time.has_time(share)
    }

    fn is_slow(&self) -> bool {
        self.tree.time.elapsed().as_millis() >= SLOW_MS
    }

    fn report_lines(&mut self) {
        for line in 0..self.lines() {
            self.report_line(line);
        }
    }

    /// Reports a line: its result in this iteration, or else in the one before.
    fn report_line(&mut self, line: usize) {
        let root = &self.moves[line];
        let Some((score, age)) = root.last_score() else { return };
        let moves = self.line(root);
        (self.report)(Report {
            depth: self.tree.root_depth as u32 - age,
            seldepth: root.deepest as u32,
            line: line + 1,
            score: Score::of(score),
            wdl: V::WDL.of(Score::of(score)),
            bound: root.bound,
            nodes: self.tree.time.nodes(),
            elapsed: self.tree.time.elapsed(),
            hashfull: self.tree.table.hashfull(),
            tablebase_hits: self.tree.time.shared().tablebase_hits(),
            moves,
        });
    }

    /// Returns the line of a root move, extended to the end of the game if tablebases cover it.
    fn line(&self, root: &RootMove) -> Vec<Move> {
        let mut line = root.line.clone();
        if let Some(tablebases) = self.tree.tablebases {
            complete(tablebases, self.task.root, &mut line);
        }
        line
    }

    fn outcome(mut self) -> Outcome {
        // A search may be stopped before its first move has a score.
        let unsearched = self.moves[0].last_score().is_none().then(|| self.tree.evaluation(self.task.root, 0));
        let line = |root: &RootMove| {
            let value = root.last_score().map_or(unsearched.unwrap_or(DRAW), |(score, _)| score);
            PvLine { moves: self.line(root), score: Score::of(value), value }
        };
        let best = self.moves[..1].iter();
        let rest = self.moves[1..self.lines()].iter().filter(|root| root.last_score().is_some());
        Outcome { lines: best.chain(rest).map(line).collect(), nodes: self.tree.time.nodes(), depth: self.finished }
    }
}

/// Returns true if a helper skips a depth: every third one, staggered over the helpers.
fn skips(index: usize, depth: u32) -> bool {
    (depth as usize + index).is_multiple_of(3)
}
