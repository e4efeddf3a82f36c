//! Tests of the erasure of a member's account by an admin.

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_store::Role;
use faraday_wire::live::{ByeReason, Frame};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Secured, grant, server_with_admin};
use crate::accounts::security_log::CapturedLog;
use crate::accounts::{NOBODY, PASSWORD, begun, kind, live, refused, send};
use crate::client::{Guest, TestServer};
use crate::smtp::until;
use crate::support::soon;

const WEEK_MS: u64 = 7 * 86_400_000;

async fn erase(server: &TestServer, who: &Guest, name: &str) -> (StatusCode, Value) {
    who.post(server, &format!("admin/people/{name}/erasure"), &Value::Null).await
}

async fn keep(server: &TestServer, who: &Guest, name: &str) -> (StatusCode, Value) {
    who.send(server, Method::DELETE, &format!("admin/people/{name}/erasure"), &Value::Null).await
}

/// Returns the names of the closed accounts with their times of erasure.
async fn closed(server: &TestServer, who: &Guest) -> Vec<(String, u64)> {
    let (_, list) = who.get(server, "admin/people?closed=true").await;
    let members = list["members"].as_array().unwrap().iter();
    members.map(|one| (one["name"].as_str().unwrap().to_owned(), one["eraseAt"].as_u64().unwrap())).collect()
}

async fn id(server: &TestServer, who: &Guest) -> String {
    who.identity(server).await["person"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_admin_closes_an_account_and_keeps_it_within_a_week() {
    let (log, _guard) = CapturedLog::begin();
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let (game, white, black) = server.game(live()).await;
    let bo = begun(white.sign_up(&server, "Bo").await);
    let [ada_id, bo_id] = [id(&server, &ada).await, id(&server, &bo).await];
    let mut socket = bo.connect(&server).await;
    assert_eq!(closed(&server, &ada).await, []);
    assert_eq!(keep(&server, &ada, "bo").await.0, StatusCode::NO_CONTENT, "an open account is kept");
    log.take_events();

    let before = now_ms();
    let (status, answer) = erase(&server, &ada, "BO").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{answer}");
    let erase_at = answer["eraseAt"].as_u64().unwrap();
    assert!((before..=now_ms()).contains(&(erase_at - WEEK_MS)), "{erase_at}");
    assert_eq!(closed(&server, &ada).await, [("Bo".to_owned(), erase_at)]);
    let bye = async { while !matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }) {} };
    soon(bye).await;
    assert_eq!(kind(&bo.get(&server, "session").await), refused(401, "no-session"));
    let address = format!("games/{game}");
    until(async || black.get(&server, &address).await.1["ended"] != Value::Null).await;
    assert_eq!(black.get(&server, &address).await.1["ended"]["reason"], "resigned");
    assert_eq!(kind(&NOBODY.sign_in(&server, "Bo", PASSWORD).await), refused(409, "erasure-pending"));
    // The week is not longer for a second request.
    assert_eq!(erase(&server, &ada, "bo").await.1["eraseAt"], erase_at);

    assert_eq!(keep(&server, &ada, "Bo").await.0, StatusCode::NO_CONTENT);
    assert_eq!(closed(&server, &ada).await, []);
    begun(NOBODY.sign_in(&server, "Bo", PASSWORD).await);
    let (_, list) = ada.get(&server, "admin/people?name=bo").await;
    assert_eq!(list["members"][0].get("eraseAt"), None);
    let text = log.text();
    let by: Vec<_> = text.lines().filter(|line| line.contains("event=erasure-")).collect();
    assert_eq!(by.len(), 2, "{by:?}");
    assert!(by.iter().all(|line| line.contains(&format!("by={ada_id}"))), "{by:?}");
    let events = log.take_events();
    let expected = ["erasure-begun", "erasure-undone", "signed-in"].map(|event| (event.to_owned(), bo_id.clone()));
    assert_eq!(events, expected);
    for answer in [erase(&server, &ada, "nobody").await, keep(&server, &ada, "nobody").await] {
        assert_eq!(kind(&answer), refused(404, "not-found"));
    }
}

#[tokio::test]
async fn only_admins_with_a_fresh_code_close_accounts_and_the_last_admin_stays() {
    let (server, Secured { member: ada, recovery, .. }) = server_with_admin(Config::default()).await;
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    let cy = begun(NOBODY.sign_up(&server, "Cy").await);
    grant(&server, "bo", Role::Moderator).await;
    // A recovery code begins a session, but confirms no changes.
    let body = json!({ "name": "Ada", "password": PASSWORD, "code": recovery[0] });
    let elsewhere = begun(NOBODY.post(&server, "session", &body).await);
    for (who, expected) in [
        (&NOBODY, refused(401, "no-session")),
        (&bo, refused(403, "role-needed")),
        (&cy, refused(403, "role-needed")),
        (&elsewhere, refused(403, "confirmation-needed")),
    ] {
        assert_eq!(kind(&erase(&server, who, "Cy").await), expected);
        assert_eq!(kind(&keep(&server, who, "Cy").await), expected);
    }
    let cookie = format!("faraday-session={}", ada.token);
    let headers = [("origin", "http://evil.example"), ("cookie", cookie.as_str())];
    for method in [Method::POST, Method::DELETE] {
        let answer = send(&server, method, "admin/people/Cy/erasure", &headers, &Value::Null).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    }
    assert_eq!(kind(&erase(&server, &ada, "Ada").await), refused(409, "last-admin"));
    assert_eq!(closed(&server, &ada).await, []);
    assert_eq!(cy.get(&server, "account").await.0, StatusCode::OK);
}

fn now_ms() -> u64 {
    u64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}
