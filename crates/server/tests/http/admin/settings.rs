//! Tests of the settings of the site: what everyone sees, on every node, and what is refused.

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_store::testing::Postgres;
use faraday_wire::live::SignUpMode;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Secured, server_with_admin};
use crate::accounts::second_factor::secured;
use crate::accounts::{NOBODY, kind, refused};
use crate::client::TestServer;
use crate::support::soon;

/// Returns an evening that begins some hours from now.
fn evening(hours: i64, place: &str) -> Value {
    let now = jiff::Timestamp::now().as_millisecond() + hours * 3_600_000;
    json!({ "beginsAt": now, "endsAt": now + 2 * 3_600_000, "place": place })
}

#[tokio::test]
async fn everyone_sees_the_settings_and_only_whole_ones_are_stored() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let site = async || NOBODY.get(&server, "site").await.1;
    assert_eq!(site().await, json!({ "signUp": "open" }));
    let put = async |settings: &Value| ada.send(&server, Method::PUT, "admin/settings", settings).await;
    let next = evening(1, "Town hall, <b>room 2</b>");
    let settings = json!({
        "name": " Town Chess Club ", "accent": "#AA3311", "words": "Welcome\n\n<script>alert(1)</script>", "evening": next
    });
    let (status, stored) = put(&settings).await;
    assert_eq!(status, StatusCode::OK, "{stored}");
    let expected = json!({
        "name": "Town Chess Club", "accent": "#aa3311", "words": "Welcome\n\n<script>alert(1)</script>",
        "evening": next, "signUp": "open"
    });
    assert_eq!(site().await, expected);
    for (field, value) in [
        ("name", json!("x".repeat(41))),
        ("name", json!("a\nb")),
        ("accent", json!("red")),
        ("words", json!("x".repeat(601))),
        ("evening/place", evening(1, "")),
        ("evening/endsAt", json!({ "beginsAt": 5, "endsAt": 5, "place": "here" })),
    ] {
        let name = field.split('/').next().unwrap();
        let answer = put(&json!({ name: value, "signUp": "closed" })).await;
        assert_eq!((kind(&answer), &answer.1["at"]), (refused(422, "bad-setting"), &json!(field)));
    }
    for unknown in ["role", "title", "name_key"] {
        assert_eq!(kind(&put(&json!({ unknown: "x" })).await), refused(400, "bad-request"), "{unknown}");
    }
    assert_eq!(site().await, expected, "a refused change stores nothing");
    // An evening that is over is not shown.
    assert_eq!(put(&json!({ "evening": evening(-3, "here") })).await.0, StatusCode::OK);
    assert_eq!(site().await, json!({ "signUp": "open" }));
    assert!(ada.get(&server, "admin/settings").await.1["settings"]["evening"].is_object());
}

#[tokio::test]
async fn the_site_is_not_sent_again_to_a_client_that_has_it() {
    let (server, _) = server_with_admin(Config::default()).await;
    let url = format!("http://{}/api/v1/site", server.address);
    let first = soon(reqwest::get(&url)).await.unwrap();
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let tag = first.headers()["etag"].clone();
    let again = soon(reqwest::Client::new().get(&url).header("if-none-match", tag).send()).await.unwrap();
    assert_eq!(again.status(), 304);
    assert!(soon(again.bytes()).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_sign_up_mode_is_a_setting_unless_the_operator_gave_the_option() {
    let server = TestServer::open().await;
    let Secured { member: ada, .. } = secured(&server, "Ada").await;
    super::grant(&server, "ada", faraday_store::Role::Admin).await;
    let (_, shown) = ada.get(&server, "admin/settings").await;
    assert_eq!(shown, json!({ "settings": {}, "signUp": "open", "signUpSource": "default" }));
    let closed = json!({ "signUp": "closed" });
    let (_, shown) = ada.send(&server, Method::PUT, "admin/settings", &closed).await;
    assert_eq!(shown, json!({ "settings": closed, "signUp": "closed", "signUpSource": "setting" }));
    assert_eq!(NOBODY.get(&server, "account/sign-up").await.1, json!({ "mode": "closed", "mail": false }));
    assert_eq!(kind(&NOBODY.sign_up(&server, "Bo").await), refused(403, "sign-up-closed"));
    let given = Config { sign_up: Some(SignUpMode::Open), ..Config::default() };
    let server = TestServer::open_as(server.close().await, given).await;
    let (_, shown) = ada.get(&server, "admin/settings").await;
    assert_eq!((&shown["signUp"], &shown["signUpSource"]), (&json!("open"), &json!("option")));
    assert_eq!(NOBODY.sign_up(&server, "Bo").await.0, StatusCode::CREATED);
}

#[test]
fn another_node_sees_a_change_within_seconds() {
    let database = Postgres::shared().unwrap_or_else(|error| panic!("{error}"));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let location = database.database().await;
        let (one, other) = (TestServer::join(&location).await, TestServer::join(&location).await);
        let Secured { member: ada, .. } = secured(&one, "Ada").await;
        let store = faraday_store::Store::open_beside(&location, &faraday_store::Options::default()).await.unwrap();
        store.grant("ada", faraday_store::Role::Admin).await.unwrap();
        store.close().await;
        assert_eq!(NOBODY.get(&other, "site").await.1.get("name"), None);
        let settings = json!({ "name": "Club" });
        assert_eq!(ada.send(&one, Method::PUT, "admin/settings", &settings).await.0, StatusCode::OK);
        assert_eq!(NOBODY.get(&one, "site").await.1["name"], "Club");
        let start = std::time::Instant::now();
        while NOBODY.get(&other, "site").await.1["name"] != "Club" {
            assert!(start.elapsed() < std::time::Duration::from_secs(5));
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
}
