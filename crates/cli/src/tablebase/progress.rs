//! Shows how far the work on a table has come, from a thread of its own.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use faraday_tablebase::{Material, Work};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar moves so often.
const STEP: Duration = Duration::from_millis(200);
/// Where nobody watches, a line is written so often.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Does some work and shows how much of it is done.
pub fn watched<T>(material: Material, cells: usize, work: &Work, run: impl FnOnce() -> T) -> T {
    work.done.store(0, Ordering::Relaxed);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(material, cells, work, &is_over));
        let _over = Over { flag: &is_over, watcher: watcher.thread() };
        run()
    })
}

/// Lets the watcher go, however the work has ended: the scope waits for it.
struct Over<'a> {
    flag: &'a AtomicBool,
    watcher: &'a Thread,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

fn watch(material: Material, cells: usize, work: &Work, is_over: &AtomicBool) {
    let style = ProgressStyle::with_template("{msg} {bar:30} {percent} %, {eta} left").expect("the template is right");
    let is_seen = std::io::stderr().is_terminal();
    let bar = if is_seen { ProgressBar::new(cells as u64) } else { ProgressBar::hidden() };
    bar.set_style(style);
    bar.set_message(material.to_string());
    let mut told = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        let done = work.done.load(Ordering::Relaxed);
        bar.set_position(done as u64);
        if !is_seen && told.elapsed() >= LINE_EVERY {
            told = Instant::now();
            eprintln!("{material}: {} %", 100 * done / cells.max(1));
        }
        thread::park_timeout(STEP);
    }
    bar.finish_and_clear();
}
