//! What the threads of one search share beside the transposition table: helpers tell how many nodes they have visited,
//! the leader that it has ended.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Control;

/// State that all threads of a search see.
#[derive(Default)]
pub struct Shared {
    /// What helpers obey: the leader alone hears what is said from outside.
    pub control: Control,
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Shared {
    /// Counts nodes that a thread has visited.
    pub fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a position that was found in an endgame table.
    pub fn add_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Those counted so far.
    pub fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }
}
