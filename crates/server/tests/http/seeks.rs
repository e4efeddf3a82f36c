//! Tests of seeks over HTTP: two people who find each other, refusals, and lists.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use faraday_play::{Act, Fact, Summary, Table, Terms, Timestamp, Venue};
use faraday_rules::Color;
use faraday_store::testing::{Postgres, begin_from};
use faraday_store::{AppendId, Ended, Entry, NewGame, Options, Origin, Seat, SeekId, Store};
use faraday_variants::catalog;
use faraday_wire::live::Frame;
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};
use crate::people::member;
use crate::support::soon;

const STRANGER: Guest = Guest { token: String::new() };

fn kind((status, problem): &(StatusCode, Value)) -> (u16, &str, &str) {
    let text = |name: &str| problem[name].as_str().unwrap_or_default();
    (status.as_u16(), text("kind"), text("at"))
}

fn clock(rated: bool) -> Value {
    json!({ "clock": { "baseMs": 300_000, "incrementMs": 3000 }, "rated": rated })
}

/// Returns a seek for one game.
fn seek(terms: Value) -> Value {
    json!({ "variants": ["chess"], "terms": Value::Array(vec![terms]) })
}

async fn post(server: &TestServer, who: &Guest, body: &Value) -> (StatusCode, Value) {
    who.post(server, "seeks", body).await
}

/// Posts a seek that must wait. Returns its id.
async fn waiting(server: &TestServer, who: &Guest, body: &Value) -> String {
    let (status, posted) = post(server, who, body).await;
    assert_eq!(status, StatusCode::CREATED, "{posted}");
    assert_eq!(posted.as_object().unwrap().len(), 1, "{posted}");
    posted["seek"].as_str().unwrap().to_owned()
}

async fn take(server: &TestServer, who: &Guest, id: &str, body: &Value) -> (StatusCode, Value) {
    who.post(server, &format!("seeks/{id}/take"), body).await
}

async fn list(server: &TestServer, who: &Guest) -> Vec<Value> {
    let (status, list) = who.get(server, "seeks").await;
    assert_eq!(status, StatusCode::OK, "{list}");
    list["seeks"].as_array().unwrap().clone()
}

/// Returns the ids of the listed seeks, each with the fields `yours` and `fits`.
async fn listed(server: &TestServer, who: &Guest) -> Vec<(String, bool, bool)> {
    let is = |seek: &Value, name: &str| seek[name] == true;
    let list = list(server, who).await;
    list.iter().map(|seek| (seek["id"].as_str().unwrap().to_owned(), is(seek, "yours"), is(seek, "fits"))).collect()
}

/// Returns the game of the next frame, with the side.
async fn started(socket: &mut Socket) -> (String, String) {
    match socket.next_event().await {
        Frame::Started { game, side, challenge: None, rematch_of: None } => {
            (game, serde_json::to_value(side).unwrap().as_str().unwrap().to_owned())
        }
        frame => panic!("{frame:?}"),
    }
}

#[tokio::test]
async fn two_members_who_seek_the_same_game_both_see_it_at_once() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let mut sockets = [ada.connect(&server).await, ben.connect(&server).await];
    waiting(&server, &ada, &json!({ "variants": ["magnetic", "chess"], "terms": [{ "days": 3 }, { "reserve": 3 }] }))
        .await;
    let id =
        waiting(&server, &ada, &json!({ "variants": ["magnetic", "chess"], "terms": [clock(true), clock(false)] }))
            .await;
    let asked = Instant::now();
    let (status, posted) = post(&server, &ben, &seek(clock(true))).await;
    assert_eq!(status, StatusCode::OK, "{posted}");
    let text = |name: &str| posted[name].as_str().unwrap().to_owned();
    let [of_ada, of_ben] = [started(&mut sockets[0]).await, started(&mut sockets[1]).await];
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!((&of_ben.0, &of_ben.1), (&text("game"), &text("side")));
    assert_eq!(of_ada.0, of_ben.0);
    assert_ne!(of_ada.1, of_ben.1);
    assert!(posted.get("seek").is_none());
    let game = text("game");
    let (_, shown) = ada.get(&server, &format!("games/{game}")).await;
    assert_eq!((&shown["variant"], &shown["terms"]), (&json!("chess"), &clock(true)));
    assert_eq!(shown["side"], of_ada.1);
    let (_, notices) = ada.get(&server, "notices").await;
    assert_eq!((&notices["notices"][0]["kind"], &notices["notices"][0]["game"]), (&json!("answered"), &json!(game)));
    assert_eq!(ben.get(&server, "notices").await.1["unread"], 0);
    // The correspondence seek stays, and the other is gone.
    let left = listed(&server, &ada).await;
    assert!(left.len() == 1 && left[0].0 != id, "{left:?}");
    // White plays, so both are at the board.
    let white = if of_ada.1 == "white" { &ada } else { &ben };
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_guest_plays_casual_games_and_has_one_seek() {
    let server = TestServer::open().await;
    let (ada, eve) = (member(&server, "Ada").await, server.guest("Eve").await);
    let rated = waiting(&server, &ada, &seek(clock(true))).await;
    assert_eq!(kind(&post(&server, &eve, &seek(clock(true))).await), (404, "no-account", "terms"));
    assert_eq!(kind(&take(&server, &eve, &rated, &Value::Null).await), (404, "no-account", ""));
    let near = json!({ "variants": ["chess"], "terms": [clock(false)], "near": true });
    assert_eq!(kind(&post(&server, &eve, &near).await), (404, "no-account", "near"));
    waiting(&server, &eve, &seek(clock(false))).await;
    assert_eq!(kind(&post(&server, &eve, &seek(json!({ "days": 3 }))).await), (409, "quota-reached", ""));
    // A member without a rating fits opponents of any strength.
    let (status, posted) = post(&server, &ada, &near).await;
    assert_eq!(status, StatusCode::OK, "{posted}");
    assert_eq!(listed(&server, &ada).await, []);
}

#[tokio::test]
async fn the_lobby_lists_seeks_for_everyone() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let eve = server.guest("Eve").await;
    let body = json!({ "variants": ["magnetic", "chess"], "terms": [{ "days": 3 }], "side": "black", "near": true });
    let first = waiting(&server, &ada, &body).await;
    let rated = waiting(&server, &ben, &seek(json!({ "days": 1, "rated": true }))).await;
    let seeks = list(&server, &STRANGER).await;
    let person = &seeks[0]["seeker"]["person"];
    let games = json!([
        { "variant": "magnetic", "terms": { "days": 3, "rated": false } },
        { "variant": "chess", "terms": { "days": 3, "rated": false } },
    ]);
    let [made_at, ends_at] = ["madeAt", "endsAt"].map(|name| seeks[0][name].as_u64().unwrap());
    assert_eq!(ends_at - made_at, 14 * 24 * 3_600_000);
    assert_eq!(
        seeks[0],
        json!({ "id": first, "seeker": { "person": person, "name": "Ada" }, "games": games, "side": "black",
            "near": true, "madeAt": made_at, "endsAt": ends_at, "obstacle": "no-session" })
    );
    let named = |id: &String, yours, fits| (id.clone(), yours, fits);
    assert_eq!(listed(&server, &STRANGER).await, [named(&first, false, false), named(&rated, false, false)]);
    assert_eq!(listed(&server, &ben).await, [named(&rated, true, false), named(&first, false, true)]);
    assert_eq!(listed(&server, &eve).await, [named(&first, false, true), named(&rated, false, false)]);
}

#[tokio::test]
async fn a_seek_that_cannot_be_is_refused() {
    let server = TestServer::open().await;
    let ada = member(&server, "Ada").await;
    let days = json!({ "days": 3 });
    for (body, expected) in [
        (json!({ "variants": [], "terms": [days] }), (422, "unknown-variant", "variants")),
        (json!({ "variants": ["chess", "checkers"], "terms": [days] }), (422, "unknown-variant", "variants/1")),
        (json!({ "variants": ["chess"], "terms": [] }), (422, "bad-terms", "terms")),
        (json!({ "variants": ["chess"], "terms": [days, {}] }), (422, "bad-terms", "terms/1")),
        (json!({ "variants": ["chess"], "terms": [{ "days": 4 }] }), (422, "bad-terms", "terms/0")),
        (json!({ "variants": ["chess"], "terms": [days, clock(false)] }), (422, "bad-terms", "terms")),
        (json!({ "variants": ["chess"], "terms": vec![days.clone(); 65] }), (422, "bad-terms", "terms")),
        (json!({ "variants": ["chess"], "terms": [clock(true)], "side": "white" }), (422, "bad-terms", "side")),
        (seek(json!({ "clock": { "baseMs": 1000 }, "rated": true })), (422, "bad-terms", "terms/0/rated")),
        (json!({ "variants": ["chess"], "terms": [days], "fen": "x" }), (400, "bad-request", "fen")),
        (json!({ "variants": ["chess"], "terms": [days], "after": "x" }), (400, "bad-request", "after")),
    ] {
        let answer = post(&server, &ada, &body).await;
        assert_eq!(kind(&answer), expected, "{body}: {}", answer.1);
    }
    let answer = post(&server, &STRANGER, &seek(days.clone())).await;
    assert_eq!(kind(&answer), (401, "no-session", ""));
    assert_eq!(list(&server, &STRANGER).await, [Value::Null; 0]);
    // Refused seeks also count towards the rate limit.
    waiting(&server, &ada, &seek(days.clone())).await;
    let answer = async {
        loop {
            let answer = post(&server, &ada, &seek(days.clone())).await;
            if answer.0 == StatusCode::TOO_MANY_REQUESTS {
                return answer;
            }
        }
    };
    assert_eq!(kind(&soon(answer).await), (429, "too-many-requests", ""));
}

#[tokio::test]
async fn a_seek_is_taken_once_by_another_person() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let eve = server.guest("Eve").await;
    let days = json!({ "days": 3 });
    let id = waiting(&server, &ada, &json!({ "variants": ["chess", "magnetic"], "terms": [days] })).await;
    assert_eq!(kind(&take(&server, &ada, &id, &Value::Null).await), (409, "taken", ""));
    assert_eq!(kind(&take(&server, &STRANGER, &id, &Value::Null).await), (401, "no-session", ""));
    let other = json!({ "terms": { "days": 1 } });
    assert_eq!(kind(&take(&server, &ben, &id, &other).await), (422, "bad-terms", "terms"));
    assert_eq!(kind(&take(&server, &ben, &id, &json!({ "side": "white" })).await), (400, "bad-request", "side"));
    for unknown in ["unknown1", "x"] {
        assert_eq!(kind(&take(&server, &ben, unknown, &Value::Null).await), (410, "seek-over", ""));
    }
    let mut socket = ada.connect(&server).await;
    let (status, joined) = take(&server, &ben, &id, &json!({ "variant": "magnetic", "terms": days })).await;
    assert_eq!(status, StatusCode::OK, "{joined}");
    assert_eq!(started(&mut socket).await.0, joined["game"].as_str().unwrap());
    let (_, shown) = ben.get(&server, &format!("games/{}", joined["game"].as_str().unwrap())).await;
    assert_eq!((&shown["variant"], &shown["side"]), (&json!("magnetic"), &joined["side"]));
    assert_eq!(take(&server, &ben, &id, &Value::Null).await, (StatusCode::OK, joined.clone()), "the same game");
    let (_, of_ada) = take(&server, &ada, &id, &Value::Null).await;
    assert_eq!(of_ada["game"], joined["game"]);
    assert_ne!(of_ada["side"], joined["side"]);
    assert_eq!(kind(&take(&server, &eve, &id, &Value::Null).await), (410, "seek-over", ""));
    let withdraw = ada.send(&server, Method::DELETE, &format!("seeks/{id}"), &Value::Null).await;
    assert_eq!(kind(&withdraw), (409, "taken", ""));
}

#[tokio::test]
async fn a_seek_is_withdrawn_by_its_maker() {
    let server = TestServer::open().await;
    let (ada, eve) = (member(&server, "Ada").await, server.guest("Eve").await);
    let id = waiting(&server, &ada, &seek(json!({ "days": 3 }))).await;
    let withdraw = async |who: &Guest| who.send(&server, Method::DELETE, &format!("seeks/{id}"), &Value::Null).await;
    assert_eq!(kind(&withdraw(&STRANGER).await), (401, "no-session", ""));
    assert_eq!(kind(&withdraw(&eve).await), (403, "not-yours", ""));
    assert_eq!(withdraw(&ada).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&withdraw(&ada).await), (410, "seek-over", ""));
    assert_eq!(kind(&withdraw(&eve).await), (410, "seek-over", ""));
    assert_eq!(kind(&take(&server, &eve, &id, &Value::Null).await), (410, "seek-over", ""));
}

#[tokio::test]
async fn no_game_begins_between_people_who_do_not_fit() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let id = waiting(&server, &ada, &seek(clock(true))).await;
    let block = async |method: Method| ben.send(&server, method, "people/Ada/block", &Value::Null).await.0;
    assert_eq!(block(Method::PUT).await, StatusCode::NO_CONTENT);
    let answer = take(&server, &ben, &id, &Value::Null).await;
    assert_eq!(kind(&answer), (403, "blocked", ""));
    assert_eq!(answer.1["detail"], "you have blocked this person: unblock them first");
    let own = waiting(&server, &ben, &seek(clock(true))).await;
    assert_eq!(kind(&take(&server, &ada, &own, &Value::Null).await), (410, "seek-over", ""), "not even a hint");
    let ids = |listed: Vec<(String, bool, bool)>| listed.into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
    assert_eq!(ids(listed(&server, &ada).await), std::slice::from_ref(&id));
    assert_eq!(ids(listed(&server, &ben).await), [own]);
    assert_eq!(block(Method::DELETE).await, StatusCode::NO_CONTENT);
    let (status, joined) = take(&server, &ben, &id, &Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{joined}");
    let everyone = async {
        while !listed(&server, &STRANGER).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    soon(everyone).await;

    // A second rated game with a clock, and another game right after an aborted one.
    let answer = post(&server, &ada, &seek(clock(true))).await;
    assert_eq!((kind(&answer).1, &answer.1["reason"]), ("not-now", &json!("in-rated-game")));
    let game = joined["game"].as_str().unwrap();
    assert_eq!(ada.post(&server, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
    let id = waiting(&server, &ada, &seek(clock(true))).await;
    let answer = take(&server, &ben, &id, &Value::Null).await;
    assert_eq!((kind(&answer).0, &answer.1["reason"]), (409, &json!("recently-aborted")));
    let remaining = answer.1["remaining"].as_u64().unwrap();
    assert!((3590..=3600).contains(&remaining), "{remaining}");
    let shown = soon(async {
        loop {
            if let Some(shown) = list(&server, &ben).await.into_iter().find(|shown| shown["id"] == json!(id)) {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let shown = shown.await;
    assert_eq!((&shown["obstacle"], &shown["fits"]), (&json!("recently-aborted"), &Value::Null));
    assert!((3590..=3600).contains(&shown["remaining"].as_u64().unwrap()), "{shown}");
    waiting(&server, &ben, &seek(clock(true))).await;
}

#[tokio::test]
async fn people_find_each_other_on_all_nodes_as_long_as_they_are_connected_to_any() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = [TestServer::join(&location).await, TestServer::join(&location).await];
    let [ada, ben] = [member(&one, "Ada").await, member(&one, "Ben").await];
    let socket = ada.connect(&other).await;
    let connected = waiting(&one, &ada, &seek(clock(true))).await;
    let silent = waiting(&one, &ben, &seek(clock(false))).await;
    let of_days = waiting(&one, &ben, &seek(json!({ "days": 3 }))).await;
    let ids = async || listed(&other, &STRANGER).await.into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
    // Casual games come first, because they fit a guest.
    assert_eq!(ids().await, [silent, of_days.clone(), connected.clone()]);
    tokio::time::sleep(Duration::from_secs(13)).await;
    assert_eq!(ids().await, [of_days, connected]);
    drop(socket);
    let (status, posted) = post(&other, &ben, &seek(clock(true))).await;
    assert_eq!(status, StatusCode::OK, "{posted}");
    // No bus connects the nodes, as if its messages were lost.
    let game = format!("games/{}", posted["game"].as_str().unwrap());
    let (status, shown) = ada.get(&one, &game).await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(shown["side"], posted["side"]);
}

#[tokio::test]
async fn a_person_who_left_a_game_waits_before_the_next_one() {
    let location = Postgres::shared().unwrap().database().await;
    let server = TestServer::join(&location).await;
    let store = Store::open(&location, &Options::default()).await.unwrap();
    let [ada, ben, cy] = [member(&server, "Ada").await, member(&server, "Ben").await, member(&server, "Cy").await];
    let mut seats = Vec::new();
    for name in ["ada", "ben"] {
        let who = store.credentials(name).await.unwrap().unwrap().session.who;
        seats.push(Seat::new(who, None));
    }
    // The game was aborted a minute ago, before the server started.
    let now = store.now().await.unwrap();
    let left_at = Timestamp::from_millis(now.as_millis() - 60_000);
    let terms = Terms::timed("300+3".parse().unwrap());
    let game = NewGame {
        variant: "magnetic".to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms,
        seats: seats.try_into().unwrap(),
        started_at: left_at,
        wake_at: None,
        summary: None,
    };
    let game = begin_from(&store, Origin::Seek(SeekId::random()), &game).await.unwrap();
    let act =
        Act { seq: 1, at: left_at, side: Some(Color::White), id: None, fact: Fact::Closed, left: None, verdict: None };
    let table = catalog()[0].game(None).unwrap();
    let summary =
        Summary { aborted_by: Some(Color::White), ..Table::new(table, terms, Venue::Online, left_at).summary() };
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    let (append_id, wake_at, jobs) = (AppendId::random(), None, Vec::new());
    store.append(Entry { game, act, append_id, summary: Some(summary), wake_at, ended, jobs }).await.unwrap();

    let seek_of_cy = waiting(&server, &cy, &seek(clock(false))).await;
    for answer in [post(&server, &ada, &seek(clock(false))).await, take(&server, &ada, &seek_of_cy, &Value::Null).await]
    {
        assert_eq!((answer.0, &answer.1["reason"]), (StatusCode::CONFLICT, &json!("wait")), "{}", answer.1);
        let remaining = answer.1["remaining"].as_u64().unwrap();
        assert!((500..=540).contains(&remaining), "{remaining}");
        assert!(answer.1["detail"].as_str().unwrap().contains(" minutes"), "{}", answer.1);
    }
    let (_, of_ada) = ada.get(&server, "seeks").await;
    assert_eq!((&of_ada["seeks"][0]["obstacle"], &of_ada["seeks"][0]["fits"]), (&json!("wait"), &Value::Null));
    for remaining in [&of_ada["wait"], &of_ada["seeks"][0]["remaining"]] {
        assert!((500..=540).contains(&remaining.as_u64().unwrap()), "{of_ada}");
    }
    assert_eq!(ben.get(&server, "seeks").await.1["wait"], Value::Null);
    waiting(&server, &ada, &seek(json!({ "days": 3 }))).await;
    waiting(&server, &ben, &json!({ "variants": ["magnetic"], "terms": [clock(false)] })).await;
}
