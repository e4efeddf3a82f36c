//! Progress of a long task on standard error: a bar on a terminal, otherwise an occasional line.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// The time between two lines.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// The progress of a task. The bar disappears when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    last_line: Mutex<Instant>,
}

impl Progress {
    /// Starts reporting on a task.
    pub fn new() -> Progress {
        let style = ProgressStyle::with_template("{bar:30} {msg}, {eta} left").expect("the template is well formed");
        Progress { bar: ProgressBar::no_length().with_style(style), last_line: Mutex::new(Instant::now()) }
    }

    /// Shows the progress of the task or of its current part. `line` describes it in words.
    pub fn update(&self, done: u64, total: u64, line: &str) {
        if io::stderr().is_terminal() {
            let is_new_part = self.bar.length() != Some(total);
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.set_message(line.to_owned());
            if is_new_part {
                // The time left must not be estimated from the work of an earlier run or part.
                self.bar.reset_eta();
            }
            return;
        }
        let mut last_line = self.last_line.lock().expect("no thread panics");
        if last_line.elapsed() >= LINE_EVERY {
            *last_line = Instant::now();
            output::status(line);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
