//! A single analysis: waits for its turn, searches on a worker thread, and sends updates until the result.

use std::convert::Infallible;
use std::sync::Arc;

use faraday_endgames::SharedTables;
use faraday_engine::{Control, Limits, PositionError, Report, SearchRequest, SearchResult};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::sleep;

use super::queue::{Position, PositionChanges, Ticket};
use crate::config::AnalysisLimits;
use crate::metrics;
use crate::worker_pool::QueueFull;

/// The position to analyze, and the limits of the search.
pub struct Task {
    /// The position from which the moves start.
    pub fen: String,
    /// Legal moves, in UCI.
    pub moves: Vec<String>,
    pub reach: AnalysisLimits,
    pub tables: Arc<SharedTables>,
}

/// An update on an analysis, sent to its client.
pub enum Update {
    /// Waiting, with the number of analyses that start before it.
    Waiting(usize),
    /// Running, with its limits.
    Started(AnalysisLimits),
    /// A line was found.
    Line(Report<String>),
    Answered(SearchResult),
    /// The analysis will not start, because the server is shutting down.
    Dismissed,
    /// An internal error, with its description.
    Failed(String),
}

/// Waits for a worker, runs the analysis, and sends updates while there is a receiver. The place in the queue is
/// returned only when the search has ended.
pub async fn follow(ticket: Ticket, task: Task, updates: UnboundedSender<Update>) {
    let mut changes = ticket.position_changes();
    let mut last_sent = None;
    loop {
        match ticket.position() {
            Position::Running => break,
            Position::Waiting(before) if last_sent == Some(before) => {}
            Position::Waiting(before) => {
                last_sent = Some(before);
                // A client that has disconnected is detected below.
                let _ = updates.send(Update::Waiting(before));
            }
            Position::Dismissed => return drop(updates.send(Update::Dismissed)),
        }
        tokio::select! {
            () = changes.next() => {}
            () = updates.closed() => return,
        }
    }
    let ticket = Arc::new(ticket);
    let _stop = StopOnDrop(Arc::clone(ticket.control()));
    let (sender, running) = (updates.clone(), Arc::clone(&ticket));
    let job =
        move || search(&task, (running.limits().analysis_hash.0 >> 20).max(1) as usize, running.control(), &sender);
    let last = match ticket.queue().workers().begin(job) {
        Err(QueueFull) => Update::Failed("there is no thread for it".to_owned()),
        Ok(outcome) => tokio::select! {
            outcome = outcome => match outcome {
                Ok(Ok(answer)) => Update::Answered(answer),
                Ok(Err(error)) => Update::Failed(error.to_string()),
                Err(_) => Update::Failed("the search panicked".to_owned()),
            },
            never = take_turns(&ticket, changes) => match never {},
            () = updates.closed() => return,
        },
    };
    drop(ticket);
    // The receiver may be gone.
    let _ = updates.send(last);
}

/// Stops an analysis that has had its turn as soon as another client waits.
async fn take_turns(ticket: &Ticket, mut changes: PositionChanges) -> Infallible {
    sleep(ticket.limits().analysis_turn).await;
    loop {
        ticket.yield_to_others();
        changes.next().await;
    }
}

/// Stops a search that no client follows anymore.
struct StopOnDrop(Arc<Control>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn search(
    task: &Task,
    hash_megabytes: usize,
    control: &Control,
    updates: &UnboundedSender<Update>,
) -> Result<SearchResult, PositionError> {
    let mut engine = task.tables.engine(hash_megabytes);
    let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
    engine.set_position(Some(&task.fen), &moves)?;
    let AnalysisLimits { depth, nodes, move_time_ms, lines } = task.reach;
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        move_time: Some(std::time::Duration::from_millis(move_time_ms)),
        lines,
        ..Limits::default()
    };
    // If the client has disconnected, `control` stops the search.
    let _ = updates.send(Update::Started(task.reach));
    let answer = engine.go(&SearchRequest { limits, ..SearchRequest::default() }, control, &mut |report| {
        let _ = updates.send(Update::Line(report));
    });
    metrics::analyzed(answer.nodes);
    Ok(answer)
}
