//! Tests of game lists, which are read from rows and open none of the games.

use std::path::Path;

use faraday_wire::live::{Message, PROTOCOL};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::client::{Guest, Socket, TestServer};

/// Returns a server with a running correspondence game, and a player of it.
async fn site() -> (TestServer, Guest) {
    let server = TestServer::open().await;
    let (game, white, black) =
        server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    white.play(&server, &game, 0, "e2e4").await;
    black.play(&server, &game, 1, "e7e5").await;
    (server, white)
}

async fn listed(server: &TestServer, who: &Guest, state: &str) -> Value {
    who.get(server, &format!("games?state={state}")).await.1["games"].clone()
}

pub async fn execute(file: &Path, sql: &'static str) {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query(sql).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn lists_and_greetings_open_no_game() {
    let (server, white) = site().await;
    let before = listed(&server, &white, "running").await;
    assert_eq!((&before[0]["plies"], &before[0]["lastMove"]), (&json!(2), &json!("e7e5")), "{before}");
    assert_eq!(before[0]["yourTurn"], true);
    assert_eq!(before[0]["seats"]["black"]["name"], "Black");
    let folder = server.close().await;
    // A game with an unreadable journal cannot be opened.
    execute(&folder.path().join("games.db"), "UPDATE act SET facts = '?'").await;
    let server = TestServer::open_in(folder).await;
    assert_eq!(listed(&server, &white, "running").await, before);
    let mut socket = Socket::connect(&server, &white.token).await;
    socket.send(&Message::Hello { protocol: PROTOCOL }).await;
    let greeting = serde_json::to_value(socket.frame().await).unwrap();
    assert_eq!(greeting["games"][0]["game"], before[0]["game"], "{greeting}");
    assert_eq!(greeting["games"][0]["deadline"], before[0]["deadline"], "{greeting}");
}

#[tokio::test]
async fn a_game_whose_row_tells_nothing_is_opened_once() {
    let (server, white) = site().await;
    let before = listed(&server, &white, "running").await;
    let folder = server.close().await;
    let file = folder.path().join("games.db");
    execute(&file, "UPDATE game SET turn = NULL, position = NULL, moved_at = NULL, plies = NULL").await;
    let server = TestServer::open_in(folder).await;
    assert_eq!(listed(&server, &white, "running").await, before);
    let folder = server.close().await;
    execute(&file, "UPDATE act SET facts = '?'").await;
    let server = TestServer::open_in(folder).await;
    assert_eq!(listed(&server, &white, "running").await, before);
}

#[tokio::test]
async fn an_aborted_game_is_listed_with_who_aborted_it() {
    let server = TestServer::open().await;
    let (game, white, black) =
        server.game(json!({ "variant": "chess", "terms": { "clock": { "baseMs": 180_000 } }, "side": "white" })).await;
    white.post(&server, &format!("games/{game}/abort"), &json!({})).await;
    let [by_white, by_black] = [listed(&server, &white, "ended").await, listed(&server, &black, "ended").await];
    assert_eq!(by_white[0]["ended"], json!({ "result": "none", "reason": "aborted" }), "{by_white}");
    assert_eq!(by_white[0]["abortedBy"], by_white[0]["side"]);
    assert_eq!(by_black[0]["abortedBy"], by_white[0]["side"]);
    assert_eq!(listed(&server, &white, "running").await, json!([]));
}
