//! Tests of the API for admins: who may use it, and for how long.

mod annulment;
mod backups;
mod erasure;
mod jobs;
mod people;
mod settings;

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_store::Role;
use faraday_wire::live::SignUpMode;
use reqwest::Method;
use serde_json::{Value, json};

use crate::accounts::links::beside;
use crate::accounts::second_factor::{Secured, code, secured};
use crate::accounts::{NOBODY, PASSWORD, begun, kind, refused};
use crate::client::{Guest, TestServer};

/// Starts a server with an admin who has just set up an authenticator app.
pub async fn server_with_admin(config: Config) -> (TestServer, Secured) {
    server_with(Role::Admin, config).await
}

/// Starts a server with a member in a role, who has just set up an authenticator app.
async fn server_with(role: Role, config: Config) -> (TestServer, Secured) {
    let config = Config { sign_up: config.sign_up.or(Some(SignUpMode::Open)), ..config };
    let server = TestServer::open_as(tempfile::tempdir().unwrap(), config).await;
    let ada = secured(&server, "Ada").await;
    grant(&server, "ada", role).await;
    (server, ada)
}

async fn grant(server: &TestServer, key: &str, role: Role) {
    let store = beside(server).await;
    store.grant(key, role).await.unwrap();
    store.close().await;
}

/// Returns the methods and paths of all routes for admins.
fn routes() -> Vec<(Method, String)> {
    let description = faraday_server::openapi();
    let mut routes = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(path) = path.strip_prefix("/api/v1/").filter(|path| path.starts_with("admin")) else { continue };
        for method in methods.as_object().unwrap().keys() {
            routes.push((method.to_uppercase().parse().unwrap(), path.replace("{name}", "Ada")));
        }
    }
    routes
}

/// Sends an empty object to every route for admins. Returns the answers.
async fn everywhere(who: &Guest, server: &TestServer) -> Vec<(String, (u16, String))> {
    let mut answers = Vec::new();
    for (method, path) in routes() {
        let body = if method == Method::GET { Value::Null } else { json!({}) };
        let answer = who.send(server, method.clone(), &path, &body).await;
        answers.push((format!("{method} {path}"), kind(&answer)));
    }
    assert!(answers.len() >= 4, "{answers:?}");
    answers
}

#[tokio::test]
async fn every_route_is_for_admins_with_an_app_and_a_fresh_code_only() {
    let (server, Secured { member: ada, recovery, .. }) = server_with_admin(Config::default()).await;
    let guest = server.guest("Guest").await;
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    let expect = async |who: &Guest, expected: (u16, String)| {
        for (route, answer) in everywhere(who, &server).await {
            assert_eq!(answer, expected, "{route}");
        }
    };
    expect(&NOBODY, refused(401, "no-session")).await;
    expect(&guest, refused(403, "role-needed")).await;
    for role in [Role::Member, Role::Organizer, Role::Moderator] {
        grant(&server, "bo", role).await;
        for (route, answer) in everywhere(&bo, &server).await {
            let may_annul = role == Role::Moderator && route.ends_with("/annul");
            let needed = if may_annul { "totp-needed" } else { "role-needed" };
            assert_eq!(answer, refused(403, needed), "{role:?}: {route}");
        }
    }
    // Without an authenticator app, an admin has only the rights of a member.
    grant(&server, "bo", Role::Admin).await;
    expect(&bo, refused(403, "totp-needed")).await;
    // A recovery code signs in, but is not a code of the app.
    let body = json!({ "name": "Ada", "password": PASSWORD, "code": recovery[0] });
    let elsewhere = begun(NOBODY.post(&server, "session", &body).await);
    expect(&elsewhere, refused(403, "confirmation-needed")).await;
    // The last admin stays, also where one of the routes is to close the account.
    grant(&server, "bo", Role::Member).await;
    for (route, (status, kind)) in everywhere(&ada, &server).await {
        assert!(!matches!(status, 401 | 403), "{route}: {status} {kind}");
    }
    assert!(!ada.identity(&server).await.is_null());
}

#[tokio::test]
async fn a_code_confirms_one_session_and_works_once() {
    let (server, Secured { recovery, secret, .. }) = server_with_admin(Config::default()).await;
    let sign_in = async |recovery: &str| {
        begun(NOBODY.post(&server, "session", &json!({ "name": "Ada", "password": PASSWORD, "code": recovery })).await)
    };
    let (one, other) = (sign_in(&recovery[0]).await, sign_in(&recovery[1]).await);
    let confirm = async |who: &Guest, code: &str| who.post(&server, "account/confirm", &json!({ "code": code })).await;
    let now = code(&secret, 0);
    for wrong in ["", "12345x", recovery[2].as_str()] {
        assert_eq!(kind(&confirm(&one, wrong).await), refused(401, "wrong-code"), "{wrong}");
    }
    assert_eq!(confirm(&one, &now).await.0, StatusCode::NO_CONTENT);
    assert_eq!(one.get(&server, "admin/people").await.0, StatusCode::OK);
    assert_eq!(kind(&other.get(&server, "admin/people").await), refused(403, "confirmation-needed"));
    assert_eq!(kind(&confirm(&other, &now).await), refused(401, "wrong-code"), "the code has been used");
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    assert_eq!(kind(&confirm(&bo, &now).await), refused(403, "totp-needed"));
    assert_eq!(kind(&confirm(&server.guest("Cy").await, &now).await), refused(404, "no-account"));
}

#[tokio::test]
async fn a_sign_in_with_a_code_is_confirmed_and_ends_with_the_role() {
    let (server, Secured { secret, .. }) = server_with_admin(Config::default()).await;
    let body = json!({ "name": "Ada", "password": PASSWORD, "code": code(&secret, 0) });
    let ada = begun(NOBODY.post(&server, "session", &body).await);
    let eve = secured(&server, "Eve").await.member;
    assert_eq!(ada.send(&server, Method::PATCH, "admin/people/eve", &json!({ "role": "admin" })).await.0, 204);
    assert_eq!(eve.get(&server, "admin/people").await.0, StatusCode::OK);
    assert_eq!(eve.send(&server, Method::PATCH, "admin/people/ada", &json!({ "role": "member" })).await.0, 204);
    assert_eq!(kind(&ada.get(&server, "admin/people").await), refused(403, "role-needed"));
}
