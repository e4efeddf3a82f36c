//! The search: alpha-beta in the form of principal variation search, with iterative deepening
//! and a transposition table.
//!
//! Parallel search is Lazy SMP (<https://www.chessprogramming.org/Lazy_SMP>). The main thread deepens until it reaches
//! a limit. Helper threads search the same position and share results through the transposition table only.
//!
//! Each technique is named at the constants that tune it, with its source. The names are those of the Chess Programming
//! Wiki (<https://www.chessprogramming.org>) and of Stockfish.
//!
//! On one thread, a search limited by depth or nodes is a function of its input and of what earlier searches stored.

mod correction_history;
mod history;
mod iterative_deepening;
mod late_moves;
mod move_picker;
mod move_pruning;
mod node;
mod node_kind;
mod node_pruning;
mod parameters;
mod quiescence;
mod repetition;
mod root;
mod shared;
mod thread_pool;
mod time_management;
mod tree;

use std::sync::Arc;

use faraday_rules::{Move, Position};

use crate::network::{Network, NetworkSource};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::TranspositionTable;
use crate::{Control, Evaluate, Limits, Report, Tablebases};
use iterative_deepening::IterativeDeepening;
pub use parameters::{ParameterRange, Parameters};
use root::root_moves;
use shared::Shared;
use thread_pool::ThreadPool;
use time_management::TimeManagement;
use tree::{ThreadData, Tree};

/// The maximum number of threads of a search.
pub const MOST_THREADS: usize = 256;

/// The table size of a search that starts without results of earlier searches.
const SMALL_MEGABYTES: usize = 1;

/// The input of a search: a position with its history, the moves to choose from, and the limits.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Task<'a, V: Evaluate> {
    pub root: &'a Position<V>,
    /// Hashes of the earlier positions, oldest first.
    pub past: &'a [u64],
    /// The moves to choose from; if empty, all legal moves.
    pub only: &'a [Move],
    /// The conditions that end the search.
    pub limits: &'a Limits,
    /// Stops the search from another thread.
    pub control: &'a Control,
}

/// A principal variation found by a search, with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// The move and its expected continuation.
    pub moves: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
    pub(crate) value: i32,
}

/// The result of a search: its best lines, and the effort.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The best lines, best first; empty if there is no legal move.
    pub lines: Vec<PvLine>,
    /// The number of positions visited.
    pub nodes: u64,
    /// The last completed depth.
    pub depth: u32,
}

/// The search of a variant, with the tables that it keeps from move to move. [`Search::go`] runs it on several threads.
pub struct Search<V: Evaluate> {
    parameters: Parameters,
    table: TranspositionTable,
    pool: ThreadPool,
    main: ThreadData<V>,
    helpers: Vec<ThreadData<V>>,
    network: Option<Arc<Network>>,
    tablebases: Option<Arc<dyn Tablebases<V>>>,
}

impl<V: Evaluate> Search<V> {
    /// Creates a search on one thread, with a table of about `megabytes` and the embedded network, if there is one.
    ///
    /// # Panics
    ///
    /// If the embedded network is damaged, which tests rule out.
    pub fn new(megabytes: usize) -> Search<V> {
        let network = NetworkSource::Embedded.load::<V>().expect("a test reads every network");
        Search {
            parameters: V::PARAMETERS,
            table: TranspositionTable::new(megabytes),
            pool: ThreadPool::default(),
            main: ThreadData::new(network.as_ref()),
            helpers: Vec::new(),
            network,
            tablebases: None,
        }
    }

    /// Uses these tablebases from now on. Clears everything learned in earlier searches.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<dyn Tablebases<V>>>) {
        self.tablebases = tablebases;
        self.clear();
    }

    /// Replaces the network. Without one, the handcrafted evaluation is used. Clears
    /// everything learned in earlier searches.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        let threads = std::iter::once(&mut self.main).chain(&mut self.helpers);
        threads.for_each(|thread| thread.set_network(self.network.as_ref()));
        self.clear();
    }

    /// Replaces the margins and reductions. Clears everything learned in earlier searches.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.clear();
    }

    /// Returns the static evaluation for the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position<V>) -> i32 {
        self.main.evaluate(position)
    }

    /// Replaces the table with an empty one. Returns its size in megabytes, which is smaller if memory is short.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        // The old table is freed first: memory may not hold both.
        self.table = TranspositionTable::new(1);
        self.table = TranspositionTable::new(megabytes);
        self.table.megabytes()
    }

    /// Searches on `threads` threads from now on, including the caller's. Returns the number of threads, which is
    /// smaller if not all of them can be started.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let helpers = threads.clamp(1, MOST_THREADS) - 1;
        if helpers != self.pool.size() {
            self.pool = ThreadPool::of(helpers);
            self.helpers.resize_with(self.pool.size(), || ThreadData::new(self.network.as_ref()));
        }
        1 + self.pool.size()
    }

    /// Clears the transposition table and the history tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.main.clear();
        self.helpers.iter_mut().for_each(ThreadData::clear);
    }

    /// Searches on all threads until a limit is met, and reports each line on the way.
    pub fn go(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        self.go_with(self.helpers.len(), self.tablebases.clone().as_deref(), task, report)
    }

    /// Searches on the caller's thread only, without results of earlier searches or tablebases, so the outcome is a
    /// function of the task. The table is left unchanged.
    pub fn go_alone(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        let table = std::mem::replace(&mut self.table, TranspositionTable::new(SMALL_MEGABYTES));
        self.main.clear();
        let outcome = self.go_with(0, None, task, report);
        self.table = table;
        outcome
    }

    fn go_with(
        &mut self,
        helpers: usize,
        tablebases: Option<&dyn Tablebases<V>>,
        task: &Task<V>,
        report: &mut dyn FnMut(Report<Move>),
    ) -> Outcome {
        let table = self.table.start_search();
        let moves = root_moves(task.root, task.only);
        if moves.is_empty() {
            return Outcome::default();
        }
        let horizon = horizon(task.limits);
        let shared = Shared::default();
        let help = |(index, thread)| {
            let time = TimeManagement::helper(&shared);
            let mut tree = Tree::new(&self.parameters, table, thread, task.past, horizon, time);
            tree.tablebases = tablebases;
            let moves = moves.clone();
            move || IterativeDeepening::new(tree, task, moves, &mut |_| {}).run_helper(index)
        };
        let jobs = self.helpers[..helpers].iter_mut().enumerate().map(help).collect();
        let time = TimeManagement::main(task.limits, task.control, &shared, task.root.turn());
        let mut tree = Tree::new(&self.parameters, table, &mut self.main, task.past, horizon, time);
        tree.tablebases = tablebases;
        let outcome = self.pool.run(jobs, || IterativeDeepening::new(tree, task, moves.clone(), report).run_main());
        if horizon < MAX_PLY {
            // Lines ended at the horizon, even at higher depths, so later searches must not use these entries.
            self.table.clear();
        }
        Outcome { nodes: shared.nodes(), ..outcome }
    }
}

/// Returns the maximum length of a line in plies. A search for a mate in N does not need longer lines.
fn horizon(limits: &Limits) -> usize {
    limits.mate.map_or(MAX_PLY, |moves| MAX_PLY.min((moves as usize).saturating_mul(2)))
}
