//! Search: alpha-beta in the form of principal variation search, with iterative deepening and a transposition table.
//!
//! Its threads are Lazy SMP (<https://www.chessprogramming.org/Lazy_SMP>): a leader, the main thread, goes deeper and
//! deeper until a limit is met; helpers do the same on threads of their own, and all of them share what they find out
//! through the transposition table and nothing else.
//!
//! Every technique stands under its usual name at the constants that tune it, with its source. The names are those of
//! the Chess Programming Wiki (<https://www.chessprogramming.org>) and of Stockfish.
//!
//! On one thread, a search with limits of depth or nodes is a function of its input and of what it remembers.

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

/// More threads than this are not taken on.
pub const MOST_THREADS: usize = 256;

/// The table of a search that knows nothing of earlier ones.
const SMALL_MEGABYTES: usize = 1;

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
pub struct PvLine {
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
    pub lines: Vec<PvLine>,
    /// Positions visited.
    pub nodes: u64,
    /// The last depth that was finished.
    pub depth: u32,
}

/// A searcher with its memory.
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
    /// A searcher on one thread with a table of about so many megabytes, and with the network that comes with the
    /// program, if there is one.
    ///
    /// # Panics
    ///
    /// If that network is damaged, which tests rule out.
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

    /// Asks who knows endings from here on. What earlier searches found out is forgotten.
    pub fn set_endgames(&mut self, endgames: Option<Arc<dyn Endgames<V>>>) {
        self.endgames = endgames;
        self.clear();
    }

    /// Takes another network, or none: then the variant's own evaluation is taken. What earlier searches found out is
    /// forgotten.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        let memories = std::iter::once(&mut self.leader).chain(&mut self.helpers);
        memories.for_each(|memory| memory.set_network(self.network.as_ref()));
        self.clear();
    }

    /// Takes other numbers for its margins and reductions. What earlier searches found out is forgotten.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.clear();
    }

    /// What a position is worth to the side to move without any search, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position<V>) -> i32 {
        self.leader.evaluate(position)
    }

    /// Replaces the table by an empty one of another size. Answers the size in megabytes, less if memory is short.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        // The old table goes first: there may not be room for both.
        self.table = TableMemory::new(1);
        self.table = TableMemory::new(megabytes);
        self.table.megabytes()
    }

    /// Searches on so many threads from here on, the caller's among them. Answers how many they are, fewer if there are
    /// not so many to be had.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let helpers = threads.clamp(1, MOST_THREADS) - 1;
        if helpers != self.pool.size() {
            self.pool = ThreadPool::of(helpers);
            self.helpers.resize_with(self.pool.size(), || Memory::new(self.network.as_ref()));
        }
        1 + self.pool.size()
    }

    /// Forgets all that earlier searches found out.
    pub fn clear(&mut self) {
        self.table.clear();
        self.leader.clear();
        self.helpers.iter_mut().for_each(Memory::clear);
    }

    /// Searches on all threads until a limit is met, telling every line on the way.
    pub fn go(&mut self, task: &Task<V>, report: &mut dyn FnMut(Report<Move>)) -> Outcome {
        self.go_with(self.helpers.len(), self.endgames.clone().as_deref(), task, report)
    }

    /// Searches on the caller's thread alone, knowing nothing of earlier searches nor of solved endings: what is found is a function of the
    /// task. The table is left as it is.
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
            // Its lines ended at the horizon whatever their depth says, so no later search may trust them.
            self.table.clear();
        }
        Outcome { nodes: shared.nodes(), ..outcome }
    }
}

/// The length of the longest line in plies. Who looks for a win in so many moves needs none that is longer.
fn horizon(limits: &Limits) -> usize {
    limits.mate.map_or(MAX_PLY, |moves| MAX_PLY.min((moves as usize).saturating_mul(2)))
}
