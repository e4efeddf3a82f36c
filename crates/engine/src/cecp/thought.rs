//! Searches of a session, and the output from the search thread.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use web_time::Instant;

use super::{Heard, text};
use crate::session::{Work, print};
use crate::{Order, Report};

/// The purpose of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Finding the engine's move.
    Move,
    /// Pondering during the opponent's turn.
    Ponder {
        /// The expected move, in UCI notation.
        expected: String,
    },
    Analysis,
}

/// A search that is running, or that has ended without being used yet.
pub struct Thought {
    pub purpose: Purpose,
    /// The number in [`Heard::Done`].
    pub number: u64,
    pub start: Instant,
    /// True if the search has ended.
    pub is_over: bool,
}

/// State shared by the session and the search thread.
#[derive(Clone, Default)]
pub struct Told {
    /// True if thinking output is on.
    posts: Arc<AtomicBool>,
    /// The latest report of the search.
    latest: Arc<Mutex<Option<Report<String>>>>,
}

impl Told {
    /// Turns thinking output on.
    pub fn post(&self) {
        self.posts.store(true, Ordering::Relaxed);
    }

    /// Turns thinking output off.
    pub fn fall_silent(&self) {
        self.posts.store(false, Ordering::Relaxed);
    }

    pub fn latest(&self) -> Option<Report<String>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn hear(&self, report: Report<String>) -> bool {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        self.posts.load(Ordering::Relaxed)
    }

    /// A job that searches, prints thinking output, and finally signals that it has ended.
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
            // A closed output cannot be reported; the session ends at its next line.
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
