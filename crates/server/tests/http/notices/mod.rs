//! Tests of notices in the app and of devices. Those that send push messages are in `sending`.

pub mod fake_push_service;
mod sending;

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_wire::live::{Frame, Message, PROTOCOL};
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};
use crate::support::soon;
use fake_push_service::Browser;

/// Starts a server that sends push messages to one more host.
async fn server_with(push_host: &str) -> TestServer {
    let config = Config { push_host: Some(push_host.parse().unwrap()), ..Config::default() };
    TestServer::open_as(tempfile::tempdir().unwrap(), config).await
}

/// Begins a correspondence game of three days for each move.
async fn days_game(server: &TestServer) -> (String, Guest, Guest) {
    server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await
}

/// Returns the notices of a guest, once there are at least `count`.
pub async fn notices(server: &TestServer, guest: &Guest, count: usize) -> Value {
    let read = async {
        loop {
            let (status, list) = guest.get(server, "notices").await;
            assert_eq!(status, StatusCode::OK, "{list}");
            if list["notices"].as_array().unwrap().len() >= count {
                return list;
            }
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    };
    soon(read).await
}

fn kinds(list: &Value) -> Vec<&str> {
    list["notices"].as_array().unwrap().iter().map(|notice| notice["kind"].as_str().unwrap()).collect()
}

/// Waits for the frame with a number of unread notices.
async fn unread(socket: &mut Socket, count: u64) {
    // Frames about presence come every few seconds, so a time limit per frame would never be reached.
    let told = async { while !matches!(socket.frame().await, Frame::Notice { unread } if unread == count) {} };
    soon(told).await;
}

#[tokio::test]
async fn a_player_is_notified_of_each_turn_and_of_the_end() {
    let server = TestServer::open().await;
    let (game, white, black) = days_game(&server).await;
    let list = notices(&server, &white, 1).await;
    assert_eq!((kinds(&list), &list["unread"]), (vec!["answered"], &json!(1)));
    white.play(&server, &game, 0, "e2e4").await;
    let list = notices(&server, &black, 1).await;
    let turn = &list["notices"][0];
    assert_eq!((turn["kind"].as_str(), turn["game"].as_str()), (Some("turn"), Some(game.as_str())));
    assert_eq!(
        (turn["opponent"].as_str(), turn["variant"].as_str(), turn["side"].as_str(), turn["seq"].as_u64()),
        (Some("White"), Some("chess"), Some("black"), Some(1))
    );
    assert!(turn["deadline"].is_u64() && turn["readAt"].is_null(), "{turn}");
    black.play(&server, &game, 1, "e7e5").await;
    let list = notices(&server, &white, 2).await;
    assert_eq!(kinds(&list), ["turn", "answered"]);
    let settled = async {
        while notices(&server, &black, 1).await["unread"] != 0 {
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    };
    soon(settled).await;
    white.post(&server, &format!("games/{game}/resign"), &Value::Null).await;
    let list = notices(&server, &black, 2).await;
    assert_eq!(list["notices"][0]["ended"]["reason"], "resigned", "{list}");
    assert_eq!(kinds(&list), ["ended", "turn"]);
    let list = notices(&server, &white, 2).await;
    assert_eq!(kinds(&list), ["turn", "answered"], "the player who resigned is not told");
    server.end().await;
}

#[tokio::test]
async fn a_game_with_clocks_has_no_notices_of_turns() {
    let server = TestServer::open().await;
    let terms = json!({ "clock": { "baseMs": 300_000, "incrementMs": 0 } });
    let (game, white, black) = server.game(json!({ "variant": "chess", "terms": terms, "side": "white" })).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(kinds(&notices(&server, &white, 1).await), ["answered"]);
    assert_eq!(kinds(&notices(&server, &black, 0).await), [""; 0]);
    server.end().await;
}

#[tokio::test]
async fn notices_are_read_by_key_by_game_and_by_watching() {
    let server = TestServer::open().await;
    let (game, white, black) = days_game(&server).await;
    white.play(&server, &game, 0, "e2e4").await;
    let key = notices(&server, &black, 1).await["notices"][0]["key"].clone();
    let read = async |body: Value| black.post(&server, "notices/read", &body).await;
    assert_eq!(read(json!({ "keys": [key] })).await, (StatusCode::OK, json!({ "unread": 0 })));
    for body in [json!({}), json!({ "all": true, "game": game }), json!({ "all": false })] {
        assert_eq!(read(body).await.0, StatusCode::BAD_REQUEST);
    }
    assert_eq!(read(json!({ "game": "none" })).await.0, StatusCode::NOT_FOUND);
    // White gets the notice that the challenge was accepted.
    notices(&server, &white, 1).await;
    let (status, unread_left) = white.post(&server, "notices/read", &json!({ "game": game })).await;
    assert_eq!((status, unread_left), (StatusCode::OK, json!({ "unread": 0 })));
    let mut elsewhere = white.connect_by(&server.address, PROTOCOL).await;
    black.play(&server, &game, 1, "e7e5").await;
    unread(&mut elsewhere, 1).await;
    let mut board = white.connect(&server).await;
    board.send(&Message::Watch { game: game.clone(), seen: None }).await;
    unread(&mut elsewhere, 0).await;
    assert_eq!(notices(&server, &white, 2).await["unread"], 0);
    let (status, answer) = Guest { token: String::new() }.get(&server, "notices").await;
    assert_eq!((status, &answer["kind"]), (StatusCode::UNAUTHORIZED, &json!("no-session")));
    server.end().await;
}

#[tokio::test]
async fn notices_come_by_page() {
    let server = TestServer::open().await;
    let (game, white, black) = days_game(&server).await;
    for (ply, uci) in ["e2e4", "e7e5", "d2d4", "d7d5"].iter().enumerate() {
        let (player, other) = if ply % 2 == 0 { (&white, &black) } else { (&black, &white) };
        player.play(&server, &game, ply, uci).await;
        // White also has the notice that the challenge was accepted.
        notices(&server, other, ply / 2 + 1 + ply % 2).await;
    }
    let all = notices(&server, &white, 3).await;
    let (_, first) = white.get(&server, "notices?limit=2").await;
    let (_, rest) = white.get(&server, &format!("notices?limit=2&before={}", first["more"].as_str().unwrap())).await;
    let pages = [first["notices"].as_array().unwrap().clone(), rest["notices"].as_array().unwrap().clone()].concat();
    assert_eq!((&json!(pages), &rest["more"]), (&all["notices"], &Value::Null));
    assert_eq!(white.get(&server, "notices?before=x").await.0, StatusCode::BAD_REQUEST);
    server.end().await;
}

#[tokio::test]
async fn a_rematch_is_a_notice_until_it_is_answered() {
    let server = TestServer::open().await;
    let (game, white, black) = days_game(&server).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 1).await;
    black.play(&server, &game, 1, "e7e5").await;
    white.post(&server, &format!("games/{game}/resign"), &Value::Null).await;
    notices(&server, &black, 2).await;
    let (_, offer) = white.post(&server, &format!("games/{game}/rematch"), &Value::Null).await;
    let list = notices(&server, &black, 3).await;
    assert_eq!(
        (&list["notices"][0]["kind"], &list["notices"][0]["challenge"]),
        (&json!("challenge"), &offer["challenge"])
    );
    let decline = format!("challenges/{}/decline", offer["challenge"].as_str().unwrap());
    assert_eq!(black.post(&server, &decline, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert!(notices(&server, &black, 3).await["notices"][0]["readAt"].is_u64());
    server.end().await;
}

#[tokio::test]
async fn settings_are_changed_one_by_one() {
    let server = TestServer::open().await;
    let guest = server.guest("Ada").await;
    let (_, settings) = guest.get(&server, "notices/settings").await;
    assert_eq!(settings["channels"]["turn"], json!({ "app": true, "push": true, "mail": false }));
    assert_eq!((&settings["push"], &settings["devices"]), (&Value::Null, &json!([])), "a site without TLS");
    let change = async |body: Value| guest.send(&server, reqwest::Method::PATCH, "notices/settings", &body).await;
    let silent = json!({ "app": false, "push": false, "mail": false });
    let (status, settings) = change(json!({ "channels": { "ended": silent }, "language": "de-AT" })).await;
    assert_eq!(
        (status, &settings["channels"]["ended"], &settings["language"]),
        (StatusCode::OK, &silent, &json!("de"))
    );
    let (_, settings) = change(json!({ "timeZone": "Europe/Berlin" })).await;
    assert_eq!((&settings["language"], &settings["timeZone"]), (&json!("de"), &json!("Europe/Berlin")));
    assert_eq!(change(json!({ "language": "xx" })).await.1["kind"], "unknown-language");
    for body in [json!({ "timeZone": "a b" }), json!({ "channels": { "other": silent } }), json!({ "language": 5 })] {
        assert_eq!(change(body).await.0, StatusCode::BAD_REQUEST);
    }
    let (status, problem) = guest.post(&server, "notices/devices", &Browser::new().subscription("https://x/")).await;
    assert_eq!((status, &problem["kind"]), (StatusCode::CONFLICT, &json!("no-push")));
    server.end().await;
}

#[tokio::test]
async fn impossible_devices_are_refused_with_a_sentence() {
    let server = server_with("127.0.0.1:9").await;
    let guest = server.guest("Ada").await;
    let add = async |body: &Value| guest.post(&server, "notices/devices", body).await;
    let browser = Browser::new();
    let good = browser.subscription("https://127.0.0.1:9/1");
    for (endpoint, sentence) in [
        ("https://10.0.0.1/x", "`10.0.0.1` is not a push service that this site sends to"),
        ("https://push.evil.example/x", "`push.evil.example` is not a push service"),
        ("https://127.0.0.1/x", "`127.0.0.1` is not a push service"),
        ("http://fcm.googleapis.com/x", "must be an https address"),
        ("https://fcm.googleapis.com:8443/x", "must be an https address"),
        ("https://a@fcm.googleapis.com/x", "must be an https address"),
    ] {
        let (status, problem) = add(&browser.subscription(endpoint)).await;
        assert_eq!(
            (status, &problem["kind"], &problem["at"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("bad-device"), &json!("endpoint"))
        );
        assert!(problem["detail"].as_str().unwrap().contains(sentence), "{problem}");
    }
    for (key, value) in [("p256dh", "AAAA"), ("auth", "AAAA"), ("auth", "not base64!"), ("p256dh", "")] {
        let mut body = good.clone();
        body["keys"][key] = json!(value);
        let (status, problem) = add(&body).await;
        assert_eq!((status, &problem["at"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("keys")), "{problem}");
    }
    assert_eq!(add(&json!({ "endpoint": "https://127.0.0.1:9/1" })).await.0, StatusCode::BAD_REQUEST);
    for number in 1..=5 {
        let (status, device) = add(&browser.subscription(&format!("https://127.0.0.1:9/{number}"))).await;
        assert_eq!((status, &device["current"]), (StatusCode::OK, &json!(true)), "{device}");
    }
    assert_eq!(add(&good).await.0, StatusCode::OK, "it is known already");
    let (status, problem) = add(&browser.subscription("https://127.0.0.1:9/6")).await;
    assert_eq!((status, &problem["kind"]), (StatusCode::CONFLICT, &json!("quota-reached")));
    assert_eq!(kinds(&notices(&server, &guest, 5).await), ["security"; 5]);
    let (_, settings) = guest.get(&server, "notices/settings").await;
    let device = format!("notices/devices/{}", settings["devices"][0]["id"].as_str().unwrap());
    let other = server.guest("Bob").await;
    for (who, status) in
        [(&other, StatusCode::NOT_FOUND), (&guest, StatusCode::NO_CONTENT), (&guest, StatusCode::NOT_FOUND)]
    {
        assert_eq!(who.send(&server, reqwest::Method::DELETE, &device, &Value::Null).await.0, status);
    }
    server.end().await;
}
