//! Rematches: offers, their display, answers, and limits.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use faraday_server::{Limits, Location};
use faraday_wire::ProblemKind;
use faraday_wire::live::{Frame, Message};
use reqwest::Method;
use serde_json::{Value, json};

use crate::player::{Club, Guest, Socket};

const HOUR_MS: u64 = 3600 * 1000;

fn days() -> Value {
    json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })
}

fn live() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })
}

async fn club(limits: Limits) -> Club {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    Club::open_on(folder, location, limits).await
}

/// Begins a game that White resigns after a move.
async fn lost(club: &Club, terms: Value) -> (String, Guest, Guest) {
    let (game, white, black) = club.game(terms).await;
    assert_eq!(white.play(club, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(white.post(club, &format!("games/{game}/resign"), &Value::Null).await.0, StatusCode::OK);
    (game, white, black)
}

async fn ask(who: &Guest, club: &Club, game: &str) -> (StatusCode, Value) {
    who.post(club, &format!("games/{game}/rematch"), &Value::Null).await
}

/// Returns the time a second ago by this machine's clock, which the server shares; the second covers rounding.
fn a_second_ago() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    now.as_millis() as u64 - 1000
}

/// Returns the offer in the game itself and in the list of games.
async fn offers(who: &Guest, club: &Club, game: &str) -> [Value; 2] {
    let (_, told) = who.get(club, &format!("games/{game}")).await;
    let (_, list) = who.get(club, "games?state=ended").await;
    let listed = list["games"].as_array().unwrap().iter().find(|listed| listed["game"] == game).unwrap();
    [&told, listed].map(|told| told["rematchOffer"].clone())
}

async fn watching(who: &Guest, club: &Club, game: &str) -> (Socket, Frame) {
    let mut socket = who.connect(club).await;
    socket.say(&Message::Watch { game: game.to_owned(), seen: None }).await;
    let frame = socket.told().await;
    (socket, frame)
}

/// Returns the next frame about the rematch: the side that offers it, and the game that has begun.
async fn rematch(socket: &mut Socket) -> (Option<faraday_wire::Color>, Option<String>) {
    loop {
        if let Frame::Rematch { rematch_offer, rematch, .. } = socket.told().await {
            return (rematch_offer.map(|offer| offer.by), rematch);
        }
    }
}

#[tokio::test]
async fn an_offer_is_part_of_the_game_for_as_long_as_the_pace_asks() {
    let club = club(Limits::default()).await;
    for (terms, hours) in [(days(), 7 * 24), (live(), 1)] {
        let (game, white, black) = lost(&club, terms).await;
        assert_eq!(offers(&white, &club, &game).await, [Value::Null, Value::Null]);
        let before = a_second_ago();
        let (_, proposed) = ask(&black, &club, &game).await;
        for who in [&white, &black] {
            for offer in offers(who, &club, &game).await {
                assert_eq!((&offer["by"], &offer["challenge"]), (&json!("black"), &proposed["challenge"]), "{offer}");
                assert_eq!((offer["endsAt"].as_u64().unwrap() - before) / HOUR_MS, hours, "{offer}");
            }
        }
    }
}

#[tokio::test]
async fn an_offer_outlives_the_server_and_ends_with_the_game_that_it_becomes() {
    let club = club(Limits::default()).await;
    let (game, white, black) = lost(&club, live()).await;
    ask(&white, &club, &game).await;
    let [offer, listed] = offers(&black, &club, &game).await;
    assert_eq!((offer["by"].as_str(), &offer), (Some("white"), &listed));
    let club = club.reopen().await;
    assert_eq!(offers(&black, &club, &game).await, [offer.clone(), offer]);
    let (_, begun) = ask(&black, &club, &game).await;
    let (_, told) = white.get(&club, &format!("games/{game}")).await;
    assert_eq!((&told["rematch"], &told["rematchOffer"]), (&begun["game"], &Value::Null));
    assert_eq!(offers(&white, &club, &game).await, [Value::Null, Value::Null]);
}

#[tokio::test]
async fn everyone_who_watches_hears_of_the_offer_and_of_the_game() {
    let club = club(Limits::default()).await;
    let (game, white, black) = lost(&club, days()).await;
    let nobody = Guest { token: String::new() };
    let [mut one, mut other, mut spectator] = [
        watching(&white, &club, &game).await.0,
        watching(&black, &club, &game).await.0,
        watching(&nobody, &club, &game).await.0,
    ];
    let (_, proposed) = ask(&white, &club, &game).await;
    for socket in [&mut one, &mut other, &mut spectator] {
        assert_eq!(rematch(socket).await, (Some(faraday_wire::Color::White), None));
    }
    // Another device of the same player, and a reloaded page.
    for who in [&white, &black] {
        let (_, frame) = watching(who, &club, &game).await;
        let Frame::Game { game: told, .. } = frame else { panic!("{frame:?}") };
        assert_eq!(told.rematch_offer.map(|offer| json!(offer.challenge)), Some(proposed["challenge"].clone()));
    }
    let decline = format!("challenges/{}/decline", proposed["challenge"].as_str().unwrap());
    assert_eq!(black.post(&club, &decline, &Value::Null).await.0, StatusCode::NO_CONTENT);
    for socket in [&mut one, &mut other, &mut spectator] {
        assert_eq!(rematch(socket).await, (None, None));
    }
    let (_, again) = ask(&black, &club, &game).await;
    let withdraw = format!("challenges/{}", again["challenge"].as_str().unwrap());
    assert_eq!(black.send(&club, Method::DELETE, &withdraw, &Value::Null).await.0, StatusCode::NO_CONTENT);
    ask(&black, &club, &game).await;
    let (_, begun) = ask(&white, &club, &game).await;
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
    let club = club(Limits::default()).await;
    let (game, white, black) = club.game(days()).await;
    assert_eq!(white.post(&club, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
    ask(&black, &club, &game).await;
    let (_, begun) = ask(&white, &club, &game).await;
    let (_, told) = white.get(&club, &format!("games/{}", begun["game"].as_str().unwrap())).await;
    assert_eq!(told["side"], "white");
}

#[tokio::test]
async fn a_rematch_asked_on_a_websocket_counts_as_a_challenge() {
    // One challenge is made and accepted for the game itself.
    let club = club(Limits { challenges_per_client: 3, ..Limits::default() }).await;
    let (game, white, black) = lost(&club, days()).await;
    let (mut socket, _) = watching(&white, &club, &game).await;
    let wish = |id: &str| Message::Rematch { id: format!("{id:0>16}"), game: game.clone() };
    socket.say(&wish("a")).await;
    loop {
        match socket.told().await {
            Frame::Ack { .. } => break,
            Frame::Rematch { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    let [offer, _] = offers(&black, &club, &game).await;
    let decline = format!("challenges/{}/decline", offer["challenge"].as_str().unwrap());
    assert_eq!(black.post(&club, &decline, &Value::Null).await.0, StatusCode::NO_CONTENT);
    socket.say(&wish("b")).await;
    loop {
        match socket.told().await {
            Frame::Refused { problem, .. } => break assert_eq!(problem.kind, ProblemKind::TooManyRequests),
            Frame::Rematch { .. } | Frame::Unchallenged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn an_offer_is_one_of_a_player_s_open_challenges() {
    let club = club(Limits { challenges_per_guest: 1, ..Limits::default() }).await;
    let (game, white, black) = lost(&club, days()).await;
    let (_, made) = white.post(&club, "challenges", &days()).await;
    let (status, refused) = ask(&white, &club, &game).await;
    assert_eq!((status, refused["kind"].as_str()), (StatusCode::CONFLICT, Some("quota-reached")));
    let withdraw = format!("challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(white.send(&club, Method::DELETE, &withdraw, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ask(&white, &club, &game).await.0, StatusCode::OK);
    // Accepting a challenge does not count as making one.
    assert_eq!(black.post(&club, "challenges", &days()).await.0, StatusCode::CREATED);
    assert!(ask(&black, &club, &game).await.1["game"].is_string());
}

#[tokio::test]
async fn a_decline_that_comes_after_an_acceptance_says_so() {
    let club = club(Limits { challenges_per_client: 1000, ..Limits::default() }).await;
    let mut was_late = 0;
    for _ in 0..24 {
        let (game, white, black) = lost(&club, days()).await;
        let offered = ask(&white, &club, &game).await.1["challenge"].as_str().unwrap().to_owned();
        let (accept, decline) = (format!("challenges/{offered}/accept"), format!("challenges/{offered}/decline"));
        let (accepted, declined) =
            tokio::join!(black.post(&club, &accept, &Value::Null), black.post(&club, &decline, &Value::Null),);
        let statuses = [accepted.0, declined.0].map(|status| status.as_u16());
        assert!([[200, 409], [410, 204]].contains(&statuses), "{accepted:?} {declined:?}");
        was_late += u32::from(statuses[1] == 409);
    }
    eprintln!("{was_late} of 24 declines came too late");
}
