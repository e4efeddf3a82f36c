//! Tests of rematches: offers, their display, answers, and limits.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use faraday_server::{Limits, Location};
use faraday_wire::ProblemKind;
use faraday_wire::live::{Frame, Message};
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};
use crate::people::member;

const HOUR_MS: u64 = 3600 * 1000;

fn days() -> Value {
    json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })
}

fn live() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })
}

async fn server(limits: Limits) -> TestServer {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    TestServer::open_on(folder, location, limits).await
}

/// Begins a game that White resigns after a move.
async fn lost(server: &TestServer, terms: Value) -> (String, Guest, Guest) {
    let (game, white, black) = server.game(terms).await;
    assert_eq!(white.play(server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(white.post(server, &format!("games/{game}/resign"), &Value::Null).await.0, StatusCode::OK);
    (game, white, black)
}

async fn ask(who: &Guest, server: &TestServer, game: &str) -> (StatusCode, Value) {
    who.post(server, &format!("games/{game}/rematch"), &Value::Null).await
}

/// Returns the time a second ago by this machine's clock, which the server shares; the second covers rounding.
fn a_second_ago() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    now.as_millis() as u64 - 1000
}

/// Returns the offer in the game itself and in the list of games.
async fn offers(who: &Guest, server: &TestServer, game: &str) -> [Value; 2] {
    let (_, told) = who.get(server, &format!("games/{game}")).await;
    let (_, list) = who.get(server, "games?state=ended").await;
    let listed = list["games"].as_array().unwrap().iter().find(|listed| listed["game"] == game).unwrap();
    [&told, listed].map(|told| told["rematchOffer"].clone())
}

async fn watching(who: &Guest, server: &TestServer, game: &str) -> (Socket, Frame) {
    let mut socket = who.connect(server).await;
    socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
    let frame = socket.next_event().await;
    (socket, frame)
}

/// Returns the next frame about the rematch: the side that offers it, and the game that has begun.
async fn rematch(socket: &mut Socket) -> (Option<faraday_wire::Color>, Option<String>) {
    loop {
        if let Frame::Rematch { rematch_offer, rematch, .. } = socket.next_event().await {
            return (rematch_offer.map(|offer| offer.by), rematch);
        }
    }
}

#[tokio::test]
async fn an_offer_is_part_of_the_game_for_as_long_as_the_pace_asks() {
    let server = server(Limits::default()).await;
    for (terms, hours) in [(days(), 7 * 24), (live(), 1)] {
        let (game, white, black) = lost(&server, terms).await;
        assert_eq!(offers(&white, &server, &game).await, [Value::Null, Value::Null]);
        let before = a_second_ago();
        let (_, proposed) = ask(&black, &server, &game).await;
        for who in [&white, &black] {
            for offer in offers(who, &server, &game).await {
                assert_eq!((&offer["by"], &offer["challenge"]), (&json!("black"), &proposed["challenge"]), "{offer}");
                assert_eq!((offer["endsAt"].as_u64().unwrap() - before) / HOUR_MS, hours, "{offer}");
            }
        }
    }
}

#[tokio::test]
async fn an_offer_outlives_the_server_and_ends_with_the_game_that_it_becomes() {
    let server = server(Limits::default()).await;
    let (game, white, black) = lost(&server, live()).await;
    ask(&white, &server, &game).await;
    let [offer, listed] = offers(&black, &server, &game).await;
    assert_eq!((offer["by"].as_str(), &offer), (Some("white"), &listed));
    let server = server.reopen().await;
    assert_eq!(offers(&black, &server, &game).await, [offer.clone(), offer]);
    let (_, begun) = ask(&black, &server, &game).await;
    let (_, told) = white.get(&server, &format!("games/{game}")).await;
    assert_eq!((&told["rematch"], &told["rematchOffer"]), (&begun["game"], &Value::Null));
    assert_eq!(offers(&white, &server, &game).await, [Value::Null, Value::Null]);
}

#[tokio::test]
async fn everyone_who_watches_hears_of_the_offer_and_of_the_game() {
    let server = server(Limits::default()).await;
    let (game, white, black) = lost(&server, days()).await;
    let nobody = Guest { token: String::new() };
    let [mut one, mut other, mut spectator] = [
        watching(&white, &server, &game).await.0,
        watching(&black, &server, &game).await.0,
        watching(&nobody, &server, &game).await.0,
    ];
    let (_, proposed) = ask(&white, &server, &game).await;
    for socket in [&mut one, &mut other, &mut spectator] {
        assert_eq!(rematch(socket).await, (Some(faraday_wire::Color::White), None));
    }
    // Another device of the same player, and a reloaded page.
    for who in [&white, &black] {
        let (_, frame) = watching(who, &server, &game).await;
        let Frame::Game { game: told, .. } = frame else { panic!("{frame:?}") };
        assert_eq!(told.rematch_offer.map(|offer| json!(offer.challenge)), Some(proposed["challenge"].clone()));
    }
    let decline = format!("challenges/{}/decline", proposed["challenge"].as_str().unwrap());
    assert_eq!(black.post(&server, &decline, &Value::Null).await.0, StatusCode::NO_CONTENT);
    for socket in [&mut one, &mut other, &mut spectator] {
        assert_eq!(rematch(socket).await, (None, None));
    }
    let (_, again) = ask(&black, &server, &game).await;
    let withdraw = format!("challenges/{}", again["challenge"].as_str().unwrap());
    assert_eq!(black.send(&server, Method::DELETE, &withdraw, &Value::Null).await.0, StatusCode::NO_CONTENT);
    ask(&black, &server, &game).await;
    let (_, begun) = ask(&white, &server, &game).await;
    let next = begun["game"].as_str().map(str::to_owned);
    for socket in [&mut one, &mut other, &mut spectator] {
        let black = Some(faraday_wire::Color::Black);
        assert_eq!(rematch(socket).await, (black, None));
        assert_eq!(rematch(socket).await, (None, None), "withdrawn");
        assert_eq!(rematch(socket).await, (black, None));
        assert_eq!(rematch(socket).await, (None, next.clone()));
    }
}

#[tokio::test]
async fn sides_are_kept_after_a_game_that_was_aborted() {
    let server = server(Limits::default()).await;
    let (game, white, black) = server.game(days()).await;
    assert_eq!(white.post(&server, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
    ask(&black, &server, &game).await;
    let (_, begun) = ask(&white, &server, &game).await;
    let (_, told) = white.get(&server, &format!("games/{}", begun["game"].as_str().unwrap())).await;
    assert_eq!(told["side"], "white");
}

#[tokio::test]
async fn a_rematch_asked_on_a_websocket_counts_as_a_challenge() {
    // One challenge is made and accepted for the game itself.
    let server = server(Limits { challenges_per_client: 3, ..Limits::default() }).await;
    let (game, white, black) = lost(&server, days()).await;
    let (mut socket, _) = watching(&white, &server, &game).await;
    let request = |id: &str| Message::Rematch { id: format!("{id:0>16}"), game: game.clone(), rated: None };
    socket.send(&request("a")).await;
    loop {
        match socket.next_event().await {
            Frame::Ack { .. } => break,
            Frame::Rematch { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    let [offer, _] = offers(&black, &server, &game).await;
    let decline = format!("challenges/{}/decline", offer["challenge"].as_str().unwrap());
    assert_eq!(black.post(&server, &decline, &Value::Null).await.0, StatusCode::NO_CONTENT);
    socket.send(&request("b")).await;
    loop {
        match socket.next_event().await {
            Frame::Refused { problem, .. } => break assert_eq!(problem.kind, ProblemKind::TooManyRequests),
            Frame::Rematch { .. } | Frame::Unchallenged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn an_offer_is_one_of_a_player_s_open_challenges() {
    let server = server(Limits { challenges_per_guest: 1, ..Limits::default() }).await;
    let (game, white, black) = lost(&server, days()).await;
    let (_, made) = white.post(&server, "challenges", &days()).await;
    let (status, refused) = ask(&white, &server, &game).await;
    assert_eq!((status, refused["kind"].as_str()), (StatusCode::CONFLICT, Some("quota-reached")));
    let withdraw = format!("challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(white.send(&server, Method::DELETE, &withdraw, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ask(&white, &server, &game).await.0, StatusCode::OK);
    // Accepting a challenge does not count as making one.
    assert_eq!(black.post(&server, "challenges", &days()).await.0, StatusCode::CREATED);
    assert!(ask(&black, &server, &game).await.1["game"].is_string());
}

#[tokio::test]
async fn a_decline_that_comes_after_an_acceptance_says_so() {
    let server = server(Limits { challenges_per_client: 1000, ..Limits::default() }).await;
    let mut was_late = 0;
    for _ in 0..24 {
        let (game, white, black) = lost(&server, days()).await;
        let offered = ask(&white, &server, &game).await.1["challenge"].as_str().unwrap().to_owned();
        let (accept, decline) = (format!("challenges/{offered}/accept"), format!("challenges/{offered}/decline"));
        let (accepted, declined) =
            tokio::join!(black.post(&server, &accept, &Value::Null), black.post(&server, &decline, &Value::Null),);
        let statuses = [accepted.0, declined.0].map(|status| status.as_u16());
        assert!([[200, 409], [410, 204]].contains(&statuses), "{accepted:?} {declined:?}");
        was_late += u32::from(statuses[1] == 409);
    }
    eprintln!("{was_late} of 24 declines came too late");
}

/// Begins a game between two people by a link, which White resigns once it is long enough to count (T.7a).
async fn resigned(server: &TestServer, [maker, taker]: [&Guest; 2], challenge: &Value) -> (String, bool) {
    let (status, made) = maker.post(server, "challenges", challenge).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, begun) = taker.post(server, &accept, &Value::Null).await;
    let (game, is_maker_white) = (begun["game"].as_str().unwrap().to_owned(), begun["side"] == "black");
    let [white, black] = if is_maker_white { [maker, taker] } else { [taker, maker] };
    for (ply, uci) in ["e2e4", "e7e5", "b1c3", "b8c6"].into_iter().enumerate() {
        let who = if ply % 2 == 0 { white } else { black };
        assert_eq!(who.play(server, &game, ply, uci).await.0, StatusCode::OK);
    }
    assert_eq!(white.post(server, &format!("games/{game}/resign"), &Value::Null).await.0, StatusCode::OK);
    (game, is_maker_white)
}

async fn ask_for(who: &Guest, server: &TestServer, game: &str, rated: bool) -> (StatusCode, Value) {
    who.post(server, &format!("games/{game}/rematch"), &json!({ "rated": rated })).await
}

#[tokio::test]
async fn a_rematch_of_the_other_kind_begins_only_if_both_players_name_it() {
    let server = server(Limits::default()).await;
    let (ada, ben) = (member(&server, "Ada").await, member(&server, "Ben").await);
    let clock = json!({ "clock": { "baseMs": 600_000 } });
    let rated = json!({ "variant": "chess", "terms": { "clock": { "baseMs": 600_000 }, "rated": true } });
    let (_, was_ada_white) = resigned(&server, [&ada, &ben], &rated).await;
    // The maker of a casual game can choose a side, and so must not thereby choose one in a rated game.
    let side = if was_ada_white { "black" } else { "white" };
    let casual = json!({ "variant": "chess", "terms": clock, "side": side });
    let (game, _) = resigned(&server, [&ada, &ben], &casual).await;
    let (mut socket, _) = watching(&ben, &server, &game).await;
    let (_, offered) = ask_for(&ada, &server, &game, true).await;
    for offer in offers(&ben, &server, &game).await {
        assert_eq!((&offer["rated"], &offer["challenge"]), (&json!(true), &offered["challenge"]));
    }
    loop {
        if let Frame::Rematch { rematch_offer: Some(offer), .. } = socket.next_event().await {
            break assert_eq!(offer.rated, Some(true));
        }
    }
    let challenge = format!("challenges/{}", offered["challenge"].as_str().unwrap());
    assert_eq!(ben.get(&server, &challenge).await.1["terms"]["rated"], true);
    for answer in [
        ask(&ben, &server, &game).await,
        ask_for(&ben, &server, &game, false).await,
        ask_for(&ada, &server, &game, false).await,
    ] {
        assert_eq!((answer.0.as_u16(), &answer.1["reason"]), (409, &json!("other-rematch")), "{}", answer.1);
    }
    assert_eq!(ask_for(&ada, &server, &game, true).await.1, offered, "the same offer");
    let (_, begun) = ask_for(&ben, &server, &game, true).await;
    let next = begun["game"].as_str().unwrap();
    let (_, shown) = ada.get(&server, &format!("games/{next}")).await;
    // The player with fewer Whites in rated games gets White, although sides would otherwise be swapped.
    assert_eq!((&shown["terms"]["rated"], &shown["side"]), (&json!(true), &json!(side)));

    assert_eq!(ada.post(&server, &format!("games/{next}/abort"), &Value::Null).await.0, StatusCode::OK);
    ask_for(&ben, &server, next, false).await;
    let (_, begun) = ask_for(&ada, &server, next, false).await;
    let (_, shown) = ada.get(&server, &format!("games/{}", begun["game"].as_str().unwrap())).await;
    assert_eq!((&shown["terms"]["rated"], &shown["side"]), (&json!(false), &json!(side)), "{begun}");
}

#[tokio::test]
async fn a_rematch_is_rated_only_by_the_rules_of_rated_games() {
    let server = server(Limits::default()).await;
    let (ada, ben, eve) = (member(&server, "Ada").await, member(&server, "Ben").await, server.guest("Eve").await);
    let clock = json!({ "clock": { "baseMs": 600_000 } });
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    for (players, challenge, wanted, at) in [
        ([&ada, &eve], json!({ "variant": "chess", "terms": clock }), (404, "no-account"), ""),
        ([&ada, &ben], json!({ "variant": "chess", "terms": clock, "fen": fen }), (422, "bad-fen"), "fen"),
        ([&ada, &ben], json!({ "variant": "chess", "terms": {} }), (422, "bad-terms"), "terms/rated"),
        (
            [&ada, &ben],
            json!({ "variant": "chess", "terms": { "clock": { "baseMs": 30_000 } } }),
            (422, "bad-terms"),
            "terms/rated",
        ),
    ] {
        let (game, _) = resigned(&server, players, &challenge).await;
        for who in players {
            let (status, problem) = ask_for(who, &server, &game, true).await;
            assert_eq!((status.as_u16(), problem["kind"].as_str().unwrap()), wanted, "{challenge}");
            assert_eq!(problem["rule"], "T.7", "{problem}");
            assert!(at.is_empty() || problem["at"] == at, "{problem}");
        }
        assert!(ask_for(&ada, &server, &game, false).await.1["challenge"].is_string());
    }
}

#[tokio::test]
async fn the_house_plays_a_rematch_of_the_other_kind_at_rated_levels() {
    let server = server(Limits::default()).await;
    let ada = member(&server, "Ada").await;
    let clock = json!({ "clock": { "baseMs": 600_000 } });
    for (level, expected) in [(9, StatusCode::OK), (10, StatusCode::UNPROCESSABLE_ENTITY)] {
        let new = json!({ "variant": "chess", "terms": clock, "level": level, "side": "white" });
        let (_, begun) = ada.post(&server, "house/games", &new).await;
        let game = begun["game"].as_str().unwrap();
        assert_eq!(ada.post(&server, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
        let (status, answer) = ask_for(&ada, &server, game, true).await;
        assert_eq!(status, expected, "{answer}");
        if let Some(next) = answer["game"].as_str() {
            assert_eq!(ada.get(&server, &format!("games/{next}")).await.1["terms"]["rated"], true);
        }
    }
}
