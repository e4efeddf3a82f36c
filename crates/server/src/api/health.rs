//! How the site is, and what it offers.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::ReadyProblems;
use crate::app::App;
use crate::measure;
use crate::problem::{Kind, Problem};

/// How the site is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Faraday's version.
    version: &'static str,
    /// Whether the page is in the binary.
    has_page: bool,
    /// Analyses that run.
    running: usize,
    /// Analyses that wait.
    waiting: usize,
}

/// Says that the site is alive
#[utoipa::path(get, path = "/health", tag = "operation", responses(
    (status = 200, description = "It is", body = Health),
))]
pub async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    let crowd = app.line().crowd();
    Json(Health {
        version: env!("CARGO_PKG_VERSION"),
        has_page: app.site().is_built(),
        running: crowd.running,
        waiting: crowd.waiting,
    })
}

/// Says whether the site takes requests
#[utoipa::path(get, path = "/health/ready", tag = "operation", responses(
    (status = 200, description = "It does", body = Health),
    ReadyProblems,
))]
pub async fn ready(state: State<Arc<App>>) -> Result<Json<Health>, Problem> {
    if state.line().is_open() {
        Ok(health(state).await)
    } else {
        Err(Kind::ShuttingDown.problem("the site is about to end"))
    }
}

/// Tells what has been counted, in Prometheus' text format
#[utoipa::path(get, path = "/metrics", tag = "operation", responses(
    (status = 200, description = "The counts", body = String, content_type = "text/plain"),
))]
pub async fn metrics() -> impl IntoResponse {
    let media_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, media_type)], measure::begin().render())
}

/// Describes this API (`OpenAPI` 3.1)
#[utoipa::path(get, path = "/openapi.json", tag = "operation", responses(
    (status = 200, description = "The description", content_type = "application/json"),
))]
pub async fn document() -> impl IntoResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| super::openapi().to_string());
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.as_str())
}
