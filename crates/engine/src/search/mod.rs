//! Search: deeper and deeper iterations until a limit is met.
//!
//! Single-threaded, and for limits of depth or nodes a function of its input and of what the table holds.

mod history;
mod node;
mod order;
mod path;
mod pruning;
mod quiescence;
mod root;
mod tree;
mod watch;

use std::marker::PhantomData;

use faraday_rules::{Move, Position};

use crate::score::{Bound, DRAW, INFINITE, MAX_PLY, Score, WIN, WON, Window};
use crate::table::Table;
use crate::{Control, Evaluate, Limits, Report};
use history::History;
use path::Path;
use root::{RootMove, rank, root_moves};
use tree::{Frame, Tree};
use watch::Watch;

/// The first aspiration window reaches so far on either side.
const ASPIRATION: i32 = 20;
/// From this depth on, windows are narrow.
const ASPIRATION_DEPTH: i32 = 5;
/// A report of a mere bound is worth sending after so many milliseconds.
const BOUND_REPORT_MS: u128 = 1_000;

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, V: Evaluate> {
    /// The position.
    pub root: &'a Position<V>,
    /// The hashes of the positions before it, oldest first.
    pub past: &'a [u64],
    /// The moves to choose from; none means all.
    pub only: &'a [Move],
    /// What ends the search.
    pub limits: &'a Limits,
    /// What others say to it.
    pub control: &'a Control,
}

/// One of the best lines of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The move and what is expected to follow.
    pub moves: Vec<Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    pub(crate) value: i32,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The best lines, best first; none if there is no move.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// The last depth that was finished.
    pub depth: u32,
}

/// A searcher with its memory.
pub struct Search<V> {
    table: Table,
    history: History,
    frames: Vec<Frame>,
    variant: PhantomData<V>,
}

impl<V: Evaluate> Search<V> {
    /// A searcher with a table of about so many megabytes.
    pub fn new(megabytes: usize) -> Search<V> {
        let frames = (0..MAX_PLY + 2).map(|_| Frame::default()).collect();
        Search { table: Table::new(megabytes), history: History::new::<V>(), frames, variant: PhantomData }
    }

    /// Replaces the table by an empty one of another size. Answers the size in megabytes, less if memory is short.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        // The old table goes first: there may not be room for both.
        self.table = Table::new(1);
        self.table = Table::new(megabytes);
        self.table.megabytes()
    }

    /// Forgets all that earlier searches found out.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Searches until a limit is met, telling every line on the way.
    pub fn go(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        self.table.start_search();
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
        let tree = Tree {
            table: &mut self.table,
            history: &mut self.history,
            frames: &mut self.frames,
            path: Path::new(task.past),
            watch: Watch::new(task.limits, task.control, task.root.turn()),
            deepest: 0,
            root_depth: 0,
            null_floor: 0,
            variant: PhantomData,
        };
        let moves = root_moves(task.root, task.only);
        Deepening { tree, task, moves, report, finished: 0, steady: 0 }.run()
    }
}

/// The iterations of one search.
struct Deepening<'a, 'b, V: Evaluate> {
    tree: Tree<'a, V>,
    task: &'b Task<'b, V>,
    moves: Vec<RootMove>,
    report: &'b mut dyn FnMut(Report<Move>),
    finished: u32,
    /// Iterations since the best move last changed.
    steady: u32,
}

impl<V: Evaluate> Deepening<'_, '_, V> {
    fn run(mut self) -> Outcome {
        if self.moves.is_empty() {
            return Outcome::default();
        }
        let limits = self.task.limits;
        let lines = limits.lines.clamp(1, self.moves.len());
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=last {
            self.tree.root_depth = depth as i32;
            let before = self.moves[0].mv;
            for root in &mut self.moves {
                root.previous = root.score;
                root.score = -INFINITE;
            }
            for line in 0..lines {
                self.tree.deepest = 0;
                self.aspire(line);
                if self.tree.watch.is_over() {
                    break;
                }
                rank(&mut self.moves, line);
                self.tell(line, Bound::Exact);
            }
            if self.tree.watch.is_over() {
                break;
            }
            rank(&mut self.moves, 0);
            self.finished = depth;
            self.steady = if self.moves[0].mv == before { self.steady + 1 } else { 0 };
            if self.is_settled(depth) {
                break;
            }
        }
        self.outcome(lines)
    }

    /// Searches one line with a window around its last score, wider until the score lies inside.
    fn aspire(&mut self, line: usize) {
        let expected = self.moves[line].previous;
        let mut reach = ASPIRATION;
        let is_narrow = self.tree.root_depth >= ASPIRATION_DEPTH && expected.abs() < WON;
        let mut window =
            if is_narrow { Window { alpha: expected - reach, beta: expected + reach } } else { Window::FULL };
        loop {
            let score = self.tree.search_root(self.task.root, &mut self.moves, line, window);
            if self.tree.watch.is_over() {
                // What was found before the end counts if it is better than what stood first.
                rank(&mut self.moves, line);
                return;
            }
            reach *= 2;
            let is_wide = reach > 500 || score.abs() >= WON;
            if score <= window.alpha {
                rank(&mut self.moves, line);
                self.tell_slow(line, Bound::Upper);
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if is_wide { -INFINITE } else { score - reach };
            } else if score >= window.beta {
                rank(&mut self.moves, line);
                self.tell_slow(line, Bound::Lower);
                window.beta = if is_wide { INFINITE } else { score + reach };
            } else {
                return;
            }
        }
    }

    /// Whether nothing is gained by another iteration.
    fn is_settled(&mut self, depth: u32) -> bool {
        let limits = self.task.limits;
        let score = self.moves[0].score;
        let found = WIN - score.abs();
        if let Some(moves) = limits.mate
            && score >= WON
            && found < 2 * moves as i32
        {
            return true;
        }
        let is_own_time = self.tree.watch.may_answer_at_once(limits);
        // A forced end that the whole depth covers does not change any more.
        let is_decided = score.abs() >= WON && depth as i32 > 2 * found;
        if is_own_time && (self.moves.len() == 1 || is_decided) {
            return true;
        }
        let unrest = match self.steady {
            0 => 160,
            1 => 130,
            2 | 3 => 100,
            4..=6 => 80,
            _ => 65,
        };
        let has_dropped = self.moves[0].previous > -WON && score + 30 < self.moves[0].previous;
        !self.tree.watch.has_time(if has_dropped { unrest * 3 / 2 } else { unrest })
    }

    fn tell_slow(&mut self, line: usize, bound: Bound) {
        if self.tree.watch.elapsed().as_millis() >= BOUND_REPORT_MS {
            self.tell(line, bound);
        }
    }

    fn tell(&mut self, line: usize, bound: Bound) {
        let root = &self.moves[line];
        (self.report)(Report {
            depth: self.tree.root_depth as u32,
            deepest: self.tree.deepest as u32,
            line: line + 1,
            score: Score::of(root.score),
            bound,
            nodes: self.tree.watch.nodes(),
            elapsed: self.tree.watch.elapsed(),
            permille: self.tree.table.permille(),
            moves: root.line.clone(),
        });
    }

    fn outcome(self, lines: usize) -> Outcome {
        // A move that the last iteration did not reach keeps its score from the one before.
        let value = |root: &RootMove| if root.score > -INFINITE { root.score } else { root.previous };
        let is_known = |root: &RootMove| value(root) > -INFINITE;
        let line = |root: &RootMove| {
            let value = if is_known(root) { value(root) } else { DRAW };
            Line { moves: root.line.clone(), score: Score::of(value), value }
        };
        let best = self.moves[..1].iter();
        let rest = self.moves[1..lines].iter().filter(|root| is_known(root));
        Outcome { lines: best.chain(rest).map(line).collect(), nodes: self.tree.watch.nodes(), depth: self.finished }
    }
}
