//! State shared by the threads of a search, apart from the transposition table: node counts, and the signal
//! that the main thread has ended.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Control;

/// State shared by all threads of a search.
#[derive(Default)]
pub struct Shared {
    /// The control of the helpers. Only the main thread observes the caller's.
    pub control: Control,
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Shared {
    /// Adds to the number of visited nodes.
    pub fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the number of nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a position found in a tablebase.
    pub fn add_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of tablebase hits so far.
    pub fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }
}
