//! A game by unknown rules or of an unknown variant is refused, and left to nodes that know them.

use std::path::Path;
use std::time::Duration;

use axum::http::StatusCode;
use faraday_wire::live::{Frame, Message};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::client::TestServer;
use crate::lists::execute;

/// Returns the numbers in the only row of a query's result.
async fn numbers(file: &Path, sql: &'static str) -> (i64, i64) {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let numbers = sqlx::query_as(sql).fetch_one(&mut database).await.unwrap();
    database.close().await.unwrap();
    numbers
}

#[tokio::test]
async fn a_game_by_unknown_rules_is_refused_and_left_to_nodes_that_know_them() {
    refused("UPDATE game SET rules = '3', wake_at = 1", "version `3` of the rules").await;
}

#[tokio::test]
async fn a_game_of_an_unknown_variant_is_refused_and_left_to_nodes_that_know_it() {
    refused("UPDATE game SET variant = 'later', wake_at = 1", "no variant `later`").await;
}

/// Checks that a game is refused for a reason after a change to its row.
async fn refused(change: &'static str, reason: &str) {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    white.play(&server, &game, 0, "e2e4").await;
    let folder = server.close().await;
    let file = folder.path().join("games.db");
    execute(&file, change).await;
    let reply = "INSERT OR REPLACE INTO due (kind, key, not_before, tries, body)
        SELECT 'reply', id || '/1', 0, 0, '' FROM game";
    execute(&file, reply).await;
    let server = TestServer::open_in(folder).await;
    let address = format!("games/{game}");
    for path in [address.clone(), format!("{address}.pgn")] {
        let (status, problem) = white.get(&server, &path).await;
        assert_eq!((status, &problem["kind"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("game-damaged")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(reason), "{problem}");
    }
    let mut socket = white.connect(&server).await;
    socket.send(&Message::Watch { game, seen: None }).await;
    let Frame::Refused { problem, .. } = socket.frame().await else { panic!("it is shown") };
    assert!(problem.detail.contains(reason), "{problem:?}");
    // Longer than the interval between two runs of the sweep.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let _folder = server.close().await;
    assert_eq!(
        numbers(&file, "SELECT wake_at, (SELECT count(*) FROM due WHERE tries = 0 AND not_before > 0) FROM game").await,
        (1, 1)
    );
}
