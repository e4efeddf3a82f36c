//! Opening books: a tree of positions, each searched by the engine, that grows where a move may well be played
//! ([`tree`]), and games that the engine plays against itself from its leaves ([`games`]).
//!
//! What a position's search and a game come to follows from the plan. A record in JSON lines keeps them, so a run that
//! was broken off goes on with what is missing, on any number of threads, and comes to the same book.

mod games;
mod searched;
mod tree;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use faraday_arena::{Journal, JournalError, Recorded, Settings};
use faraday_engine::network::NetworkError;
use faraday_engine::{Book, Evaluate, NetworkSource, Search};
use faraday_rules::Position;
use faraday_variants::Entry;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::selfplay::HASH_MEGABYTES;
use crate::{Errand, run};
use games::Tally;
use tree::Tree;

/// How a book is built.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// The record.
    pub record: PathBuf,
    /// Positions to be searched.
    pub positions: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Moves of a position that are looked at; of the first position it is all.
    pub width: usize,
    /// Plies of the longest line.
    pub plies: usize,
    /// Games to be played afterwards.
    pub games: u32,
    /// Nodes of each search in them.
    pub game_nodes: u64,
    /// What the moves of the games are drawn from.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookNews {
    /// So many positions are searched.
    Positions(usize),
    /// So many games are played.
    Games(u32),
}

/// Why there is no book.
#[derive(Debug, Error)]
pub enum BookBuildError {
    /// The record cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The network cannot be had.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It was told to stop.
    #[error("stopped: repeat the command to resume")]
    Stopped,
}

/// What is recorded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Done {
    /// The moves of a position, best first, each with its score.
    Position { position: u64, moves: Vec<(String, i32)> },
    /// What White got in a game, in half points.
    Game { game: u32, white: u32 },
}

impl Recorded for Done {
    const KIND: &'static str = "faraday book 1";
    const RUN: &'static str = "book";
}

impl BookPlan {
    /// How the book was made, in words.
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

/// Builds a book, telling how far it has come.
///
/// # Errors
///
/// If the record cannot be kept or is of another run, if the network cannot be had, or if it is told to stop.
pub fn build_book(
    entry: &'static Entry,
    plan: &BookPlan,
    stop: &AtomicBool,
    tell: &(dyn Fn(BookNews) + Sync),
) -> Result<Book, BookBuildError> {
    run(entry, Build { plan, stop, tell })
}

struct Build<'a> {
    plan: &'a BookPlan,
    stop: &'a AtomicBool,
    tell: &'a (dyn Fn(BookNews) + Sync),
}

/// What all steps of a run share.
struct Site<'a> {
    plan: &'a BookPlan,
    stop: &'a AtomicBool,
    tell: &'a (dyn Fn(BookNews) + Sync),
    journal: Mutex<Journal<Done>>,
}

impl Site<'_> {
    fn record(&self, done: Done) -> Result<(), JournalError> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner).add(done)
    }
}

impl Errand for Build<'_> {
    type Result = Result<Book, BookBuildError>;

    fn run<V: Evaluate>(self) -> Self::Result {
        let Build { plan, stop, tell } = self;
        let network = NetworkSource::Embedded.load::<V>()?;
        let fingerprint = network.as_ref().map_or(0, |network| network.fingerprint());
        let journal = Journal::open(&plan.record, &plan.settings(V::ID, fingerprint))?;
        let (mut positions, mut results) = (HashMap::new(), HashMap::new());
        for done in journal.lines() {
            match done {
                Done::Position { position, moves } => drop(positions.insert(*position, moves.clone())),
                Done::Game { game, white } => drop(results.insert(*game, *white)),
            }
        }
        let site = Site { plan, stop, tell, journal: Mutex::new(journal) };
        let mut searchers: Vec<Search<V>> = (0..plan.threads.max(1)).map(|_| Search::new(HASH_MEGABYTES)).collect();
        let tree = grow(&site, &mut searchers, &positions)?;
        let book = tree.book(&Tally::default());
        let tally = games::play(&site, &mut searchers, &book, &results)?;
        Ok(tree.book(&tally))
    }
}

/// Searches positions in rounds until the tree is as large as it is to be. What a round searches does not depend on the
/// number of threads.
fn grow<V: Evaluate>(
    site: &Site,
    searchers: &mut [Search<V>],
    known: &HashMap<u64, Vec<(String, i32)>>,
) -> Result<Tree<V>, BookBuildError> {
    /// Positions in a round.
    const ROUND: usize = 16;
    let mut tree = Tree::<V>::default();
    while tree.len() < site.plan.positions {
        let mut wanted = tree.frontier(site.plan.plies, ROUND);
        wanted.truncate(site.plan.positions - tree.len());
        if wanted.is_empty() {
            break;
        }
        let done = tree.len();
        let found = in_parallel(searchers, &wanted, |search, at, position| {
            if let Some(moves) = known.get(&position.hash()).and_then(|moves| searched::read(position, moves)) {
                return Ok(moves);
            }
            if site.stop.load(Ordering::Relaxed) {
                return Err(BookBuildError::Stopped);
            }
            let is_start = done + at == 0;
            let moves = searched::search(search, position, site.plan, is_start);
            let words = moves.iter().map(|(mv, score)| (Position::<V>::write_uci(*mv), *score));
            site.record(Done::Position { position: position.hash(), moves: words.collect() })?;
            Ok(moves)
        });
        for (position, moves) in wanted.into_iter().zip(found) {
            tree.add(position, moves?);
        }
        (site.tell)(BookNews::Positions(tree.len()));
    }
    Ok(tree)
}

/// Does something with each item, on a thread for each searcher. Answers in the order of the items.
fn in_parallel<V: Evaluate, T: Sync, R: Send>(
    searchers: &mut [Search<V>],
    items: &[T],
    work: impl Fn(&mut Search<V>, usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let labor = |search: &mut Search<V>| {
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
            // Where a thread cannot be had, the others do its work.
            let _ = thread::Builder::new().name("book".to_owned()).spawn_scoped(scope, || labor(search));
        }
        labor(first);
    });
    let unlock = |result: Mutex<Option<R>>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(unlock).collect()
}
