//! What the threads of one search tell each other: helpers how many nodes they have visited, the leader that it has ended.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Control;

/// The threads of one search.
#[derive(Default)]
pub struct Team {
    /// What helpers obey: the leader alone hears what is said from outside.
    pub control: Control,
    nodes: AtomicU64,
}

impl Team {
    /// Counts nodes that a thread has visited.
    pub fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
