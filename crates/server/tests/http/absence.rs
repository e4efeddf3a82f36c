//! Tests of absent players and of server downtime (T.5).

use std::time::Duration;

use axum::http::StatusCode;
use faraday_wire::live::{Frame, Message};
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};

/// Returns terms of one minute for each player, under which an absence of 15 seconds allows a claim.
fn minute() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })
}

/// Begins a game and plays a move each, so that White's clock runs.
async fn begun(server: &TestServer) -> (String, Guest, Guest) {
    let (game, white, black) = server.game(minute()).await;
    assert_eq!(white.play(server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(black.play(server, &game, 1, "e7e5").await.0, StatusCode::OK);
    (game, white, black)
}

/// Returns the milliseconds until the game can be claimed from White, as a new connection of Black reports it.
async fn gone_in_ms(server: &TestServer, game: &str, black: &Guest) -> u64 {
    let mut socket = black.connect(server).await;
    socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
    let told = async {
        loop {
            if let Frame::Here { white, .. } = socket.frame().await
                && let Some(ms) = white.gone_in_ms
            {
                return ms;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), told).await.expect("it is never told that White is away")
}

#[tokio::test]
async fn time_in_which_the_site_was_away_is_not_absence() {
    let server = TestServer::open().await;
    let (game, white, black) = begun(&server).await;
    let mut connected = Vec::new();
    for who in [&white, &black] {
        let mut socket = who.connect(&server).await;
        socket.send(&Message::Watch { game: game.clone(), seen: None }).await;
        connected.push(socket);
    }
    let server = server.reopen_after(Duration::from_secs(4)).await;
    let told = gone_in_ms(&server, &game, &black).await;
    assert!(told > 13_000, "{told}");
    let (status, problem) = black.post(&server, &format!("games/{game}/claim-win"), &Value::Null).await;
    assert_eq!(status, StatusCode::CONFLICT, "{problem}");
}

#[tokio::test]
async fn who_left_just_before_the_site_ended_may_still_come_back() {
    let server = TestServer::open().await;
    let (game, white, black) = begun(&server).await;
    let mut left = white.connect(&server).await;
    left.send(&Message::Watch { game: game.clone(), seen: None }).await;
    left.next_event().await;
    drop(left);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let server = server.reopen_after(Duration::from_secs(4)).await;
    let told = gone_in_ms(&server, &game, &black).await;
    assert!(told > 13_000, "{told}");
}

#[tokio::test]
async fn who_asks_by_http_is_here_and_who_stops_is_not() {
    let server = TestServer::open().await;
    let (game, white, black) = begun(&server).await;
    let address = format!("games/{game}");
    let claim = async || black.post(&server, &format!("{address}/claim-win"), &Value::Null).await;
    // Longer than an absence that allows a claim.
    for _ in 0..17 {
        assert_eq!(white.get(&server, &address).await.0, StatusCode::OK);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let (status, problem) = claim().await;
    assert_eq!((status, &problem["reason"]), (StatusCode::CONFLICT, &json!("opponent-here")), "{problem}");
    // The absence begins with the last request, not when the server notices it.
    tokio::time::sleep(Duration::from_secs(11)).await;
    let told = gone_in_ms(&server, &game, &black).await;
    assert!((1..4_500).contains(&told), "{told}");
    tokio::time::sleep(Duration::from_millis(told + 500)).await;
    let (status, problem) = claim().await;
    assert_eq!(status, StatusCode::OK, "{problem}");
}

#[tokio::test]
async fn who_has_another_page_open_is_here_and_who_closes_it_is_not() {
    let server = TestServer::open().await;
    let (game, white, black) = begun(&server).await;
    let claim = async || black.post(&server, &format!("games/{game}/claim-win"), &Value::Null).await;
    // White watches the board, goes to the rules, and reloads that page.
    let mut page = white.connect(&server).await;
    page.send(&Message::Watch { game: game.clone(), seen: None }).await;
    page.next_event().await;
    page.send(&Message::Unwatch { game: game.clone() }).await;
    tokio::time::sleep(Duration::from_secs(8)).await;
    drop(page);
    let page = white.connect(&server).await;
    // Longer than an absence that allows a claim; pings are answered meanwhile.
    assert!(tokio::time::timeout(Duration::from_secs(17), page.closed()).await.is_err(), "the page was closed");
    let (status, problem) = claim().await;
    assert_eq!((status, &problem["reason"]), (StatusCode::CONFLICT, &json!("opponent-here")), "{problem}");
    // The last pong came up to 5 s before the page was closed, and the absence counts from there.
    tokio::time::sleep(Duration::from_secs(9)).await;
    let told = gone_in_ms(&server, &game, &black).await;
    assert!((1..10_000).contains(&told), "{told}");
}

#[tokio::test]
async fn who_asks_for_the_record_or_the_plan_of_a_game_is_here() {
    let server = TestServer::open().await;
    for asked in ["/plan", ".pgn"] {
        let (game, white, black) = server.game(minute()).await;
        let mut watches = black.connect(&server).await;
        watches.send(&Message::Watch { game: game.clone(), seen: None }).await;
        let is_here = async |watches: &mut Socket| loop {
            if let Frame::Here { white, .. } = watches.frame().await {
                return white.is_present;
            }
        };
        assert!(!is_here(&mut watches).await);
        let (status, problem) = white.get(&server, &format!("games/{game}{asked}")).await;
        assert_eq!(status, StatusCode::OK, "{problem}");
        assert!(is_here(&mut watches).await, "{asked}");
    }
}
