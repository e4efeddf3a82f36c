//! Limits on sign-ups and on guesses of passwords.

use std::num::NonZeroUsize;

use axum::http::StatusCode;
use faraday_server::{Config, Limits, Peer};
use reqwest::Method;
use serde_json::{Value, json};

use super::security_log::CapturedLog;
use super::{NOBODY, PASSWORD, begun, kind, refused, send, server_as};
use crate::client::TestServer;

/// Signs in from an address, as a proxy passes it on.
async fn sign_in_from(server: &TestServer, address: &str, name: &str, password: &str) -> (u16, Value, u64) {
    let body = json!({ "name": name, "password": password });
    let answer = send(server, Method::POST, "session", &[("x-forwarded-for", address)], &body).await;
    let wait = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    (answer.status().as_u16(), answer.json().await.unwrap(), wait.unwrap_or_default())
}

fn proxied() -> Config {
    let sign_up = Some(faraday_wire::live::SignUpMode::Open);
    Config { peer: Peer::Proxies(NonZeroUsize::MIN), sign_up, ..Config::default() }
}

#[tokio::test]
async fn guesses_are_counted_by_name_and_network_behind_a_proxy() {
    let server = server_as(proxied()).await;
    for name in ["Ada", "Bo"] {
        begun(NOBODY.sign_up(&server, name).await);
    }
    let mut guesses = 0;
    for network in 1..=5 {
        for _ in 0..10 {
            let address = format!("10.0.0.{network}");
            let (status, problem, _) = sign_in_from(&server, &address, "ADA", "wrong password").await;
            assert_eq!((status, &problem["kind"]), (401, &json!("wrong-credentials")), "{guesses}");
            guesses += 1;
        }
        let (status, problem, wait) = sign_in_from(&server, &format!("10.0.0.{network}"), "ada", PASSWORD).await;
        assert_eq!((status, &problem["kind"]), (429, &json!("too-many-requests")), "even with the right password");
        assert!((1..=60).contains(&wait), "{wait}");
    }
    assert_eq!(guesses, 50);
    // Another network has guesses of its own, but the name has none left.
    let (status, problem, wait) = sign_in_from(&server, "10.0.0.6", "Ada", PASSWORD).await;
    assert_eq!((status, &problem["kind"]), (429, &json!("too-many-requests")));
    assert!((1..=72).contains(&wait), "{wait}");
    assert_eq!(sign_in_from(&server, "10.0.0.1", "Bo", PASSWORD).await.0, 201, "another name is not affected");
}

#[tokio::test]
async fn one_ipv6_network_has_the_guesses_of_one_client() {
    let server = server_as(proxied()).await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    for number in 0..10 {
        let address = format!("2001:db8:1:{number:x}::1");
        assert_eq!(sign_in_from(&server, &address, "Ada", "wrong password").await.0, 401);
    }
    assert_eq!(sign_in_from(&server, "2001:db8:1:ff::1", "Ada", PASSWORD).await.0, 429);
    assert_eq!(sign_in_from(&server, "2001:db8:2::1", "Ada", PASSWORD).await.0, 201);
}

#[tokio::test]
async fn a_client_without_a_proxy_cannot_forge_another_address() {
    let server = TestServer::open().await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    for network in 0..10 {
        assert_eq!(sign_in_from(&server, &format!("10.0.0.{network}"), "Ada", "wrong password").await.0, 401);
    }
    assert_eq!(sign_in_from(&server, "10.0.0.10", "Ada", PASSWORD).await.0, 429);
}

#[tokio::test]
async fn a_proxy_that_the_operator_has_not_named_is_logged_once() {
    for (config, expected) in [(Config::default(), 1), (proxied(), 0)] {
        let (log, _guard) = CapturedLog::begin();
        let server = server_as(config).await;
        let plain = send(&server, Method::GET, "session", &[], &Value::Null).await;
        assert_eq!(plain.status().as_u16(), 200);
        let warnings = || log.text().lines().filter(|line| line.contains("use `--behind-proxy`")).count();
        assert_eq!(warnings(), 0);
        for address in ["10.0.0.1", "10.0.0.2"] {
            sign_in_from(&server, address, "Ada", "wrong password").await;
        }
        assert_eq!(warnings(), expected);
    }
}

#[tokio::test]
async fn sign_ups_of_a_client_are_limited_per_day_and_refused_ones_do_not_count() {
    let limits = Limits { sign_ups_per_client: 2, ..Limits::default() };
    let server = server_as(Config { limits, ..Config::default() }).await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    for _ in 0..4 {
        assert_eq!(kind(&NOBODY.sign_up(&server, "Ada").await), refused(409, "name-taken"));
        assert_eq!(kind(&NOBODY.sign_up(&server, "x").await), refused(422, "bad-name"));
        let common = NOBODY.post(&server, "account", &json!({ "name": "Bo", "password": "password" })).await;
        assert_eq!(kind(&common), refused(422, "bad-password"));
    }
    begun(NOBODY.sign_up(&server, "Bo").await);
    let (status, problem) = NOBODY.sign_up(&server, "Cy").await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(problem["detail"], "too many sign-ups from your address: try again in 720 minutes");
}
