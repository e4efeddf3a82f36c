//! Progress display of a tablebase computation, updated from a separate thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use faraday_tablebase::{Material, WorkProgress};

use crate::progress::Progress;

/// The time between two updates of the bar.
const STEP: Duration = Duration::from_millis(200);

/// Runs some work and shows its progress.
pub fn with_progress<T>(material: Material, cells: usize, work: &WorkProgress, run: impl FnOnce() -> T) -> T {
    work.done.store(0, Ordering::Relaxed);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(material, cells, work, &is_over));
        let _over = StopOnDrop { flag: &is_over, watcher: watcher.thread() };
        run()
    })
}

/// Stops the watching thread on drop, even if the work panics, because the scope waits for it.
struct StopOnDrop<'a> {
    flag: &'a AtomicBool,
    watcher: &'a Thread,
}

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

fn watch(material: Material, cells: usize, work: &WorkProgress, is_over: &AtomicBool) {
    let progress = Progress::new();
    while !is_over.load(Ordering::Relaxed) {
        let done = work.done.load(Ordering::Relaxed);
        progress.update(done as u64, cells as u64, &format!("{material}: {}%", 100 * done / cells.max(1)));
        thread::park_timeout(STEP);
    }
}
