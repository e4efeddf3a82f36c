//! Engine analysis of a position, streamed line by line as the search deepens.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use faraday_wire as wire;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::unbounded_channel;
use utoipa::ToSchema;

use super::errors::AnalysisProblems;
use super::placement::MovesRequest;
use crate::analysis::Queue;
use crate::analysis::{JoinError, Task, Update, follow};
use crate::client::ClientPermit;
use crate::config::{AnalysisLimits, Limits};
use crate::endgames::Endgames;
use crate::problem::{Kind, Problem, ProblemShape};
use crate::request::Json;
use crate::request_workers::RequestWorkers;

/// A position to analyze, with limits.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalyzeRequest {
    /// The id of the variant.
    variant: String,
    /// The FEN of the position before the moves; the starting position if missing.
    fen: Option<String>,
    /// The moves from that position, in UCI or SAN. A return to an earlier position counts as a repetition.
    #[serde(default)]
    moves: Vec<String>,
    /// The depth in plies. The limit of the site is the maximum and the default.
    depth: Option<u32>,
    /// The number of nodes. The limit of the site is the maximum and the default.
    nodes: Option<u64>,
    /// The time in milliseconds, up to the limit of the site; the default is shorter. The analysis ends earlier if
    /// other clients wait.
    move_time_ms: Option<u64>,
    /// The number of lines, up to the limit of the site; one by default.
    lines: Option<usize>,
    /// The language of error messages, as a BCP 47 tag; English if missing.
    language: Option<String>,
}

/// A change in the state of an analysis: the data of a server-sent event with the kind as its name.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AnalysisEvent {
    /// The analysis waits for a worker.
    Waiting {
        /// The number of analyses that start before it.
        before: usize,
    },
    /// The analysis has started.
    Started {
        /// The limits of the analysis.
        reach: AnalysisLimits,
    },
    /// A line was found or updated.
    Line {
        /// The line.
        report: wire::Report,
    },
    /// The analysis has finished. No event follows.
    Answer {
        /// The result of the search, without a move if the game is over.
        answer: wire::SearchResult,
        /// The outcome of the game, if it is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        ending: Option<wire::Ending>,
    },
    /// The analysis has failed. No event follows.
    Failed {
        /// The reason.
        problem: ProblemShape,
    },
}

impl AnalysisEvent {
    const fn name(&self) -> &'static str {
        match self {
            AnalysisEvent::Waiting { .. } => "waiting",
            AnalysisEvent::Started { .. } => "started",
            AnalysisEvent::Line { .. } => "line",
            AnalysisEvent::Answer { .. } => "answer",
            AnalysisEvent::Failed { .. } => "failed",
        }
    }
}

impl From<Update> for AnalysisEvent {
    fn from(update: Update) -> AnalysisEvent {
        let failed = |problem: Problem| AnalysisEvent::Failed { problem: problem.into_shape() };
        match update {
            Update::Waiting(before) => AnalysisEvent::Waiting { before },
            Update::Started(reach) => AnalysisEvent::Started { reach },
            Update::Line(report) => AnalysisEvent::Line { report: report.into() },
            Update::Answered(answer) => AnalysisEvent::Answer { answer: answer.into(), ending: None },
            Update::Dismissed => {
                failed(Problem::new(Kind::ShuttingDown, "the server shut down before the analysis began"))
            }
            Update::Failed(why) => {
                tracing::error!("an analysis failed: {why}");
                failed(Problem::new(Kind::Internal, "the analysis failed"))
            }
        }
    }
}

/// Analyze a position
///
/// Returns server-sent events: `waiting` whenever the place in the queue changes, `started`, a `line` for each new or
/// updated line, and finally `answer` or `failed`. A finished game gets only an `answer` with its `ending`. The data of
/// an event is an `AnalysisEvent`. The analysis ends when the client closes the connection.
#[utoipa::path(post, path = "/analyze", tag = "analysis", request_body = AnalyzeRequest, responses(
    (status = 200, description = "The events of the analysis", body = AnalysisEvent, content_type = "text/event-stream"),
    AnalysisProblems,
))]
pub async fn analyze(
    State(workers): State<RequestWorkers>,
    State(queue): State<Arc<Queue>>,
    State(limits): State<Arc<Limits>>,
    State(endgames): State<Endgames>,
    permit: ClientPermit,
    Json(request): Json<AnalyzeRequest>,
) -> Result<impl IntoResponse, Problem> {
    let (updates, receiver) = unbounded_channel();
    let first = match workers.answer(move |limits| request.subject(limits, &endgames)).await? {
        Subject::Over(ending) => {
            let answer = wire::SearchResult { best: None, ponder: None, score: None, nodes: 0, depth: 0 };
            // Dropping the sender ends the stream.
            drop(updates);
            Some(AnalysisEvent::Answer { answer, ending: Some(ending) })
        }
        Subject::Open(task) => {
            let ticket = queue.join(permit.client()).map_err(|refused| problem(refused, &limits))?;
            tokio::spawn(follow(ticket, task, updates));
            None
        }
    };
    let events = unfold((first, receiver), |(first, mut receiver)| async {
        let event = match first {
            Some(event) => event,
            None => AnalysisEvent::from(receiver.recv().await?),
        };
        let data = serde_json::to_string(&event).expect("an event is made of texts and numbers");
        Some((Ok::<_, Infallible>(Event::default().event(event.name()).data(data)), (None, receiver)))
    });
    // A proxy that buffers the response would delay all lines to the end.
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(([unbuffered], Sse::new(events).keep_alive(KeepAlive::default())))
}

/// The subject of an analysis.
enum Subject {
    /// A finished game, which is not searched, even if the engine would play on because it does not claim every end.
    Over(wire::Ending),
    Open(Task),
}

impl AnalyzeRequest {
    fn subject(self, limits: &Limits, endgames: &Endgames) -> Result<Subject, Problem> {
        let AnalyzeRequest { variant, fen, moves, language, .. } = self;
        let game = MovesRequest { variant, fen, moves, language }.game(limits.moves_per_request)?;
        if let Some(ending) = wire::ending(&*game) {
            return Ok(Subject::Over(ending));
        }
        let most = limits.most();
        let reach = AnalysisLimits {
            depth: self.depth.unwrap_or(most.depth).clamp(1, most.depth),
            nodes: self.nodes.unwrap_or(most.nodes).clamp(1, most.nodes),
            move_time_ms: self
                .move_time_ms
                .unwrap_or(limits.analysis_usual_time.as_millis() as u64)
                .clamp(1, most.move_time_ms),
            lines: self.lines.unwrap_or(1).clamp(1, most.lines),
        };
        let moves = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        Ok(Subject::Open(Task { tables: endgames.of(game.entry()), fen: game.start_fen(), moves, reach }))
    }
}

fn problem(refused: JoinError, limits: &Limits) -> Problem {
    let soon = limits.analysis_turn;
    match refused {
        JoinError::Full => {
            let detail = format!("{} analyses are already waiting; try again later", limits.analyses_waiting);
            Problem::new(Kind::QueueFull, detail).retry_after(soon)
        }
        JoinError::TooMany => {
            let detail = format!("you already have {} analyses; wait until one ends", limits.analyses_per_client);
            Problem::new(Kind::TooManyAnalyses, detail).retry_after(soon)
        }
        JoinError::Closed => Problem::new(Kind::ShuttingDown, "the server is shutting down"),
    }
}
