//! Tests of one-time links that transfer a guest to another device.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_server::Limits;
use faraday_store::testing::Postgres;
use faraday_store::{Location, Options, PersonId, Store, TokenHash};
use faraday_wire::live::{ByeReason, Frame, Message};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::support::soon;

const NOBODY: Guest = Guest { token: String::new() };

impl Guest {
    /// Returns the token of a link that transfers the guest.
    async fn link(&self, server: &TestServer) -> Value {
        let (status, made) = self.post(server, "session/transfer", &Value::Null).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let (page, token) = made["url"].as_str().unwrap().split_once('#').unwrap();
        assert_eq!(page, format!("http://{}/transfer", server.address));
        json!({ "token": token })
    }

    async fn redeem(&self, server: &TestServer, link: &Value) -> (StatusCode, Value) {
        self.post(server, "session/transfer/redeem", link).await
    }

    async fn id(&self, server: &TestServer) -> Value {
        self.get(server, "session").await.1["who"]["guest"].clone()
    }
}

fn device((status, session): (StatusCode, Value)) -> Guest {
    assert_eq!(status, StatusCode::CREATED, "{session}");
    Guest { token: session["token"].as_str().unwrap().to_owned() }
}

fn refused((status, problem): (StatusCode, Value)) -> (u16, String) {
    assert!(!problem["detail"].as_str().unwrap().is_empty());
    (status.as_u16(), problem["kind"].as_str().unwrap().to_owned())
}

fn over() -> (u16, String) {
    (410, "link-over".to_owned())
}

/// Sends a request like a browser.
async fn browse(server: &TestServer, path: &str, headers: &[(&str, &str)], body: &Value) -> Response {
    let request = reqwest::Client::new().post(format!("http://{}/api/v1/{path}", server.address)).json(body);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    soon(request.send()).await.unwrap()
}

#[tokio::test]
async fn a_link_transfers_a_guest_to_another_device_once() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let (_, made) = ada.post(&server, "session/transfer", &Value::Null).await;
    assert!(made["endsAt"].as_u64().unwrap().abs_diff(now + 600_000) < 20_000, "{made}");
    let link = ada.link(&server).await;
    let token = link["token"].as_str().unwrap();
    assert!(token.len() >= 32 && token.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{token}");
    for _ in 0..2 {
        let (status, who) = NOBODY.post(&server, "session/transfer/preview", &link).await;
        let id = ada.id(&server).await;
        assert_eq!((status, who), (StatusCode::OK, json!({ "guest": id, "person": id, "name": "Ada" })));
    }
    let phone = device(NOBODY.redeem(&server, &link).await);
    assert_ne!(phone.token, ada.token);
    assert_eq!(phone.id(&server).await, ada.id(&server).await);
    assert_eq!(refused(NOBODY.redeem(&server, &link).await), over());
    assert_eq!(refused(NOBODY.post(&server, "session/transfer/preview", &link).await), over());

    let [first, second] = [ada.link(&server).await, ada.link(&server).await];
    assert_eq!(refused(NOBODY.redeem(&server, &first).await), over(), "the later link is the one that counts");
    device(NOBODY.redeem(&server, &second).await);
}

#[tokio::test]
async fn a_link_ends() {
    let location: Location = Postgres::shared().unwrap_or_else(|error| panic!("{error}")).database().await;
    let server = TestServer::join(&location).await;
    let ada = server.guest("Ada").await;
    let id = PersonId::parse(ada.id(&server).await.as_str().unwrap()).unwrap();
    let store = Store::open(&location, &Options::default()).await.unwrap();
    // A node knows the database's clock up to the latency of a query.
    for (lasts, token) in [(-1_000, "late"), (60_000, "in time")] {
        let ends_at = Timestamp::from_millis(store.now().await.unwrap().as_millis().saturating_add_signed(lasts));
        store.add_one_time_token(id, &TokenHash::of(token), ends_at).await.unwrap();
        let (link, is_over) = (json!({ "token": token }), lasts < 0);
        let who = NOBODY.post(&server, "session/transfer/preview", &link).await;
        let redeemed = NOBODY.redeem(&server, &link).await;
        for answer in [who, redeemed] {
            assert_eq!(answer.0 == StatusCode::GONE, is_over, "{answer:?}");
        }
    }
}

#[tokio::test]
async fn making_a_link_needs_a_session_and_using_one_needs_its_token() {
    let server = TestServer::open().await;
    let (status, kind) = refused(NOBODY.post(&server, "session/transfer", &Value::Null).await);
    assert_eq!((status, kind.as_str()), (401, "no-session"));
    for path in ["session/transfer/redeem", "session/transfer/preview"] {
        for token in ["", "x", &"x".repeat(5000), "\u{0}"] {
            assert_eq!(refused(NOBODY.post(&server, path, &json!({ "token": token })).await), over());
        }
        for body in [json!({}), json!({ "token": 7 }), json!({ "token": "x", "name": "Ada" }), json!("x")] {
            assert_eq!(refused(NOBODY.post(&server, path, &body).await), (400, "bad-request".to_owned()), "{body}");
        }
        assert_eq!(refused(NOBODY.post(&server, path, &Value::Null).await), (415, "not-json".to_owned()));
    }
}

#[tokio::test]
async fn a_page_of_another_site_transfers_no_guest() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let link = ada.link(&server).await;
    let (here, cookie) = (format!("http://{}", server.address), format!("faraday-session={}", bob.token));
    for path in ["session/transfer/redeem", "session/transfer/preview"] {
        for headers in [
            &[("origin", "http://evil.example")][..],
            &[("origin", "null")],
            &[("origin", "http://evil.example"), ("cookie", &cookie)],
            &[("cookie", &cookie)],
        ] {
            assert_eq!(browse(&server, path, headers, &link).await.status().as_u16(), 403, "{path} {headers:?}");
        }
    }
    let evil = [("origin", "http://evil.example"), ("cookie", cookie.as_str())];
    assert_eq!(browse(&server, "session/transfer", &evil, &Value::Null).await.status().as_u16(), 403);

    let answer = browse(&server, "session/transfer/redeem", &[("origin", &here)], &link).await;
    assert_eq!(answer.status().as_u16(), 201);
    let set = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(set.starts_with("faraday-session=") && set.contains("; HttpOnly; SameSite=Lax"), "{set}");
}

#[tokio::test]
async fn the_session_of_another_guest_gives_way_and_ones_own_stays() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let link = ada.link(&server).await;
    let (status, session) = ada.redeem(&server, &link).await;
    assert_eq!((status, &session["who"]["name"], &session["token"]), (StatusCode::OK, &json!("Ada"), &Value::Null));

    let mut socket = bob.connect(&server).await;
    let phone = device(bob.redeem(&server, &link).await);
    assert_eq!(phone.id(&server).await, ada.id(&server).await);
    assert_eq!(refused(bob.get(&server, "session").await).1, "no-session");
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
}

#[tokio::test]
async fn a_guest_ends_the_sessions_of_all_other_devices() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let phone = device(NOBODY.redeem(&server, &ada.link(&server).await).await);
    let mut socket = phone.connect(&server).await;
    let mut own = ada.connect(&server).await;
    let late = ada.link(&server).await;
    let end = |guest: Guest| {
        let server = &server;
        async move { guest.send(server, Method::DELETE, "session/others", &Value::Null).await.0 }
    };
    assert_eq!(end(ada.clone()).await, StatusCode::NO_CONTENT);
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    own.send(&Message::Watch { game: "aaaaaaaa".to_owned(), seen: None }).await;
    assert!(!matches!(own.next_event().await, Frame::Bye { .. }), "whoever has ended the others stays");
    assert_eq!(refused(phone.get(&server, "session").await), (401, "no-session".to_owned()));
    assert_eq!(refused(NOBODY.redeem(&server, &late).await), over(), "a link of before works no longer");
    for guest in [&ada, &bob] {
        assert!(!guest.id(&server).await.is_null());
    }
    assert_eq!(end(NOBODY).await, StatusCode::NO_CONTENT, "nobody has no others");
    let url = format!("http://{}/api/v1/session/others", server.address);
    let evil = reqwest::Client::new().delete(url).header("origin", "http://evil.example");
    let answer = soon(evil.header("cookie", format!("faraday-session={}", ada.token)).send()).await.unwrap();
    assert_eq!(answer.status().as_u16(), 403);
}

#[tokio::test]
async fn a_transferred_guest_counts_as_a_new_guest() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let server = TestServer::open_on(folder, location, Limits { guests_per_client: 2, ..Limits::default() }).await;
    let ada = server.guest("Ada").await;
    device(NOBODY.redeem(&server, &ada.link(&server).await).await);
    let link = ada.link(&server).await;
    assert_eq!(refused(NOBODY.redeem(&server, &link).await), (429, "too-many-requests".to_owned()));
    assert_eq!(NOBODY.post(&server, "session/transfer/preview", &link).await.0, StatusCode::OK, "the link is not lost");
}

#[tokio::test]
async fn all_devices_of_a_guest_play_the_same_game() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(json!({ "variant": "chess", "terms": {}, "side": "white" })).await;
    let phone = device(NOBODY.redeem(&server, &white.link(&server).await).await);
    assert_eq!(phone.get(&server, "games").await.1["games"][0]["game"], json!(game));
    let mut sockets = [white.connect(&server).await, phone.connect(&server).await];
    for socket in &mut sockets {
        socket.send(&Message::Watch { game: game.clone(), seen: None }).await;
        assert!(matches!(socket.next_event().await, Frame::Game { .. }));
    }
    let id = "0123456789abcdef".to_owned();
    let e4 = Message::Move { id: id.clone(), game: game.clone(), seen: None, ply: 0, uci: "e2e4".into(), draw: false };
    sockets[1].send(&e4).await;
    for socket in &mut sockets {
        assert!(matches!(socket.next_event().await, Frame::Act(act) if act.act.seq == 1));
    }
    assert_eq!(sockets[1].next_event().await, Frame::Ack { id, seq: Some(1) });
    assert_eq!(black.play(&server, &game, 1, "e7e5").await.0, StatusCode::OK);
    for socket in &mut sockets {
        assert!(matches!(socket.next_event().await, Frame::Act(act) if act.act.seq == 2));
    }
    assert_eq!(white.play(&server, &game, 2, "g1f3").await.0, StatusCode::OK);
}
