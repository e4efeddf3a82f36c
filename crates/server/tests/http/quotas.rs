//! Tests of player quotas, rate limits, and an almost full disk.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use bytesize::ByteSize;
use faraday_server::{Limits, Location};
use faraday_wire::live::{Frame, Message};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::client::{Guest, TestServer};
use crate::support::soon;

async fn server(limits: Limits) -> TestServer {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    TestServer::open_on(folder, location, limits).await
}

fn live() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })
}

fn days() -> Value {
    json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })
}

fn kind((status, problem): &(StatusCode, Value)) -> (u16, String) {
    (status.as_u16(), problem["kind"].as_str().unwrap_or_default().to_owned())
}

async fn challenge(who: &Guest, server: &TestServer, terms: &Value) -> (StatusCode, Value) {
    who.post(server, "challenges", terms).await
}

#[tokio::test]
async fn a_player_has_so_many_open_challenges() {
    let server = server(Limits { challenges_per_guest: 2, ..Limits::default() }).await;
    let ada = server.guest("Ada").await;
    let (_, first) = challenge(&ada, &server, &live()).await;
    assert_eq!(challenge(&ada, &server, &days()).await.0, StatusCode::CREATED);
    assert_eq!(kind(&challenge(&ada, &server, &live()).await), (409, "quota-reached".to_owned()));
    assert_eq!(challenge(&server.guest("Bo").await, &server, &live()).await.0, StatusCode::CREATED, "others may");
    let withdraw = format!("challenges/{}", first["id"].as_str().unwrap());
    assert_eq!(ada.send(&server, reqwest::Method::DELETE, &withdraw, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(challenge(&ada, &server, &live()).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn a_player_has_so_many_running_games_and_fewer_with_clocks() {
    let server = server(Limits { games_per_guest: 3, live_games_per_guest: 1, ..Limits::default() }).await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let begin = async |terms: &Value| {
        let (status, made) = challenge(&ada, &server, terms).await;
        if status != StatusCode::CREATED {
            return (status, made);
        }
        bo.post(&server, &format!("challenges/{}/accept", made["id"].as_str().unwrap()), &Value::Null).await
    };
    let (status, begun) = begin(&live()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(kind(&begin(&live()).await), (409, "quota-reached".to_owned()));
    // The running game continues, and its end frees a place in the quota.
    let game = begun["game"].as_str().unwrap();
    assert_eq!(ada.play(&server, game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(ada.post(&server, &format!("games/{game}/resign"), &Value::Null).await.0, StatusCode::OK);
    assert_eq!(begin(&live()).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_client_makes_so_many_challenges_an_hour() {
    let server = server(Limits { challenges_per_client: 2, ..Limits::default() }).await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let (_, made) = challenge(&ada, &server, &live()).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    assert_eq!(bo.post(&server, &accept, &Value::Null).await.0, StatusCode::OK);
    assert_eq!(kind(&challenge(&ada, &server, &live()).await), (429, "too-many-requests".to_owned()));
}

#[tokio::test]
async fn a_client_writes_so_many_acts_an_hour() {
    let server = server(Limits { acts_per_client: 2, ..Limits::default() }).await;
    let (game, white, black) = server.game(days()).await;
    let mut socket = white.connect(&server).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(black.play(&server, &game, 1, "e7e5").await.0, StatusCode::OK);
    assert_eq!(kind(&white.play(&server, &game, 2, "g1f3").await), (429, "too-many-requests".to_owned()));
    let resign = white.post(&server, &format!("games/{game}/resign"), &Value::Null).await;
    assert_eq!(kind(&resign), (429, "too-many-requests".to_owned()));
    let (id, uci) = ("0123456789abcdef".to_owned(), "g1f3".to_owned());
    socket.send(&Message::Move { id: id.clone(), game, seen: None, ply: 2, uci, draw: false }).await;
    let told = socket.next_event().await;
    assert!(matches!(&told, Frame::Refused { id: Some(refused), .. } if *refused == id), "{told:?}");
}

#[tokio::test]
async fn conditional_moves_are_bounded_in_size_and_number() {
    let server = server(Limits { plans_per_guest: 1, plan_size: ByteSize(300), ..Limits::default() }).await;
    let (first, white, black) = server.game(days()).await;
    let (_, made) = challenge(&white, &server, &days()).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let second = black.post(&server, &accept, &Value::Null).await.1["game"].as_str().unwrap().to_owned();
    let plan = |moves: &[&str]| {
        let branches: Vec<Value> =
            moves.iter().map(|uci| json!({ "expected": uci, "answer": "e7e5", "then": [] })).collect();
        json!({ "after": 0, "branches": branches })
    };
    let put = async |game: &str, plan: Value| {
        black.send(&server, reqwest::Method::PUT, &format!("games/{game}/plan"), &plan).await
    };
    let long: Vec<String> =
        "abcdfgh".chars().flat_map(|file| [3, 4].map(|rank| format!("{file}2{file}{rank}"))).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    assert_eq!(kind(&put(&first, plan(&long)).await), (422, "bad-plan".to_owned()));
    assert_eq!(put(&first, plan(&["e2e4"])).await.0, StatusCode::NO_CONTENT);
    assert_eq!(put(&first, plan(&["d2d4"])).await.0, StatusCode::NO_CONTENT, "in place of the first");
    assert_eq!(kind(&put(&second, plan(&["e2e4"])).await), (409, "quota-reached".to_owned()));
    assert_eq!(put(&first, plan(&[])).await.0, StatusCode::NO_CONTENT);
    assert_eq!(put(&second, plan(&["e2e4"])).await.0, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn no_game_begins_on_a_full_disk_and_those_that_run_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let roomy =
        TestServer::open_on(folder, location.clone(), Limits { free_disk: ByteSize(1), ..Limits::default() }).await;
    let (game, white, _) = roomy.game(live()).await;
    let server = roomy.reopen_with(Limits { free_disk: ByteSize(u64::MAX), ..Limits::default() }).await;
    assert_eq!(kind(&challenge(&white, &server, &live()).await), (503, "disk-full".to_owned()));
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
}

#[tokio::test]
async fn games_that_nobody_watches_make_way_for_others() {
    let server = server(Limits { open_games: 16, challenges_per_guest: 100, ..Limits::default() }).await;
    let ada = server.guest("Ada").await;
    // A player accepts at most 30 challenges per minute.
    let takers = [server.guest("Bo").await, server.guest("Cy").await];
    for taker in takers.iter().cycle().take(40) {
        let (_, made) = challenge(&ada, &server, &days()).await;
        let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
        let (_, begun) = taker.post(&server, &accept, &Value::Null).await;
        let game = format!("games/{}", begun["game"].as_str().unwrap());
        assert_eq!(ada.get(&server, &game).await.0, StatusCode::OK);
    }
    // The list has all games, although at most 16 may be open.
    let (_, list) = ada.get(&server, "games?limit=50").await;
    assert_eq!(list["games"].as_array().unwrap().len(), 40);
}

#[tokio::test]
async fn games_that_are_watched_stay_and_others_are_only_played() {
    let server = server(Limits { open_games: 2, ..Limits::default() }).await;
    let (first, ada, _) = server.game(days()).await;
    let (second, bo, _) = server.game(days()).await;
    let (third, cy, _) = server.game(days()).await;
    let mut sockets = Vec::new();
    for (who, game) in [(&ada, &first), (&bo, &second)] {
        let mut socket = who.connect(&server).await;
        socket.send(&Message::Watch { game: game.clone(), seen: None }).await;
        assert!(matches!(socket.next_event().await, Frame::Game { .. }));
        sockets.push(socket);
    }
    assert_eq!(kind(&ada.get(&server, &format!("games/{third}")).await), (503, "overloaded".to_owned()));
    assert_eq!(ada.get(&server, &format!("games/{first}")).await.0, StatusCode::OK);
    assert_eq!(cy.play(&server, &third, 0, "e2e4").await.0, StatusCode::OK);
    sockets.clear();
    let seen = async { while cy.get(&server, &format!("games/{third}")).await.0 != StatusCode::OK {} };
    soon(seen).await;
}

#[tokio::test]
async fn a_player_accepts_so_many_challenges_a_minute_and_is_announced_once() {
    let server = TestServer::open().await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let mut socket = ada.connect(&server).await;
    let (_, made) = challenge(&ada, &server, &days()).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (began, mut accepted) = (Instant::now(), 0);
    let (status, problem) = loop {
        let answer = bo.post(&server, &accept, &Value::Null).await;
        if answer.0 != StatusCode::OK {
            break answer;
        }
        accepted += 1;
    };
    // One more after each two seconds.
    assert!((30..=30 + began.elapsed().as_secs() / 2).contains(&accepted), "{accepted}");
    assert_eq!(kind(&(status, problem.clone())), (429, "too-many-requests".to_owned()));
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("you have accepted too many challenges: try again in "), "{detail}");
    assert!(matches!(socket.next_event().await, Frame::Started { .. }));
    let again = tokio::time::timeout(Duration::from_millis(300), socket.next_event()).await;
    assert!(again.is_err(), "{again:?}");
}

#[tokio::test]
async fn requests_of_a_client_are_counted_before_its_session_is_looked_up() {
    let server = server(Limits { requests_per_client: 1, ..Limits::default() }).await;
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let waits = "POST /api/v1/session/guest HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 60\r\n\r\n{";
    stream.write_all(waits.as_bytes()).await.unwrap();
    let stranger = Guest { token: "unknown".to_owned() };
    soon(async { while stranger.get(&server, "session").await.0 != StatusCode::TOO_MANY_REQUESTS {} }).await;
    for path in ["session", "games", "challenges/abcdefgh", "games/abcdefghijkl/plan"] {
        assert_eq!(kind(&stranger.get(&server, path).await), (429, "too-many-requests".to_owned()), "{path}");
    }
    drop(stream);
}
