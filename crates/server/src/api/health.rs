//! Handlers for operations: liveness, readiness, Prometheus metrics, and the `OpenAPI` document.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::{CountProblems, PlainProblems, ReadyProblems};
use crate::analysis::Queue;
use crate::app::MetricsAudience;
use crate::metrics;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::static_files::{Site, not_found};

/// The state of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// The version of Faraday.
    version: &'static str,
    /// True if the web app is in the binary.
    has_page: bool,
    /// The number of running analyses.
    running: usize,
    /// The number of waiting analyses.
    waiting: usize,
}

/// Check that the server is running
#[utoipa::path(get, path = "/health", tag = "operations", responses(
    (status = 200, description = "The server is running", body = Health),
    PlainProblems,
))]
pub async fn health(State(queue): State<Arc<Queue>>, State(site): State<Site>) -> Json<Health> {
    let crowd = queue.counts();
    Json(Health {
        version: env!("CARGO_PKG_VERSION"),
        has_page: site.is_built(),
        running: crowd.running,
        waiting: crowd.waiting,
    })
}

/// Check that the server is ready for requests
#[utoipa::path(get, path = "/health/ready", tag = "operations", responses(
    (status = 200, description = "The server is ready for requests", body = Health),
    ReadyProblems,
))]
pub async fn ready(
    queue: State<Arc<Queue>>,
    site: State<Site>,
    State(play): State<Play>,
) -> Result<Json<Health>, Problem> {
    if !queue.is_open() {
        return Err(Problem::new(Kind::ShuttingDown, "the server is shutting down"));
    }
    if play.games.node().is_late() {
        return Err(Problem::new(Kind::Storage, "the database accepts no writes at the moment"));
    }
    Ok(health(queue, site).await)
}

/// Get metrics in the Prometheus text format
#[utoipa::path(get, path = "/metrics", tag = "operations", responses(
    (status = 200, description = "The metrics", body = String, content_type = "text/plain"),
    CountProblems,
))]
pub async fn metrics(
    State(counts): State<MetricsAudience>,
    OriginalUri(address): OriginalUri,
) -> Result<Response, Problem> {
    match counts {
        MetricsAudience::Public => Ok(counted().await),
        MetricsAudience::MetricsAddress => Err(not_found(address.path())),
    }
}

/// Returns the metrics, without a check of the sender.
pub async fn counted() -> Response {
    let media_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, media_type)], metrics::begin().render()).into_response()
}

/// Get the description of this API (`OpenAPI` 3.1)
#[utoipa::path(get, path = "/openapi.json", tag = "operations", responses(
    (status = 200, description = "The description", content_type = "application/json"),
    PlainProblems,
))]
pub async fn document() -> impl IntoResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| super::openapi().to_string());
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.as_str())
}
