//! Analysis of a position by the engine, streamed as it goes.

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
use crate::analysis::{Refused, Task, Update, follow};
use crate::client::Caller;
use crate::config::{Limits, Reach};
use crate::endgames::Endgames;
use crate::problem::{Kind, Problem, ProblemShape};
use crate::request::Json;
use crate::thinking::Thinking;

/// A position, and how far to look.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalyzeRequest {
    /// The variant's id.
    variant: String,
    /// The position from which the moves start; the start of a game if it is left out.
    fen: Option<String>,
    /// Moves from there, in UCI or SAN. What repeats them counts as a repetition.
    #[serde(default)]
    moves: Vec<String>,
    /// Plies of the deepest full iteration; at most and by default as many as the site allows.
    depth: Option<u32>,
    /// Positions visited; at most and by default as many as the site allows.
    nodes: Option<u64>,
    /// Milliseconds; at most as many as the site allows, and by default fewer. While other clients wait, an analysis
    /// ends earlier.
    move_time_ms: Option<u64>,
    /// Lines worked out; at most as many as the site allows, one by default.
    lines: Option<usize>,
    /// The language of complaints, as a BCP 47 tag; English if it is left out.
    language: Option<String>,
}

/// What happens to an analysis: the data of one server-sent event, whose name is its kind.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AnalysisEvent {
    /// It waits for a worker.
    Waiting {
        /// How many begin before it.
        before: usize,
    },
    /// It has begun.
    Started {
        /// How far it goes at most.
        reach: Reach,
    },
    /// A line was worked out, or is better known than before.
    Line {
        /// The line.
        report: wire::Report,
    },
    /// It has ended; nothing follows.
    Answer {
        /// What the engine has decided. No move where the game is over.
        answer: wire::Answer,
        /// How the game ended, if it is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        ending: Option<wire::Ending>,
    },
    /// It has failed; nothing follows.
    Failed {
        /// Why.
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
                tracing::error!("an analysis broke off: {why}");
                failed(Problem::new(Kind::Internal, "the analysis failed"))
            }
        }
    }
}

/// Analyzes a position
///
/// Answers with server-sent events: `waiting` each time the place in the queue changes, `started`, a `line` for each
/// line found, and at last `answer` or `failed`. For a game that is over there is only an `answer`, with its `ending`.
/// Each event's data is an `AnalysisEvent`. The analysis ends when the client closes the connection.
#[utoipa::path(post, path = "/analyze", tag = "analysis", request_body = AnalyzeRequest, responses(
    (status = 200, description = "The events of the analysis", body = AnalysisEvent, content_type = "text/event-stream"),
    AnalysisProblems,
))]
pub async fn analyze(
    State(thinking): State<Thinking>,
    State(queue): State<Arc<Queue>>,
    State(limits): State<Arc<Limits>>,
    State(endgames): State<Endgames>,
    caller: Caller,
    Json(request): Json<AnalyzeRequest>,
) -> Result<impl IntoResponse, Problem> {
    let (updates, heard) = unbounded_channel();
    let first = match thinking.answer(move |limits| request.asked(limits, &endgames)).await? {
        Asked::Over(ending) => {
            let answer = wire::Answer { best: None, ponder: None, score: None, nodes: 0, depth: 0 };
            // Dropping the sender ends the stream.
            drop(updates);
            Some(AnalysisEvent::Answer { answer, ending: Some(ending) })
        }
        Asked::Open(task) => {
            let ticket = queue.join(caller.client()).map_err(|refused| problem(refused, &limits))?;
            tokio::spawn(follow(ticket, task, updates));
            None
        }
    };
    let told = unfold((first, heard), |(first, mut heard)| async {
        let event = match first {
            Some(event) => event,
            None => AnalysisEvent::from(heard.recv().await?),
        };
        let data = serde_json::to_string(&event).expect("an event is made of texts and numbers");
        Some((Ok::<_, Infallible>(Event::default().event(event.name()).data(data)), (None, heard)))
    });
    // A proxy that buffers the response would delay all lines to the end.
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(([unbuffered], Sse::new(told).keep_alive(KeepAlive::default())))
}

/// The subject of an analysis.
enum Asked {
    /// None, because the game is over, even if the engine, which does not claim every end, would play on.
    Over(wire::Ending),
    Open(Task),
}

impl AnalyzeRequest {
    fn asked(self, limits: &Limits, endgames: &Endgames) -> Result<Asked, Problem> {
        let AnalyzeRequest { variant, fen, moves, language, .. } = self;
        let game = MovesRequest { variant, fen, moves, language }.game(limits.moves_per_request)?;
        if let Some(ending) = wire::ending(&*game) {
            return Ok(Asked::Over(ending));
        }
        let most = limits.most();
        let reach = Reach {
            depth: self.depth.unwrap_or(most.depth).clamp(1, most.depth),
            nodes: self.nodes.unwrap_or(most.nodes).clamp(1, most.nodes),
            move_time_ms: self
                .move_time_ms
                .unwrap_or(limits.analysis_usual_time.as_millis() as u64)
                .clamp(1, most.move_time_ms),
            lines: self.lines.unwrap_or(1).clamp(1, most.lines),
        };
        let moves = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        Ok(Asked::Open(Task { tables: endgames.of(game.entry()), fen: game.start_fen(), moves, reach }))
    }
}

fn problem(refused: Refused, limits: &Limits) -> Problem {
    let soon = limits.analysis_turn;
    match refused {
        Refused::Full => {
            let detail = format!("{} analyses are already waiting; try again later", limits.analyses_waiting);
            Problem::new(Kind::QueueFull, detail).retry_after(soon)
        }
        Refused::TooMany => {
            let detail = format!("you already have {} analyses; wait until one ends", limits.analyses_per_client);
            Problem::new(Kind::TooManyAnalyses, detail).retry_after(soon)
        }
        Refused::Closed => Problem::new(Kind::ShuttingDown, "the server is shutting down"),
    }
}
