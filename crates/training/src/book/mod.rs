//! The opening book builder: a tree of searched positions that grows along likely moves ([`tree`]), and engine games
//! from its leaves ([`games`]).
//!
//! The searches and games depend only on the plan. They are recorded as JSON lines, so an interrupted run can be
//! resumed with any number of threads and builds the same book.

mod games;
mod searched;
mod tree;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use faraday_arena::{Journal, JournalEntry, JournalError, Settings};
use faraday_engine::network::NetworkError;
use faraday_engine::{Book, Evaluate, NetworkSource, Search};
use faraday_rules::Position;
use faraday_variants::Entry;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::selfplay::HASH_MEGABYTES;
use crate::{VariantTask, run};
use games::MoveResults;
use tree::Tree;

/// The plan of a book: the number and effort of its searches and games.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BookPlan {
    /// The path of the record.
    pub record: PathBuf,
    /// The number of positions to search.
    pub positions: usize,
    /// The number of nodes in each search.
    pub nodes: u64,
    /// The number of moves to search in a position. In the starting position, all moves are searched.
    pub width: usize,
    /// The length of the longest line in plies.
    pub plies: usize,
    /// The number of games to play after the searches.
    pub games: u32,
    /// The number of nodes in each search of a game.
    pub game_nodes: u64,
    /// The seed of the games.
    pub seed: u64,
    pub threads: usize,
}

/// The progress of building a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookProgress {
    /// The number of positions searched so far.
    Positions(usize),
    /// The number of games played so far.
    Games(u32),
}

/// The reason why a book cannot be built.
#[derive(Debug, Error)]
pub enum BookBuildError {
    /// The record cannot be written or continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The network cannot be loaded.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The run was stopped.
    #[error("stopped: repeat the command to resume")]
    Stopped,
}

/// A line of the record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum BookRecord {
    /// The moves of a position, best first, with their scores.
    Position { position: u64, moves: Vec<(String, i32)> },
    /// White's half points in a game.
    Game { game: u32, white: u32 },
}

impl JournalEntry for BookRecord {
    const KIND: &'static str = "faraday book 1";
    const RUN: &'static str = "book";
}

impl BookPlan {
    /// Returns a description of how the book was made.
    pub fn method(&self) -> String {
        let BookPlan { positions, nodes, width, plies, games, game_nodes, seed, .. } = self;
        format!(
            "{positions} positions of up to {plies} plies, {nodes} nodes and {width} moves each; {games} games of \
             {game_nodes} nodes a move, seed {seed}"
        )
    }

    fn settings(&self, variant: &str, network: u64) -> Settings {
        let settings =
            [("variant", variant.to_owned()), ("network", format!("{network:016x}")), ("plan", self.method())];
        settings.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

/// Builds an opening book for a variant and reports the progress.
///
/// # Errors
///
/// If the record cannot be written or belongs to another run, if the network cannot be loaded, or if
/// the run is stopped.
pub fn build_book(
    entry: &'static Entry,
    plan: &BookPlan,
    stop: &AtomicBool,
    report: &(dyn Fn(BookProgress) + Sync),
) -> Result<Book, BookBuildError> {
    run(entry, BuildTask { plan, stop, report })
}

struct BuildTask<'a> {
    plan: &'a BookPlan,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(BookProgress) + Sync),
}

/// The data shared by all steps of a run.
struct BookBuilder<'a> {
    plan: &'a BookPlan,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(BookProgress) + Sync),
    journal: Mutex<Journal<BookRecord>>,
}

impl BookBuilder<'_> {
    fn record(&self, entry: BookRecord) -> Result<(), JournalError> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner).add(entry)
    }
}

impl VariantTask for BuildTask<'_> {
    type Result = Result<Book, BookBuildError>;

    fn run<V: Evaluate>(self) -> Self::Result {
        let BuildTask { plan, stop, report } = self;
        let network = NetworkSource::Embedded.load::<V>()?;
        let fingerprint = network.as_ref().map_or(0, |network| network.fingerprint());
        let journal = Journal::open(&plan.record, &plan.settings(V::ID, fingerprint))?;
        let (mut positions, mut results) = (HashMap::new(), HashMap::new());
        for entry in journal.lines() {
            match entry {
                BookRecord::Position { position, moves } => drop(positions.insert(*position, moves.clone())),
                BookRecord::Game { game, white } => drop(results.insert(*game, *white)),
            }
        }
        let builder = BookBuilder { plan, stop, report, journal: Mutex::new(journal) };
        let mut searchers: Vec<Search<V>> = (0..plan.threads.max(1)).map(|_| Search::new(HASH_MEGABYTES)).collect();
        let tree = grow(&builder, &mut searchers, &positions)?;
        let book = tree.book(&MoveResults::default());
        let results = games::play(&builder, &mut searchers, &book, &results)?;
        Ok(tree.book(&results))
    }
}

/// Searches positions in rounds until the tree has the planned size. The positions of a round do not depend on
/// the number of threads.
fn grow<V: Evaluate>(
    builder: &BookBuilder,
    searchers: &mut [Search<V>],
    known: &HashMap<u64, Vec<(String, i32)>>,
) -> Result<Tree<V>, BookBuildError> {
    /// The number of positions in a round.
    const ROUND: usize = 16;
    let mut tree = Tree::<V>::default();
    while tree.len() < builder.plan.positions {
        let mut wanted = tree.frontier(builder.plan.plies, ROUND);
        wanted.truncate(builder.plan.positions - tree.len());
        if wanted.is_empty() {
            break;
        }
        let done = tree.len();
        let found = in_parallel(searchers, &wanted, |search, at, position| {
            if let Some(moves) = known.get(&position.hash()).and_then(|moves| searched::read(position, moves)) {
                return Ok(moves);
            }
            if builder.stop.load(Ordering::Relaxed) {
                return Err(BookBuildError::Stopped);
            }
            let is_start = done + at == 0;
            let moves = searched::search(search, position, builder.plan, is_start);
            let words = moves.iter().map(|(mv, score)| (Position::<V>::write_uci(*mv), *score));
            builder.record(BookRecord::Position { position: position.hash(), moves: words.collect() })?;
            Ok(moves)
        });
        for (position, moves) in wanted.into_iter().zip(found) {
            tree.add(position, moves?);
        }
        (builder.report)(BookProgress::Positions(tree.len()));
    }
    Ok(tree)
}

/// Processes all items with one thread per searcher, and returns the results in the order of the items.
fn in_parallel<V: Evaluate, T: Sync, R: Send>(
    searchers: &mut [Search<V>],
    items: &[T],
    work: impl Fn(&mut Search<V>, usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let worker = |search: &mut Search<V>| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return };
            let result = work(search, at, item);
            *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    thread::scope(|scope| {
        let Some((first, others)) = searchers.split_first_mut() else { return };
        for search in others {
            // If a thread cannot be started, the others do its work.
            let _ = thread::Builder::new().name("book".to_owned()).spawn_scoped(scope, || worker(search));
        }
        worker(first);
    });
    let unlock = |result: Mutex<Option<R>>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(unlock).collect()
}
