//! One analysis, from its place in the line to its answer.

use std::sync::Arc;

use faraday_engine::{Answer, BrainError, Control, Limits, Order, Report};
use faraday_variants::Entry;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::spawn_blocking;

use super::line::{Place, Ticket};
use crate::config::Reach;
use crate::measure;

/// What is to be analyzed, and how far.
pub struct Task {
    /// The variant.
    pub variant: &'static Entry,
    /// The position from which the moves start.
    pub fen: String,
    /// Legal moves, in UCI.
    pub moves: Vec<String>,
    /// How far.
    pub reach: Reach,
}

/// What happens to an analysis.
pub enum Update {
    /// So many are to begin before it, and it is the next after them.
    Waiting(usize),
    /// It has begun, and will go so far.
    Started(Reach),
    /// A line was worked out.
    Line(Report<String>),
    /// It has ended.
    Answered(Answer),
    /// It will not begin, for the site is about to end.
    Dismissed,
    /// Something went wrong that must not.
    Failed(String),
}

/// Waits for a worker, runs, and tells what happens until nobody listens. The place in the line is given back when the
/// search has ended, not before.
pub async fn follow(mut ticket: Ticket, task: Task, updates: UnboundedSender<Update>) {
    let mut told = None;
    loop {
        match ticket.place() {
            Place::Running => break,
            Place::Waiting(before) if told == Some(before) => {}
            Place::Waiting(before) => {
                told = Some(before);
                // Who has gone is noticed below.
                let _ = updates.send(Update::Waiting(before));
            }
            Place::Dismissed => return drop(updates.send(Update::Dismissed)),
        }
        tokio::select! {
            () = ticket.moved() => {}
            () = updates.closed() => return,
        }
    }
    let _stop = StopOnDrop(Arc::clone(ticket.control()));
    let told = updates.clone();
    let search = spawn_blocking(move || {
        let ended = search(&task, ticket.limits().hash_megabytes, ticket.control(), &told);
        drop(ticket);
        ended
    });
    let ended = tokio::select! {
        ended = search => ended,
        () = updates.closed() => return,
    };
    let last = match ended {
        Ok(Ok(answer)) => Update::Answered(answer),
        Ok(Err(error)) => Update::Failed(error.to_string()),
        Err(panic) => Update::Failed(panic.to_string()),
    };
    // Nobody may be left to hear it.
    let _ = updates.send(last);
}

/// Ends a search that nobody follows any more.
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
) -> Result<Answer, BrainError> {
    let mut brain = task.variant.brain(hash_megabytes);
    let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
    brain.set_position(Some(&task.fen), &moves)?;
    let Reach { depth, nodes, move_time_ms, lines } = task.reach;
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        move_time: Some(std::time::Duration::from_millis(move_time_ms)),
        lines,
        ..Limits::default()
    };
    // A client that has gone stops the search by `control`.
    let _ = updates.send(Update::Started(task.reach));
    let answer = brain.go(&Order { limits, ..Order::default() }, control, &mut |report| {
        let _ = updates.send(Update::Line(report));
    });
    measure::analyzed(answer.nodes);
    Ok(answer)
}
