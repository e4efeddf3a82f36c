//! The table of all problem kinds (RFC 9457), to which the `type` of each problem links.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::PlainProblems;
use crate::problem::Kind;

/// A kind of problem.
#[derive(Serialize, ToSchema)]
pub struct KnownProblem {
    /// The name of the kind.
    kind: Kind,
    /// The HTTP status code.
    status: u16,
    /// The title, a few words.
    title: &'static str,
}

/// List the kinds of problem
#[utoipa::path(get, path = "/problems", tag = "operations", responses(
    (status = 200, description = "The kinds of problem", body = Vec<KnownProblem>),
    PlainProblems,
))]
pub async fn problems() -> Json<Vec<KnownProblem>> {
    let kind = |kind: &Kind| KnownProblem { kind: *kind, status: kind.status(), title: kind.title() };
    Json(Kind::ALL.iter().map(kind).collect())
}
