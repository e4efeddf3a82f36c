//! Tests of push messages, which a fake push service receives and decrypts.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use base64ct::{Base64UrlUnpadded, Encoding};
use faraday_wire::live::Message;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::fake_push_service::{Browser, FakePushService};
use super::{days_game, notices};
use crate::client::{Guest, TestServer};
use crate::support::soon;

/// The time after which a message that is not held back has been sent, with some to spare.
const SENT: Duration = Duration::from_secs(17);

/// Starts a fake push service, a server that sends to it, and a correspondence game.
async fn start() -> (FakePushService, TestServer, (String, Guest, Guest)) {
    let service = FakePushService::start().await;
    let server = service.server().await;
    let game = days_game(&server).await;
    (service, server, game)
}

/// Adds a device and returns its id.
async fn add(server: &TestServer, guest: &Guest, endpoint: &str) -> String {
    let (status, device) = guest.post(server, "notices/devices", &Browser::new().subscription(endpoint)).await;
    assert_eq!(status, StatusCode::OK, "{device}");
    device["id"].as_str().unwrap().to_owned()
}

/// Sends a test message to a new device, and returns the settings once they satisfy a condition.
async fn tested(server: &TestServer, guest: &Guest, endpoint: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let id = add(server, guest, endpoint).await;
    let (status, _) = guest.post(server, &format!("notices/devices/{id}/test"), &Value::Null).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let wait = async {
        loop {
            let (_, settings) = guest.get(server, "notices/settings").await;
            if is_so(&settings["devices"]) {
                return settings;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    soon(wait).await
}

#[tokio::test]
async fn a_turn_is_sent_once_to_each_device() {
    let (service, server, (game, white, black)) = start().await;
    for endpoint in ["ok/1", "ok/2"] {
        add(&server, &black, &service.endpoint(endpoint)).await;
    }
    let moved = Instant::now();
    white.play(&server, &game, 0, "e2e4").await;
    let deliveries = service.delivered(2).await;
    assert!((10..=12).contains(&moved.elapsed().as_secs()), "{:?}", moved.elapsed());
    let delivery = &deliveries[0];
    let header = |name: &str| delivery.headers[name].to_str().unwrap();
    assert_eq!((header("ttl"), header("content-encoding"), header("topic").len()), ("43200", "aes128gcm", 32));
    let (_, settings) = black.get(&server, "notices/settings").await;
    let (token, key) = header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, settings["push"]["key"], "browsers accept messages of this key only");
    let claims = Base64UrlUnpadded::decode_vec(token.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], format!("https://{}", service.host));
    let message = Browser::new().read(delivery);
    assert_eq!(message["title"], "Your turn against White");
    let body = message["body"].as_str().unwrap();
    assert!(body.starts_with("Chess. ") && body.contains("e4") && body.ends_with("You have 3 days left."), "{body}");
    assert_eq!((message["kind"].as_str(), message["game"].as_str()), (Some("turn"), Some(game.as_str())));
    assert_eq!((message["seq"].as_u64(), message["url"].as_str()), (Some(1), Some(format!("/game/{game}").as_str())));
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(service.deliveries().len(), 2);
    assert_eq!(settings["devices"].as_array().unwrap().len(), 2);
    server.end().await;
}

#[tokio::test]
async fn a_notice_that_was_read_is_not_sent() {
    let (service, server, (game, white, black)) = start().await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 2).await;
    black.post(&server, "notices/read", &json!({ "game": game })).await;
    tokio::time::sleep(SENT).await;
    assert!(service.deliveries().is_empty());
    server.end().await;
}

#[tokio::test]
async fn a_player_who_watches_gets_no_message() {
    let (service, server, (game, white, black)) = start().await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 2).await;
    let mut socket = black.connect(&server).await;
    socket.send(&Message::Watch { game, seen: None }).await;
    tokio::time::sleep(SENT).await;
    assert!(service.deliveries().is_empty());
    server.end().await;
}

#[tokio::test]
async fn a_turn_that_has_passed_is_not_sent() {
    let (service, server, (game, white, black)) = start().await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 2).await;
    black.play(&server, &game, 1, "e7e5").await;
    tokio::time::sleep(SENT).await;
    assert!(service.deliveries().is_empty());
    server.end().await;
}

#[tokio::test]
async fn a_device_goes_when_its_session_ends() {
    let (service, server, (game, white, black)) = start().await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 2).await;
    let (status, _) = black.send(&server, reqwest::Method::DELETE, "session", &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    tokio::time::sleep(SENT).await;
    assert!(service.deliveries().is_empty());
    server.end().await;
}

#[tokio::test]
async fn a_message_in_german_names_the_end_of_the_game() {
    let (service, server, (game, white, black)) = start().await;
    black.send(&server, reqwest::Method::PATCH, "notices/settings", &json!({ "language": "de" })).await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    for (player, ply, uci) in [(&white, 0, "e2e4"), (&black, 1, "e7e5")] {
        player.play(&server, &game, ply, uci).await;
    }
    white.post(&server, &format!("games/{game}/resign"), &Value::Null).await;
    let message = Browser::new().read(&service.delivered(1).await[0]);
    assert_eq!(message["title"], "Deine Partie gegen White ist zu Ende", "{message}");
    assert!(message["body"].as_str().unwrap().contains("Weiß"), "{message}");
    server.end().await;
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_removed() {
    let service = FakePushService::start().await;
    let server = service.server().await;
    let guest = server.guest("Ada").await;
    let settings = tested(&server, &guest, &service.endpoint("ok/1"), |devices| devices[0]["lastOkAt"].is_u64()).await;
    assert!(settings["devices"][0]["lastError"].is_null(), "{settings}");
    let is_removed = |devices: &Value| devices.as_array().unwrap().len() == 1 && service.deliveries().len() == 2;
    tested(&server, &guest, &service.endpoint("gone/1"), is_removed).await;
    server.end().await;
}

#[tokio::test]
async fn a_busy_service_gets_no_request_for_as_long_as_it_asks() {
    let service = FakePushService::start().await;
    let server = service.server().await;
    let guest = server.guest("Ada").await;
    let settings =
        tested(&server, &guest, &service.endpoint("busy/1"), |devices| devices[0]["lastError"].is_object()).await;
    assert_eq!(settings["devices"][0]["lastError"], json!({ "kind": "busy" }));
    let folder = server.close().await;
    let file = folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let sql = "SELECT not_before, tries FROM due WHERE kind = 'web-push'";
    let (not_before, tries): (i64, i64) = sqlx::query_as(sql).fetch_one(&mut database).await.unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    assert!((3_500_000..=3_600_000).contains(&(not_before - now)), "{}", not_before - now);
    assert_eq!((tries, service.deliveries().len()), (1, 1));
    database.close().await.unwrap();
}

#[tokio::test]
async fn redirects_and_services_that_hang_are_failures() {
    let service = FakePushService::start().await;
    let server = service.server().await;
    let guest = server.guest("Ada").await;
    let has_error = |devices: &Value| devices.as_array().unwrap().last().unwrap()["lastError"].is_object();
    let settings = tested(&server, &guest, &service.endpoint("moved/1"), has_error).await;
    let error = &settings["devices"][0]["lastError"];
    assert_eq!(error["kind"], "refused");
    let detail = error["detail"].as_str().unwrap();
    assert!(detail.starts_with("302 xxx") && detail.len() <= 200, "{detail}");
    let settings = tested(&server, &guest, &service.endpoint("hangs/1"), has_error).await;
    assert_eq!(settings["devices"][1]["lastError"], json!({ "kind": "timed-out" }));
    let paths: Vec<String> = service.deliveries().into_iter().map(|delivery| delivery.path).collect();
    assert_eq!(paths, ["/moved/1", "/hangs/1"]);
    server.end().await;
}

/// The start of a statement that removes what an import does not contain.
const FORGET_SUMMARY: &str =
    "UPDATE game SET turn = NULL, position = NULL, last_move = NULL, moved_at = NULL, deadline = NULL, plies = NULL";

#[tokio::test]
async fn a_turn_is_sent_after_an_import() {
    let (service, server, (game, white, black)) = start().await;
    add(&server, &black, &service.endpoint("ok/1")).await;
    white.play(&server, &game, 0, "e2e4").await;
    notices(&server, &black, 2).await;
    let folder = server.close().await;
    let mut database = SqliteConnectOptions::new().filename(folder.path().join("games.db")).connect().await.unwrap();
    sqlx::query(FORGET_SUMMARY).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let server = service.server_in(folder).await;
    let message = Browser::new().read(&service.delivered(1).await[0]);
    assert_eq!((message["kind"].as_str(), message["seq"].as_u64()), (Some("turn"), Some(1)));
    server.end().await;
}

#[tokio::test]
async fn a_player_is_reminded_six_hours_before_the_deadline_once() {
    reminded_once(&[]).await;
}

#[tokio::test]
async fn a_player_is_reminded_in_an_imported_game() {
    reminded_once(&[FORGET_SUMMARY]).await;
}

async fn reminded_once(more: &[&'static str]) {
    let (service, server, (game, white, black)) = start().await;
    for (player, other, ply, uci) in
        [(&white, &black, 0, "e2e4"), (&black, &white, 1, "e7e5"), (&white, &black, 2, "d2d4")]
    {
        player.play(&server, &game, ply, uci).await;
        notices(&server, other, ply / 2 + 1 + ply % 2).await;
    }
    add(&server, &black, &service.endpoint("ok/1")).await;
    let folder = server.close().await;
    // Black has used all but five and a half hours of three days.
    let shift = (72 * 60 - 330) * 60_000_i64;
    let file = folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    for sql in [
        "UPDATE game SET started_at = started_at - $1, moved_at = moved_at - $1, deadline = deadline - $1, wake_at = 1",
        "UPDATE act SET at = at - $1",
        "UPDATE notice SET at = at - $1, read_at = 1",
    ] {
        sqlx::query(sql).bind(shift).execute(&mut database).await.unwrap();
    }
    for sql in more {
        sqlx::query(*sql).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    let server = service.server_in(folder).await;
    let delivery = &service.delivered(1).await[0];
    let message = Browser::new().read(delivery);
    assert_eq!(message["title"], "Your time against White is running out");
    assert_eq!(message["body"], "Chess. You have 5 hours left.");
    let ttl: u64 = delivery.headers["ttl"].to_str().unwrap().parse().unwrap();
    assert!((5 * 3600..=330 * 60).contains(&ttl), "{ttl}");
    assert!(message["key"].as_str().unwrap().ends_with("/3/6h"), "{message}");
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(service.deliveries().len(), 1);
    server.end().await;
}
