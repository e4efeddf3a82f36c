//! Search: alpha-beta in the form of principal variation search, with iterative deepening and a transposition table.
//!
//! Parallel search is Lazy SMP (<https://www.chessprogramming.org/Lazy_SMP>). The main thread, called the leader,
//! deepens until it reaches a limit. Helper threads search the same position and share results through the
//! transposition table only.
//!
//! Each technique is named at the constants that tune it, with its source. The names are those of the Chess Programming
//! Wiki (<https://www.chessprogramming.org>) and of Stockfish.
//!
//! On one thread, a search limited by depth or nodes is a function of its input and of what earlier searches stored.

mod correction;
mod cuts;
mod deepening;
mod history;
mod late_moves;
mod node;
mod node_kind;
mod order;
mod parameters;
mod path;
mod pruning;
mod quiescence;
mod root;
mod shared;
mod thread_pool;
mod time_management;
mod tree;

use std::sync::Arc;

use faraday_rules::{Move, Position};

use crate::network::{Network, NetworkSource};
use crate::score::{MAX_PLY, Score};
use crate::table::TableMemory;
use crate::{Control, Endgames, Evaluate, Limits, Report};
use deepening::Deepening;
pub use parameters::{ParameterRange, Parameters};
use root::root_moves;
use shared::Shared;
use thread_pool::ThreadPool;
use time_management::TimeManagement;
use tree::{Memory, Tree};

/// The maximum number of threads.
pub const MOST_THREADS: usize = 256;

/// The table size of a search that starts without results of earlier searches.
const SMALL_MEGABYTES: usize = 1;

/// The position to search, and the limits.
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

/// A line found by a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// The move and its expected continuation.
    pub moves: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
    pub(crate) value: i32,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The best lines, best first; empty if there is no legal move.
    pub lines: Vec<PvLine>,
    /// The number of positions visited.
    pub nodes: u64,
    /// The last completed depth.
    pub depth: u32,
}

/// A search engine for a variant, with its tables.
pub struct Search<V: Evaluate> {
    parameters: Parameters,
    table: TableMemory,
    pool: ThreadPool,
    leader: Memory<V>,
    helpers: Vec<Memory<V>>,
    network: Option<Arc<Network>>,
    endgames: Option<Arc<dyn Endgames<V>>>,
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
            table: TableMemory::new(megabytes),
            pool: ThreadPool::default(),
            leader: Memory::new(network.as_ref()),
            helpers: Vec::new(),
            network,
            endgames: None,
        }
    }

    /// Uses these tablebases from now on. Clears everything learned in earlier searches.
    pub fn set_endgames(&mut self, endgames: Option<Arc<dyn Endgames<V>>>) {
        self.endgames = endgames;
        self.clear();
    }

    /// Replaces the network. Without one, the handcrafted evaluation is used. Clears
    /// everything learned in earlier searches.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        let memories = std::iter::once(&mut self.leader).chain(&mut self.helpers);
        memories.for_each(|memory| memory.set_network(self.network.as_ref()));
        self.clear();
    }

    /// Replaces the margins and reductions. Clears everything learned in earlier searches.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.clear();
    }

    /// The static evaluation for the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position<V>) -> i32 {
        self.leader.evaluate(position)
    }

    /// Replaces the table with an empty one. Returns its size in megabytes, which is smaller if memory is short.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        // The old table is freed first: memory may not hold both.
        self.table = TableMemory::new(1);
        self.table = TableMemory::new(megabytes);
        self.table.megabytes()
    }

    /// Searches on `threads` threads from now on, including the caller's. Returns the number of threads, which is
    /// smaller if not all of them can be started.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let helpers = threads.clamp(1, MOST_THREADS) - 1;
        if helpers != self.pool.size() {
            self.pool = ThreadPool::of(helpers);
            self.helpers.resize_with(self.pool.size(), || Memory::new(self.network.as_ref()));
        }
        1 + self.pool.size()
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.leader.clear();
        self.helpers.iter_mut().for_each(Memory::clear);
    }

    /// Searches on all threads until a limit is met, and reports each line on the way.
    pub fn go(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        self.go_with(self.helpers.len(), self.endgames.clone().as_deref(), task, report)
    }

    /// Searches on the caller's thread only, without results of earlier searches or tablebases, so the outcome is a
    /// function of the task. The table is left unchanged.
    pub fn go_alone(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        let table = std::mem::replace(&mut self.table, TableMemory::new(SMALL_MEGABYTES));
        self.leader.clear();
        let outcome = self.go_with(0, None, task, report);
        self.table = table;
        outcome
    }

    fn go_with(
        &mut self,
        helpers: usize,
        endgames: Option<&dyn Endgames<V>>,
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
        let help = |(index, memory)| {
            let time = TimeManagement::helper(&shared);
            let mut tree = Tree::new(&self.parameters, table, memory, task.past, horizon, time);
            tree.endgames = endgames;
            let moves = moves.clone();
            move || Deepening::new(tree, task, moves, &mut |_| {}).help(index)
        };
        let jobs = self.helpers[..helpers].iter_mut().enumerate().map(help).collect();
        let time = TimeManagement::leader(task.limits, task.control, &shared, task.root.turn());
        let mut tree = Tree::new(&self.parameters, table, &mut self.leader, task.past, horizon, time);
        tree.endgames = endgames;
        let outcome = self.pool.run(jobs, || Deepening::new(tree, task, moves.clone(), report).lead());
        if horizon < MAX_PLY {
            // Lines ended at the horizon, even at higher depths, so later searches must not use these entries.
            self.table.clear();
        }
        Outcome { nodes: shared.nodes(), ..outcome }
    }
}

/// The maximum length of a line in plies. A search for a mate in N needs no longer one.
fn horizon(limits: &Limits) -> usize {
    limits.mate.map_or(MAX_PLY, |moves| MAX_PLY.min((moves as usize).saturating_mul(2)))
}
