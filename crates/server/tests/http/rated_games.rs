//! Tests of rated games with a clock that are refused because a player is in another one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::people::member;

fn terms() -> Value {
    json!({ "clock": { "baseMs": 300_000 }, "rated": true })
}

async fn challenge(server: &TestServer, maker: &Guest) -> String {
    let (status, made) = maker.post(server, "challenges", &json!({ "variant": "chess", "terms": terms() })).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

async fn accept(server: &TestServer, taker: &Guest, id: &str) -> (StatusCode, Value) {
    taker.post(server, &format!("challenges/{id}/accept"), &Value::Null).await
}

async fn begin(server: &TestServer, maker: &Guest, taker: &Guest) -> String {
    let (status, begun) = accept(server, taker, &challenge(server, maker).await).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    begun["game"].as_str().unwrap().to_owned()
}

async fn of_game(server: &TestServer, who: &Guest, game: &str, act: &str) -> (StatusCode, Value) {
    who.post(server, &format!("games/{game}/{act}"), &Value::Null).await
}

fn reason((status, problem): &(StatusCode, Value)) -> (u16, &str) {
    (status.as_u16(), problem["reason"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn a_challenge_or_a_rematch_is_not_accepted_during_a_rated_game() {
    let server = TestServer::open().await;
    let [ada, ben, cy] = [member(&server, "Ada").await, member(&server, "Ben").await, member(&server, "Cy").await];
    let before = begin(&server, &ada, &ben).await;
    assert_eq!(of_game(&server, &ada, &before, "resign").await.0, StatusCode::OK);
    assert_eq!(of_game(&server, &ada, &before, "rematch").await.0, StatusCode::OK);
    let [of_ada, of_cy] = [challenge(&server, &ada).await, challenge(&server, &cy).await];
    let running = begin(&server, &cy, &ada).await;
    let busy = (409, "opponent-in-rated-game");
    assert_eq!(reason(&accept(&server, &ben, &of_ada).await), busy);
    assert_eq!(reason(&accept(&server, &ben, &of_cy).await), busy);
    assert_eq!(reason(&of_game(&server, &ben, &before, "rematch").await), busy);
    let of_ben = challenge(&server, &ben).await;
    assert_eq!(reason(&accept(&server, &ada, &of_ben).await), (409, "in-rated-game"));
    assert_eq!(of_game(&server, &cy, &running, "resign").await.0, StatusCode::OK);
    let (status, begun) = of_game(&server, &ben, &before, "rematch").await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    assert!(begun["game"].is_string(), "{begun}");
}
