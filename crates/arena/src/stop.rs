//! The signal that stops a match early, from outside or by a decided test, and kills the engine processes.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The signal that stops a match. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    processes: Arc<Mutex<Vec<Weak<Process>>>>,
}

/// An engine's process, shared by its engine and by [`Stop`].
#[derive(Debug)]
pub(crate) struct Process(Mutex<Child>);

impl Process {
    /// Locks the process. Callers must not hold the lock for long.
    pub fn lock(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stop {
    /// Returns a signal that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Returns the flag that a signal handler sets to stop the match.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }

    /// Returns true if the match was stopped from outside.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Returns true if the games in progress should be abandoned.
    pub fn is_set(&self) -> bool {
        self.is_asked() || self.over.load(Ordering::Relaxed)
    }

    /// Kills the engines at once, for callers that cannot wait for the match to end. Engines are in process groups of
    /// their own, so a signal from the terminal does not reach them.
    pub fn end_engines(&self) {
        for process in self.processes().iter().filter_map(Weak::upgrade) {
            // An error means that the process has already ended.
            let _ = process.lock().kill();
        }
    }

    /// Registers a process that must end with the match.
    pub(crate) fn register(&self, process: Child) -> Arc<Process> {
        let process = Arc::new(Process(Mutex::new(process)));
        let mut processes = self.processes();
        processes.retain(|known| known.strong_count() > 0);
        processes.push(Arc::downgrade(&process));
        process
    }

    fn processes(&self) -> MutexGuard<'_, Vec<Weak<Process>>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks the match as over.
    pub(crate) fn set(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
