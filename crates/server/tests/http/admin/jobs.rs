//! Tests of failed jobs, which admins run again or delete.

use std::time::Duration;

use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_server::Config;
use faraday_store::{Job, JobKind, NodeId, Process};
use serde_json::{Value, json};

use super::{Secured, beside, server_with_admin};
use crate::accounts::{kind, refused};
use crate::support::soon;

/// A time at which the server runs no job of its own.
const FAR: Timestamp = Timestamp::from_millis(u64::MAX >> 2);

/// A job that no version can read, so that it fails with each try.
fn unreadable(key: &str) -> Job {
    Job { kind: JobKind::Push, key: key.to_owned(), body: "?".to_owned(), not_before: FAR }
}

#[tokio::test]
async fn a_settlement_that_keeps_failing_is_shown_with_its_next_try() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let store = beside(&server).await;
    let process = Process { node: NodeId::parse("node").unwrap(), boot: 1 };
    let job = Job { kind: JobKind::Settle, ..unreadable("one") };
    store.add_job(&job).await.unwrap();
    let mut next = FAR;
    for _ in 1..=8 {
        let taken = store.take_jobs(JobKind::Settle, &process, next, 9).await.unwrap();
        store.fail_job(&job, "a row is unreadable", next, None).await.unwrap();
        next = taken[0].not_before;
    }
    let (_, list) = ada.get(&server, "admin/jobs").await;
    assert_eq!(list["failed"][0]["reason"], "a row is unreadable", "{list}");
    assert_eq!(list["failed"][0]["nextAt"], next.as_millis());
    store.close().await;
}

#[tokio::test]
async fn a_failed_job_is_shown_run_again_or_deleted() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let store = beside(&server).await;
    let process = Process { node: NodeId::parse("node").unwrap(), boot: 1 };
    for key in ["one", "other/2"] {
        let job = unreadable(key);
        // The fourth failure is the last.
        store.add_job(&job).await.unwrap();
        for tried in 1..=4 {
            let now = FAR.after(Duration::from_secs(tried * 24 * 3600));
            store.take_jobs(JobKind::Push, &process, now, 9).await.unwrap();
            store.fail_job(&job, "the service is on fire", now, None).await.unwrap();
        }
    }
    let (status, list) = ada.get(&server, "admin/jobs").await;
    assert_eq!(status, StatusCode::OK);
    let failed = list["failed"].as_array().unwrap();
    assert_eq!(failed.iter().map(|job| &job["key"]).collect::<Vec<_>>(), ["one", "other/2"], "{list}");
    assert_eq!(failed[0]["reason"], "the service is on fire");
    assert_eq!(failed[0]["nextAt"], Value::Null, "it has failed permanently");
    let of_kind = |list: &Value| {
        let kinds = list["kinds"].as_array().unwrap();
        kinds.iter().find(|kind| kind["kind"] == "web-push").unwrap()["failed"].as_u64().unwrap()
    };
    assert_eq!(of_kind(&list), 2);
    let reference = |key: &str| json!({ "kind": "web-push", "key": key });
    assert_eq!(ada.post(&server, "admin/jobs/delete", &reference("other/2")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&ada.post(&server, "admin/jobs/delete", &reference("other/2")).await), refused(404, "not-found"));
    assert_eq!(ada.post(&server, "admin/jobs/retry", &reference("one")).await.0, StatusCode::NO_CONTENT);
    // It runs at once, and fails with a reason of its own.
    soon(async {
        while of_kind(&ada.get(&server, "admin/jobs").await.1) > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    for (route, body) in [("retry", json!({ "kind": "x", "key": "one" })), ("delete", reference("nothing"))] {
        let answer = ada.post(&server, &format!("admin/jobs/{route}"), &body).await;
        assert_eq!(kind(&answer), refused(404, "not-found"));
    }
    // A job that waits is not an admin's to delete.
    store.add_job(&unreadable("later")).await.unwrap();
    assert_eq!(kind(&ada.post(&server, "admin/jobs/delete", &reference("later")).await), refused(404, "not-found"));
    store.close().await;
}
