//! The word to end a match before its last game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a match, whoever says so. Copies are the same word.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Stop {
    /// Nobody has said it yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// What a signal sets to ask for the end.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }

    /// Whether somebody outside has asked for the end.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether games in progress are to be given up.
    pub fn is_set(&self) -> bool {
        self.is_asked() || self.over.load(Ordering::Relaxed)
    }

    /// The match itself is over.
    pub(crate) fn set(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
