//! The table of problems, to which the `type` of each problem links.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::PlainProblems;
use crate::problem::Kind;

/// A kind of problem.
#[derive(Serialize, ToSchema)]
pub struct KnownProblem {
    /// Its name.
    kind: Kind,
    /// The status of answers that tell it.
    status: u16,
    /// A few words.
    title: &'static str,
}

/// Lists the kinds of problem
#[utoipa::path(get, path = "/problems", tag = "operations", responses(
    (status = 200, description = "The kinds of problem", body = Vec<KnownProblem>),
    PlainProblems,
))]
pub async fn problems() -> Json<Vec<KnownProblem>> {
    let kind = |kind: &Kind| KnownProblem { kind: *kind, status: kind.status(), title: kind.title() };
    Json(Kind::ALL.iter().map(kind).collect())
}
