//! Searches of an XBoard session: their purpose, and the thinking output that the search thread prints.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use web_time::Instant;

use super::{SessionEvent, text};
use crate::session::{SearchJob, print};
use crate::{Report, SearchRequest};

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

/// A search that is running, or whose result has not been used yet.
pub struct PendingSearch {
    pub purpose: Purpose,
    /// The number in [`SessionEvent::Done`].
    pub number: u64,
    pub start: Instant,
    /// True if the search has ended.
    pub is_over: bool,
}

/// State shared by the session and the search thread.
#[derive(Clone, Default)]
pub struct ThinkingOutput {
    /// True if thinking output is on.
    is_enabled: Arc<AtomicBool>,
    /// The latest report of the search.
    latest: Arc<Mutex<Option<Report<String>>>>,
}

impl ThinkingOutput {
    /// Turns thinking output on.
    pub fn enable(&self) {
        self.is_enabled.store(true, Ordering::Relaxed);
    }

    /// Turns thinking output off.
    pub fn disable(&self) {
        self.is_enabled.store(false, Ordering::Relaxed);
    }

    pub fn latest(&self) -> Option<Report<String>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn record(&self, report: Report<String>) -> bool {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        self.is_enabled.load(Ordering::Relaxed)
    }

    /// Returns a job that searches, prints thinking output, and finally signals that it has ended.
    pub fn job<'scope, 'env: 'scope, W: Write + Send>(
        &self,
        request: SearchRequest,
        output: &'env Mutex<W>,
        number: u64,
        done: mpsc::Sender<SessionEvent>,
    ) -> SearchJob<'scope> {
        let thinking_output = self.clone();
        *thinking_output.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Box::new(move |engine, control| {
            // A closed output cannot be reported; the session ends at its next line.
            let answer = engine.go(&request, control, &mut |report| {
                let line = text::thinking(&report);
                if thinking_output.record(report) {
                    let _ = print(output, &line);
                }
            });
            let _ = done.send(SessionEvent::Done(number));
            answer
        })
    }
}
