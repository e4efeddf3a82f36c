//! The word to end a match before its last game.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Ends a match, whoever says so. Copies are the same word.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    processes: Arc<Mutex<Vec<Weak<Process>>>>,
}

/// An engine's process, for those who speak to it and for who ends it.
#[derive(Debug)]
pub(crate) struct Process(Mutex<Child>);

impl Process {
    /// The process; nobody keeps it for long.
    pub fn lock(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    /// Ends the engines at once, whatever they are at: for who has no time to wait for the match. They are in process
    /// groups of their own, where no terminal reaches them.
    pub fn end_engines(&self) {
        for process in self.processes().iter().filter_map(Weak::upgrade) {
            // One that has ended already cannot be ended.
            let _ = process.lock().kill();
        }
    }

    /// Takes on a process that is to end with the match.
    pub(crate) fn watch_over(&self, process: Child) -> Arc<Process> {
        let process = Arc::new(Process(Mutex::new(process)));
        let mut processes = self.processes();
        processes.retain(|known| known.strong_count() > 0);
        processes.push(Arc::downgrade(&process));
        process
    }

    fn processes(&self) -> MutexGuard<'_, Vec<Weak<Process>>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match itself is over.
    pub(crate) fn set(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
