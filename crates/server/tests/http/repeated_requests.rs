//! Tests of requests that are sent again after their answer was lost.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::people::member;

async fn post(server: &TestServer, who: &Guest, path: &str, body: &Value, key: &str) -> (StatusCode, Value) {
    let url = format!("http://{}/api/v1/{path}", server.address);
    let request = reqwest::Client::new().post(url).bearer_auth(&who.token).header("idempotency-key", key);
    let response = request.json(body).send().await.unwrap();
    let status = StatusCode::from_u16(response.status().as_u16()).unwrap();
    (status, response.json().await.unwrap())
}

#[tokio::test]
async fn a_repeated_seek_is_one_seek_or_one_game() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let eve = server.guest("Eve").await;
    let seek = json!({ "variants": ["chess"], "terms": [{ "days": 3 }] });
    let first = post(&server, &eve, "seeks", &seek, "a-key-of-eve-0001").await;
    assert_eq!(first.0, StatusCode::CREATED, "{}", first.1);
    assert_eq!(post(&server, &eve, "seeks", &seek, "a-key-of-eve-0001").await, first, "within the limit of a guest");
    assert_eq!(post(&server, &eve, "seeks", &seek, "a-key-of-eve-0002").await.1["kind"], "quota-reached");
    assert_eq!(post(&server, &eve, "seeks", &seek, "short").await.1["kind"], "bad-request");
    // The same key of another person is another request.
    let begun = post(&server, &ben, "seeks", &seek, "a-key-of-eve-0001").await;
    assert_eq!(begun.0, StatusCode::OK, "{}", begun.1);
    assert_eq!(post(&server, &ada, "seeks", &seek, "a-key-of-ada-0001").await.0, StatusCode::CREATED);
    assert_eq!(
        post(&server, &ben, "seeks", &seek, "a-key-of-eve-0001").await,
        begun,
        "not with the next seek that fits"
    );
    let of_eve = post(&server, &eve, "seeks", &seek, "a-key-of-eve-0001").await;
    assert_eq!((of_eve.0, &of_eve.1["game"]), (StatusCode::OK, &begun.1["game"]));
    assert_ne!(of_eve.1["side"], begun.1["side"]);
}

#[tokio::test]
async fn a_repeated_game_against_the_house_is_one_game() {
    let server = TestServer::open().await;
    let eve = server.guest("Eve").await;
    let new = json!({ "variant": "chess", "terms": { "days": 3 }, "level": 1 });
    let first = post(&server, &eve, "house/games", &new, "a-key-of-eve-0001").await;
    assert_eq!(first.0, StatusCode::CREATED, "{}", first.1);
    for _ in 0..5 {
        let again = post(&server, &eve, "house/games", &new, "a-key-of-eve-0001").await;
        assert_eq!(again, first, "the same side, within the limit of a guest");
    }
    assert_eq!(post(&server, &eve, "house/games", &new, "a-key-of-eve-0002").await.1["kind"], "quota-reached");
}
