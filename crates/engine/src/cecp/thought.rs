//! What the engine thinks about, and what it says of it from its own thread.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use web_time::Instant;

use super::{Heard, text};
use crate::session::{Work, print};
use crate::{Order, Report};

/// Why the engine thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To find its move.
    Move,
    /// To have thought already when the opponent plays a move.
    Ponder {
        /// The move that is expected, in UCI.
        expected: String,
    },
    /// To tell what it thinks.
    Analysis,
}

/// A search that is under way, or that has ended without anybody asking for its answer yet.
pub struct Thought {
    /// Why.
    pub purpose: Purpose,
    /// The number under which the end of the search is told.
    pub number: u64,
    /// Since when.
    pub start: Instant,
    /// Whether the search has ended.
    pub is_over: bool,
}

/// What the session and the searching thread both know.
#[derive(Clone, Default)]
pub struct Told {
    /// Whether the search is to tell what it finds.
    posts: Arc<AtomicBool>,
    /// The last that it has found.
    latest: Arc<Mutex<Option<Report<String>>>>,
}

impl Told {
    /// From here on a search tells what it finds.
    pub fn post(&self) {
        self.posts.store(true, Ordering::Relaxed);
    }

    /// From here on it does not.
    pub fn fall_silent(&self) {
        self.posts.store(false, Ordering::Relaxed);
    }

    /// The last that was found.
    pub fn latest(&self) -> Option<Report<String>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn hear(&self, report: Report<String>) -> bool {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        self.posts.load(Ordering::Relaxed)
    }

    /// A search that keeps to an order, tells what it finds and at last that it has ended.
    pub fn work<'scope, 'env: 'scope, W: Write + Send>(
        &self,
        order: Order,
        output: &'env Mutex<W>,
        number: u64,
        done: mpsc::Sender<Heard>,
    ) -> Work<'scope> {
        let told = self.clone();
        *told.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Box::new(move |brain, control| {
            // Nobody is left to be told when the output is closed; the session itself ends on its next line.
            let answer = brain.go(&order, control, &mut |report| {
                let line = text::thinking(&report);
                if told.hear(report) {
                    let _ = print(output, &line);
                }
            });
            let _ = done.send(Heard::Done(number));
            answer
        })
    }
}
