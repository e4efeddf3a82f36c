//! Handlers for background jobs: their numbers, and those that have failed.

use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_store::JobKind;
use faraday_wire::live::{FailedJob, JobKindCounts, JobList, JobReference};

use crate::api::errors::{AdminProblems, JobProblems};
use crate::client::ClientPermit;
use crate::people::Admin;
use crate::problem::{Kind, Problem};
use crate::request::Json;

/// The maximum number of failed jobs in one response.
const MOST: u64 = 100;

/// List background jobs
#[utoipa::path(get, path = "/admin/jobs", tag = "admin", operation_id = "jobs", responses(
    (status = 200, description = "The jobs", body = JobList),
    AdminProblems,
))]
pub async fn list(_permit: ClientPermit, Admin { play, .. }: Admin) -> Result<axum::Json<JobList>, Problem> {
    let counts = play.store().job_counts().await?;
    let failed = play.store().failed_jobs(MOST).await?;
    let kinds = counts.into_iter().map(|count| JobKindCounts {
        kind: count.kind.as_str().to_owned(),
        waiting: count.waiting,
        failed: count.failed,
    });
    let failed = failed.into_iter().map(|job| FailedJob {
        kind: job.kind.as_str().to_owned(),
        key: job.key,
        failed_at: job.failed_at.as_millis(),
        reason: job.reason,
        next_at: job.next_at.map(Timestamp::as_millis),
    });
    Ok(axum::Json(JobList { kinds: kinds.collect(), failed: failed.collect() }))
}

/// Run a failed job again
#[utoipa::path(post, path = "/admin/jobs/retry", tag = "admin", operation_id = "retry_job", request_body = JobReference,
    responses((status = 204, description = "The job will run again"), JobProblems))]
pub async fn retry(
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
    Json(JobReference { kind, key }): Json<JobReference>,
) -> Result<StatusCode, Problem> {
    let kind = JobKind::parse(&kind).ok_or_else(missing)?;
    if !play.store().retry_job(kind, &key, play.now()).await? {
        return Err(missing());
    }
    play.games.jobs_added.notify_waiters();
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a failed job
#[utoipa::path(post, path = "/admin/jobs/delete", tag = "admin", operation_id = "delete_job",
    request_body = JobReference, responses((status = 204, description = "The job is deleted"), JobProblems))]
pub async fn delete(
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
    Json(JobReference { kind, key }): Json<JobReference>,
) -> Result<StatusCode, Problem> {
    let kind = JobKind::parse(&kind).ok_or_else(missing)?;
    if !play.store().delete_failed_job(kind, &key).await? {
        return Err(missing());
    }
    Ok(StatusCode::NO_CONTENT)
}

fn missing() -> Problem {
    Problem::new(Kind::NotFound, "there is no such failed job")
}
