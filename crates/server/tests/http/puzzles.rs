//! Tests of puzzle ratings, which change only by attempts.

use axum::http::StatusCode;
use faraday_server::Limits;
use faraday_store::Location;
use faraday_variants::{Entry, catalog};
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};

/// Attempts need no session.
const NOBODY: Guest = Guest { token: String::new() };

/// Returns a variant with puzzles, and the id and the rating by effort of its first puzzle.
fn puzzle() -> (&'static Entry, String, f64) {
    let entry = catalog().iter().find(|entry| entry.puzzle_text().is_some()).unwrap();
    let line: Value = serde_json::from_str(entry.puzzle_text().unwrap().lines().next().unwrap()).unwrap();
    (entry, line["id"].as_str().unwrap().to_owned(), line["rating"].as_f64().unwrap())
}

async fn ratings(server: &TestServer, variant: &Entry) -> Value {
    let (status, rated) = NOBODY.get(server, &format!("variants/{}/puzzles", variant.id)).await;
    assert_eq!(status, StatusCode::OK, "{rated}");
    rated
}

#[tokio::test]
async fn an_attempt_changes_the_rating_of_a_puzzle_and_is_kept() {
    let (variant, id, first) = puzzle();
    let server = TestServer::open().await;
    assert_eq!(ratings(&server, variant).await, json!([]));
    let path = format!("variants/{}/puzzles/{id}/attempts", variant.id);
    let attempt = |solved: bool| json!({ "solved": solved, "rating": first, "deviation": 80.0 });
    let (status, solved) = NOBODY.post(&server, &path, &attempt(true)).await;
    assert_eq!((status, &solved["attempts"]), (StatusCode::OK, &json!(1)), "{solved}");
    assert!(solved["rating"].as_f64().unwrap() < first);
    // The second attempt of a client within a day does not count.
    let (_, again) = NOBODY.post(&server, &path, &attempt(false)).await;
    assert_eq!(again, solved);
    let server = server.reopen().await;
    let (_, missed) = NOBODY.post(&server, &path, &attempt(false)).await;
    assert!(missed["rating"].as_f64().unwrap() > solved["rating"].as_f64().unwrap());
    assert!(missed["deviation"].as_f64().unwrap() < solved["deviation"].as_f64().unwrap());
    assert_eq!(ratings(&server, variant).await, json!([missed]));
    let server = server.reopen().await;
    assert_eq!(ratings(&server, variant).await, json!([missed]));
}

#[tokio::test]
async fn what_is_no_attempt_changes_nothing() {
    let (variant, id, _) = puzzle();
    let server = TestServer::open().await;
    let path = |variant: &str, id: &str| format!("variants/{variant}/puzzles/{id}/attempts");
    let good = json!({ "solved": true, "rating": 1_200.0, "deviation": 350.0 });
    let with = |name: &str, value: Value| {
        let mut attempt = good.clone();
        attempt[name] = value;
        attempt
    };
    for (path, attempt, status, at) in [
        (path(variant.id, "nothing"), good.clone(), 404, Value::Null),
        (path("draughts", &id), good.clone(), 404, Value::Null),
        (path(variant.id, &id), with("rating", json!(4_001)), 400, json!("rating")),
        (path(variant.id, &id), with("rating", json!(-1)), 400, json!("rating")),
        (path(variant.id, &id), with("rating", json!("strong")), 400, json!("rating")),
        (path(variant.id, &id), with("deviation", json!(0)), 400, json!("deviation")),
        (path(variant.id, &id), with("solved", Value::Null), 400, json!("solved")),
        (path(variant.id, &id), with("name", json!("Ada")), 400, json!("name")),
    ] {
        let (found, problem) = NOBODY.post(&server, &path, &attempt).await;
        assert_eq!((found.as_u16(), &problem["at"]), (status, &at), "{attempt} {problem}");
    }
    assert_eq!(ratings(&server, variant).await, json!([]));
}

#[tokio::test]
async fn nobody_tells_of_too_many_attempts() {
    let (variant, id, _) = puzzle();
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let server = TestServer::open_on(folder, location, Limits { puzzles_per_client: 2, ..Limits::default() }).await;
    let path = format!("variants/{}/puzzles/{id}/attempts", variant.id);
    let attempt = json!({ "solved": false, "rating": 1_200, "deviation": 350 });
    for expected in [200, 200, 429] {
        assert_eq!(NOBODY.post(&server, &path, &attempt).await.0.as_u16(), expected);
    }
    assert_eq!(ratings(&server, variant).await[0]["attempts"], 1);
}
