//! A server whose database accepts no writes reports that it is not ready, and still shuts down when asked to.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use faraday_server::{Limits, Location};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::client::{Guest, TestServer};

#[tokio::test]
async fn a_site_without_its_database_is_not_ready_and_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let limits = Limits { drain_time: Duration::from_millis(100), ..Limits::default() };
    let server = TestServer::open_on(folder, Location::file(file.clone()), limits).await;
    let (game, white, _) = server.game(json!({ "variant": "chess", "terms": {}, "side": "white" })).await;
    let nobody = Guest { token: String::new() };
    assert_eq!(nobody.get(&server, "health/ready").await.0, StatusCode::OK);

    let mut other = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let mut socket = white.connect(&server).await;
    socket
        .send(&faraday_wire::live::Message::Move {
            id: "0123456789abcdef".to_owned(),
            game,
            seen: None,
            ply: 0,
            uci: "e2e4".to_owned(),
            draw: false,
        })
        .await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert_eq!(nobody.get(&server, "health/ready").await.0, StatusCode::SERVICE_UNAVAILABLE);
    let told = Instant::now();
    server.end().await;
    assert!(told.elapsed() < Duration::from_secs(4), "{:?}", told.elapsed());
}
