//! Tests of the list of running games that everyone may watch, and of previews of its games.

use faraday_wire::live::{Frame, Message};
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};
use crate::people::member;
use crate::smtp::until;

const STRANGER: Guest = Guest { token: String::new() };

async fn begin(server: &TestServer, maker: &Guest, taker: &Guest, terms: Value) -> String {
    let (_, made) = maker.post(server, "challenges", &json!({ "variant": "magnetic", "terms": terms })).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (status, begun) = taker.post(server, &accept, &Value::Null).await;
    assert_eq!(status, 200, "{begun}");
    begun["game"].as_str().unwrap().to_owned()
}

async fn listed(server: &TestServer, viewer: &Guest) -> Vec<Value> {
    let (status, list) = viewer.get(server, "games/live").await;
    assert_eq!(status, 200, "{list}");
    list["games"].as_array().unwrap().clone()
}

/// Waits until the list, which is cached for a second, has these games.
async fn expect_listed(server: &TestServer, viewer: &Guest, games: &[&str]) {
    until(async || {
        listed(server, viewer).await.iter().map(|game| game["game"].as_str().unwrap()).eq(games.iter().copied())
    })
    .await;
}

async fn shows_games(server: &TestServer, who: &Guest, shows: bool) {
    let (status, account) = who.send(server, Method::PATCH, "account", &json!({ "showsGames": shows })).await;
    assert_eq!(status, 200, "{account}");
}

#[tokio::test]
async fn running_games_with_a_clock_are_listed_while_both_players_show_theirs() {
    let server = TestServer::open().await;
    let (ada, ben, eve) = (member(&server, "Ada").await, member(&server, "Ben").await, server.guest("Eve").await);
    let clock = json!({ "clock": { "baseMs": 600_000 } });
    let rated = begin(&server, &ada, &ben, json!({ "clock": { "baseMs": 600_000 }, "rated": true })).await;
    begin(&server, &ada, &ben, json!({ "days": 3 })).await;
    begin(&server, &ada, &eve, clock.clone()).await;
    shows_games(&server, &ada, true).await;
    let house = json!({ "variant": "chess", "terms": clock, "level": 3, "side": "black" });
    let (_, begun) = ada.post(&server, "house/games", &house).await;
    let with_house = begun["game"].as_str().unwrap();
    let (_, begun) = eve.post(&server, "house/games", &house).await;
    assert!(begun["game"].is_string(), "a guest cannot show games");

    expect_listed(&server, &STRANGER, &[with_house]).await;
    shows_games(&server, &ben, true).await;
    expect_listed(&server, &eve, &[with_house, &rated]).await;
    let games = listed(&server, &eve).await;
    let start = json!({ "rating": 1500.0, "deviation": 350.0, "provisional": true });
    assert_eq!((&games[1]["whiteRating"], &games[1]["blackRating"]), (&start, &start));
    assert_eq!((&games[1]["variant"], &games[1]["terms"]["rated"]), (&json!("magnetic"), &json!(true)));
    assert_eq!((&games[0]["seats"]["white"]["house"], &games[0]["whiteRating"]), (&json!(3), &Value::Null));
    expect_listed(&server, &ben, &[with_house]).await;
    expect_listed(&server, &ada, &[]).await;

    assert_eq!(ada.post(&server, &format!("games/{with_house}/abort"), &Value::Null).await.0, 200);
    expect_listed(&server, &STRANGER, &[&rated]).await;
    shows_games(&server, &ada, false).await;
    expect_listed(&server, &STRANGER, &[]).await;
}

async fn following(server: &TestServer, message: Message) -> (Socket, u32) {
    let mut socket = STRANGER.connect(server).await;
    socket.send(&message).await;
    let Frame::Game { spectators, .. } = socket.next_event().await else { panic!("no game") };
    (socket, spectators)
}

#[tokio::test]
async fn a_preview_gets_the_moves_and_is_not_a_spectator() {
    let server = TestServer::open().await;
    let (game, white, _black) =
        server.game(json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })).await;
    let preview = Message::Preview { game: game.clone(), seen: None };
    let (mut one, before) = following(&server, preview.clone()).await;
    let (mut two, after) = following(&server, Message::Watch { game: game.clone(), seen: None }).await;
    assert_eq!((before, after), (0, 0));
    let watchers = async |socket: &mut Socket| loop {
        if let Frame::Here { spectators, .. } = socket.frame().await {
            return spectators;
        }
    };
    assert_eq!(watchers(&mut two).await, 1);
    let (_, watched) = following(&server, preview).await;
    assert_eq!(watched, 1, "the spectator, and neither preview");
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, 200);
    assert!(matches!(one.next_event().await, Frame::Act(act) if act.act.seq == 1));
    one.send(&Message::Unwatch { game: game.clone() }).await;
    one.send(&Message::Watch { game: game.clone(), seen: Some(1) }).await;
    while watchers(&mut two).await != 2 {}
}
