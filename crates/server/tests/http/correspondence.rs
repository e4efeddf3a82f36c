//! Tests of correspondence games, and of a server that is down for days (T.6b).

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::client::TestServer;
use crate::support::soon;

const DAY_MS: i64 = 24 * 3_600_000;

/// Moves all times in a database back, as if its server had been down or its clock had jumped.
async fn grow_older(file: &Path, millis: i64) {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    for sql in [
        "UPDATE game SET started_at = started_at - $1, wake_at = wake_at - $1",
        "UPDATE node SET started_at = started_at - $1, beat_at = beat_at - $1",
    ] {
        sqlx::query(sql).bind(millis).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_site_that_was_away_for_days_gives_them_back() {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(json!({ "variant": "chess", "terms": { "days": 1 }, "side": "white" })).await;
    let folder = server.close().await;
    grow_older(&folder.path().join("games.db"), 4 * DAY_MS).await;
    let server = TestServer::open_in(folder).await;
    let told = async {
        loop {
            let (_, told) = white.get(&server, &format!("games/{game}")).await;
            if told["acts"].as_array().is_some_and(|acts| !acts.is_empty()) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let told: Value = soon(told).await;
    assert_eq!(told["acts"][0]["fact"]["why"], "outage", "{told}");
    let more = told["acts"][0]["fact"]["ms"].as_i64().unwrap();
    assert!((4 * DAY_MS - 60_000..=4 * DAY_MS + 60_000).contains(&more), "{told}");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let left = told["deadline"].as_i64().unwrap() - now;
    assert!((DAY_MS - 60_000..=DAY_MS + 60_000).contains(&left), "{told}");
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_guest_who_returns_after_75_days_can_still_move() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(json!({ "variant": "chess", "terms": {}, "side": "white" })).await;
    white.play(&server, &game, 0, "e2e4").await;
    black.play(&server, &game, 1, "e7e5").await;
    let folder = server.close().await;
    let file = folder.path().join("games.db");
    for (sql, days) in [
        ("UPDATE game SET started_at = started_at - $1", 160),
        ("UPDATE game SET wake_at = wake_at - $1, moved_at = moved_at - $1", 75),
        ("UPDATE act SET at = at - $1", 75),
        ("UPDATE session SET seen_at = seen_at - $1", 75),
        ("UPDATE session SET ends_at = ends_at - $1", 220),
    ] {
        let mut database = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
        sqlx::query(sql).bind(days * DAY_MS).execute(&mut database).await.unwrap();
        database.close().await.unwrap();
    }
    let server = TestServer::open_in(folder).await;
    let (status, told) = white.play(&server, &game, 2, "d2d4").await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let (_, session) = black.get(&server, "session").await;
    assert_eq!(session["who"]["name"], "Black", "{session}");
}

/// Returns the time until the sweep checks the only game of a database, in hours.
async fn next_wake_time(file: &Path) -> f64 {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let wake_at: i64 = sqlx::query_scalar("SELECT wake_at FROM game").fetch_one(&mut database).await.unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    (wake_at - now) as f64 / 3_600_000.0
}

async fn set_next_look(file: &Path, wake_at: i64) {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query("UPDATE game SET wake_at = $1").bind(wake_at).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn each_act_of_a_game_of_days_says_when_to_look_next() {
    const LAST_REMINDER: std::ops::RangeInclusive<f64> = 17.9..=18.0;
    let server = TestServer::open().await;
    let (game, white, _) = server.game(json!({ "variant": "chess", "terms": { "days": 1 }, "side": "white" })).await;
    let file = server.folder.path().join("games.db");
    assert!(LAST_REMINDER.contains(&next_wake_time(&file).await));
    // A check far in the future is moved to an earlier time.
    set_next_look(&file, i64::MAX / 2).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert!(LAST_REMINDER.contains(&next_wake_time(&file).await));
    // An overdue check is moved as well.
    set_next_look(&file, 1).await;
    let looked = async {
        while !LAST_REMINDER.contains(&next_wake_time(&file).await) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    soon(looked).await;
}

#[tokio::test]
async fn a_job_that_cannot_be_done_says_why_and_waits() {
    let server = TestServer::open().await;
    let file = server.folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let job = "INSERT INTO due (kind, key, not_before, tries, body) VALUES ('reply', 'nonsense', 0, 0, '')";
    sqlx::query(job).execute(&mut database).await.unwrap();
    let noted = async {
        loop {
            let row = "SELECT reason FROM due WHERE tries = 1 AND failed_at IS NULL AND reason IS NOT NULL";
            let reason: Option<String> = sqlx::query_scalar(row).fetch_optional(&mut database).await.unwrap();
            match reason {
                Some(reason) => return reason,
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    assert_eq!(soon(noted).await, "this version cannot read it");
}
