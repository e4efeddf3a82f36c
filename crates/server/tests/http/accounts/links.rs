//! Tests of links that invite people or reset a password, as `faraday person` prints them.

use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_server::{Config, Location, parse_member_name};
use faraday_store::{Options, Role, Store, TokenHash};
use faraday_wire::live::SignUpMode;
use reqwest::Method;
use serde_json::{Value, json};

use super::{NOBODY, PASSWORD, begun, kind, live, refused, send, server_as};
use crate::client::TestServer;

/// Opens the database beside the server, as `faraday person` does.
pub async fn beside(server: &TestServer) -> Store {
    let location = Location::file(server.folder.path().join("games.db"));
    Store::open_beside(&location, &Options::default()).await.unwrap()
}

pub async fn invite(server: &TestServer, name: Option<&str>, role: Role, token: &str, lasts: i64) {
    let store = beside(server).await;
    let now = store.now().await.unwrap();
    let ends_at = Timestamp::from_millis(now.as_millis().saturating_add_signed(lasts));
    let name = name.map(|name| parse_member_name(name).unwrap());
    store.invite(name, role, &TokenHash::of(token), [now, ends_at]).await.unwrap();
    store.close().await;
}

async fn invited_only() -> TestServer {
    server_as(Config { sign_up: Some(SignUpMode::Invited), ..Config::default() }).await
}

fn redeemed(token: &str, name: Option<&str>) -> Value {
    json!({ "token": token, "name": name, "password": PASSWORD })
}

#[tokio::test]
async fn an_invitation_works_once_and_gives_its_role() {
    let server = invited_only().await;
    invite(&server, None, Role::Admin, "link", 60_000).await;
    let (status, shown) = NOBODY.post(&server, "invitations/look", &json!({ "token": "link" })).await;
    assert_eq!((status, &shown["role"], shown.get("name")), (StatusCode::OK, &json!("admin"), None));
    let missing = NOBODY.post(&server, "invitations/redeem", &redeemed("link", None)).await;
    assert_eq!((kind(&missing), &missing.1["at"]), (refused(422, "bad-name"), &json!("name")));
    let common = json!({ "token": "link", "name": "Ada", "password": "password" });
    assert_eq!(kind(&NOBODY.post(&server, "invitations/redeem", &common).await), refused(422, "bad-password"));
    let ada = begun(NOBODY.post(&server, "invitations/redeem", &redeemed("link", Some("Ada"))).await);
    assert_eq!(ada.identity(&server).await["role"], "admin");
    for path in ["invitations/look", "invitations/redeem"] {
        let body = if path.ends_with("look") { json!({ "token": "link" }) } else { redeemed("link", Some("Bo")) };
        assert_eq!(kind(&NOBODY.post(&server, path, &body).await), refused(410, "link-over"), "{path}");
    }
    invite(&server, None, Role::Member, "late", -1_000).await;
    assert_eq!(
        kind(&NOBODY.post(&server, "invitations/redeem", &redeemed("late", Some("Bo"))).await),
        refused(410, "link-over")
    );
}

#[tokio::test]
async fn a_named_invitation_keeps_the_name_and_takes_the_games_of_the_guest() {
    let server = invited_only().await;
    invite(&server, Some("Ada"), Role::Organizer, "link", 60_000).await;
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", PASSWORD).await), refused(401, "wrong-credentials"));
    assert_eq!(
        kind(&NOBODY.post(&server, "session/guest", &json!({ "name": "Ada" })).await),
        refused(409, "name-taken")
    );
    let (_, shown) = NOBODY.post(&server, "invitations/look", &json!({ "token": "link" })).await;
    assert_eq!((&shown["name"], &shown["role"]), (&json!("Ada"), &json!("organizer")));
    let (game, white, _) = server.game(live()).await;
    let undecided = white.post(&server, "invitations/redeem", &redeemed("link", None)).await;
    assert_eq!((kind(&undecided), &undecided.1["remaining"]), (refused(409, "merge-undecided"), &json!(1)));
    let body = json!({ "token": "link", "password": PASSWORD, "keepGames": true });
    let ada = begun(white.post(&server, "invitations/redeem", &body).await);
    assert_eq!(kind(&white.get(&server, "session").await), refused(401, "no-session"));
    assert_eq!(ada.identity(&server).await["name"], "Ada");
    assert_eq!(ada.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    invite(&server, None, Role::Member, "another", 60_000).await;
    let member = ada.post(&server, "invitations/redeem", &redeemed("another", Some("Bo"))).await;
    assert_eq!(kind(&member), refused(409, "not-a-guest"));
}

#[tokio::test]
async fn a_reset_link_sets_a_password_and_signs_no_one_in() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let store = beside(&server).await;
    let now = store.now().await.unwrap();
    let ends_at = Timestamp::from_millis(now.as_millis() + 60_000);
    assert!(store.add_reset("ada", &TokenHash::of("link"), ends_at).await.unwrap());
    store.close().await;
    let (status, shown) = NOBODY.post(&server, "password-reset/look", &json!({ "token": "link" })).await;
    assert_eq!((status, shown), (StatusCode::OK, json!({ "name": "Ada" })));
    let new = "acht alte Uhren";
    let reset = |password: &str| json!({ "token": "link", "password": password });
    assert_eq!(
        kind(&NOBODY.post(&server, "password-reset/redeem", &reset("password")).await),
        refused(422, "bad-password")
    );
    let here = format!("http://{}", server.address);
    let answer = send(&server, Method::POST, "password-reset/redeem", &[("origin", &here)], &reset(new)).await;
    assert_eq!((answer.status().as_u16(), answer.headers().get("set-cookie")), (204, None));
    assert_eq!(kind(&ada.get(&server, "session").await), refused(401, "no-session"), "all sessions end");
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", PASSWORD).await), refused(401, "wrong-credentials"));
    begun(NOBODY.sign_in(&server, "Ada", new).await);
    for (path, body) in [("password-reset/look", json!({ "token": "link" })), ("password-reset/redeem", reset(new))] {
        assert_eq!(kind(&NOBODY.post(&server, path, &body).await), refused(410, "link-over"), "{path}");
        let evil = send(&server, Method::POST, path, &[("origin", "http://evil.example")], &body).await;
        assert_eq!(evil.status().as_u16(), 403);
    }
}

#[tokio::test]
async fn a_disabled_member_has_no_session_and_begins_none() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let store = beside(&server).await;
    let now = store.now().await.unwrap();
    store.disable("ada", Some(now)).await.unwrap();
    assert_eq!(kind(&ada.get(&server, "account").await), refused(401, "no-session"));
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", "wrong password").await), refused(401, "wrong-credentials"));
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", PASSWORD).await), refused(403, "account-disabled"));
    store.disable("ada", None).await.unwrap();
    store.close().await;
    begun(NOBODY.sign_in(&server, "Ada", PASSWORD).await);
}
