//! Tests of leave, reserves, and table claims in correspondence games (T.6, T.6a, T.8).

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::support::soon;

const DAY_MS: i64 = 24 * 3_600_000;

/// Returns the game as a player sees it, once it satisfies a condition.
pub async fn game_when(server: &TestServer, who: &Guest, game: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let wanted = async {
        loop {
            let (_, told) = who.get(server, &format!("games/{game}")).await;
            if is_wanted(&told) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    soon(wanted).await
}

pub fn kind_of_last(told: &Value) -> &str {
    told["acts"].as_array().and_then(|acts| acts.last()?["fact"]["kind"].as_str()).unwrap_or_default()
}

#[tokio::test]
async fn a_leave_stops_the_time_in_all_games_until_its_player_moves() {
    let server = TestServer::open().await;
    let challenge = |terms: Value| json!({ "variant": "chess", "terms": terms, "side": "white" });
    let (game, white, black) = server.game(challenge(json!({ "days": 3 }))).await;
    let (_, made) = white.post(&server, "challenges", &challenge(json!({ "reserve": 10 }))).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, joined) = black.post(&server, &accept, &json!({})).await;
    let other = joined["game"].as_str().unwrap().to_owned();
    let (_, before) = white.get(&server, &format!("games/{game}")).await;

    let (status, left) = white.post(&server, "leave", &json!({ "days": 7 })).await;
    assert_eq!((status, &left["daysLeft"]), (StatusCode::OK, &json!(21)), "{left}");
    for game in [&game, &other] {
        let told = game_when(&server, &black, game, |told| kind_of_last(told) == "leave").await;
        assert_eq!(told["leaves"]["white"]["until"], left["until"], "{told}");
    }
    let (_, during) = black.get(&server, &format!("games/{game}")).await;
    let gained = during["deadline"].as_i64().unwrap() - before["deadline"].as_i64().unwrap();
    assert_eq!(gained, 7 * DAY_MS);
    let (_, list) = black.get(&server, "games").await;
    assert_eq!(list["games"][0]["leaves"]["white"]["until"], left["until"], "{list}");

    let (status, problem) = white.post(&server, "leave", &json!({ "days": 1 })).await;
    assert_eq!((status, &problem["reason"]), (StatusCode::CONFLICT, &json!("on-leave")), "{problem}");
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    for game in [&game, &other] {
        game_when(&server, &black, game, |told| kind_of_last(told) == "back").await;
    }
    let (_, left) = white.get(&server, "leave").await;
    assert_eq!(left, json!({ "daysLeft": 27 }), "a day that has begun counts");
}

#[tokio::test]
async fn an_impossible_leave_is_refused_with_the_reason() {
    let server = TestServer::open().await;
    let (_, white, _) = server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    for days in [json!(0), json!(29), json!(400)] {
        let (status, problem) = white.post(&server, "leave", &json!({ "days": days })).await;
        assert_eq!((status.as_u16(), &problem["kind"]), (422, &json!("bad-leave")), "{problem}");
    }
    for days in [json!(-1), json!("7"), json!(1.5), Value::Null] {
        let (status, problem) = white.post(&server, "leave", &json!({ "days": days })).await;
        assert_eq!((status.as_u16(), &problem["kind"]), (400, &json!("bad-request")), "{problem}");
    }
    let (status, problem) = white.send(&server, reqwest::Method::DELETE, "leave", &Value::Null).await;
    assert_eq!((status.as_u16(), &problem["reason"]), (409, &json!("not-on-leave")), "{problem}");
    white.post(&server, "leave", &json!({ "days": 28 })).await;
    assert_eq!(white.send(&server, reqwest::Method::DELETE, "leave", &Value::Null).await.1, json!({ "daysLeft": 27 }));
    let (status, problem) = white.post(&server, "leave", &json!({ "days": 28 })).await;
    let told = (status.as_u16(), &problem["reason"], &problem["remaining"]);
    assert_eq!(told, (409, &json!("leave-used"), &json!(27)), "{problem}");
}

/// King and queen against king.
const WON: &str = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1";

#[tokio::test]
async fn a_table_ends_a_game_of_days() {
    let server = TestServer::open().await;
    let (game, white, black) =
        server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white", "fen": WON })).await;
    let claim = format!("games/{game}/claim-table");
    let (_, problem) = white.post(&server, &claim, &json!({})).await;
    assert_eq!(problem["reason"], "first-moves", "{problem}");
    white.play(&server, &game, 0, "g2g3").await;
    black.play(&server, &game, 1, "h8h7").await;
    let (_, problem) = black.post(&server, &claim, &json!({})).await;
    assert_eq!(problem["reason"], "table-denies", "{problem}");
    let (status, done) = white.post(&server, &claim, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let (_, told) = black.get(&server, &format!("games/{game}")).await;
    let last = told["acts"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["fact"]["kind"], &last["fact"]["material"]), (&json!("claimed"), &json!("KQvK")), "{told}");
    assert_eq!(last["fact"]["sha256"].as_str().unwrap().len(), 64, "{told}");
    assert_eq!(told["ended"], json!({ "result": "white", "winner": "white", "reason": "table" }), "{told}");
    let (status, _) = white.post(&server, &claim, &json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_position_without_a_table_cannot_be_claimed() {
    let server = TestServer::open().await;
    for (terms, reason) in [(json!({ "reserve": 3 }), "no-table"), (json!({}), "not-correspondence")] {
        let (game, white, black) = server.game(json!({ "variant": "chess", "terms": terms, "side": "white" })).await;
        white.play(&server, &game, 0, "e2e4").await;
        black.play(&server, &game, 1, "e7e5").await;
        let (status, problem) = white.post(&server, &format!("games/{game}/claim-table"), &json!({})).await;
        assert_eq!((status.as_u16(), &problem["reason"]), (409, &json!(reason)), "{problem}");
    }
}

#[tokio::test]
async fn terms_of_days_have_one_form() {
    let server = TestServer::open().await;
    let (_, white, _) = server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    for (terms, fault) in [
        (json!({ "reserve": 4 }), "3, 10, 30"),
        (json!({ "reserve": 3, "days": 3 }), "only one"),
        (json!({ "days": 4 }), "1, 2, 3, 5, 7, 14"),
    ] {
        let (status, problem) = white.post(&server, "challenges", &json!({ "variant": "chess", "terms": terms })).await;
        assert_eq!((status.as_u16(), &problem["kind"]), (422, &json!("bad-terms")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(fault), "{problem}");
    }
}
