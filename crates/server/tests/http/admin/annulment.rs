//! Tests of the annulment of rated games by a moderator.

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_store::Role;
use faraday_wire::live::{Frame, Message};
use serde_json::{Value, json};

use super::{Secured, server_with, server_with_admin};
use crate::accounts::security_log::CapturedLog;
use crate::accounts::{NOBODY, begun, kind, live, refused};
use crate::client::{Guest, TestServer};
use crate::smtp::until;

async fn annul(server: &TestServer, who: &Guest, game: &str, reason: &str) -> (StatusCode, Value) {
    who.post(server, &format!("admin/games/{game}/annul"), &json!({ "reason": reason })).await
}

/// Plays a rated game that Black wins by checkmate. Returns its id and the players, White first.
async fn checkmate<'a>(server: &TestServer, [maker, taker]: [&'a Guest; 2]) -> (String, [&'a Guest; 2]) {
    let terms = json!({ "clock": { "baseMs": 600_000 }, "rated": true });
    let (_, made) = maker.post(server, "challenges", &json!({ "variant": "chess", "terms": terms })).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, joined) = taker.post(server, &accept, &Value::Null).await;
    let game = joined["game"].as_str().unwrap().to_owned();
    let players = if joined["side"] == "white" { [taker, maker] } else { [maker, taker] };
    for (ply, uci) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        assert_eq!(players[ply % 2].play(server, &game, ply, uci).await.0, StatusCode::OK);
    }
    let address = format!("games/{game}/rating");
    until(async || NOBODY.get(server, &address).await.1["decision"] == "counted").await;
    (game, players)
}

#[tokio::test]
async fn a_moderator_annuls_a_game_and_both_ratings_are_put_right() {
    let (log, _guard) = CapturedLog::begin();
    let (server, Secured { member: ada, .. }) = server_with(Role::Moderator, Config::default()).await;
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    let cy = begun(NOBODY.sign_up(&server, "Cy").await);
    let (game, [white, _]) = checkmate(&server, [&bo, &cy]).await;
    let mut socket = cy.connect_by(&server.address, 2).await;
    socket.send(&Message::Watch { game: game.clone(), seen: None }).await;
    let (_, before) = NOBODY.get(&server, &format!("games/{game}/rating")).await;
    log.take_events();

    for who in [&bo, &NOBODY] {
        assert!([StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED].contains(&annul(&server, who, &game, "no").await.0));
    }
    for reason in ["", "two\nlines", &"a".repeat(201)] {
        assert_eq!(kind(&annul(&server, &ada, &game, reason).await), refused(400, "bad-request"), "{reason:?}");
    }
    let (status, annulled) = annul(&server, &ada, &game, " Moved for both ").await;
    assert_eq!(status, StatusCode::OK, "{annulled}");
    assert_eq!((&annulled["decision"], &annulled["rule"]), (&json!("annulled"), &json!("T.7d")));
    assert_eq!(annulled["annulled"]["reason"], "Moved for both");
    assert_eq!(annulled["white"], before["white"], "the change by the game stays");
    assert_eq!(annul(&server, &ada, &game, "Again").await.1, annulled, "a repeated request changes nothing");
    assert_eq!(NOBODY.get(&server, &format!("games/{game}/rating")).await.1, annulled);
    let reason = loop {
        if let Frame::Rated { rating } = socket.frame().await
            && let Some(annulled) = rating.annulled
        {
            break annulled.reason;
        }
    };
    assert_eq!(reason, "Moved for both");
    let names: Vec<String> = log.take_events().into_iter().map(|(event, _)| event).collect();
    assert_eq!(names, ["game-annulled"; 2]);

    let name = if white.token == bo.token { "Bo" } else { "Cy" };
    let (_, list) = white.get(&server, &format!("people/{name}/ratings/chess/live")).await;
    let [by_annulment, by_game] = &list["changes"].as_array().unwrap()[..] else { panic!("{list}") };
    let after = by_annulment["after"]["rating"].as_f64().unwrap();
    assert!((after - 1500.0).abs() < 1e-6, "{list}");
    assert_eq!(by_annulment["annuls"]["n"], 1, "{list}");
    let annuls = &by_annulment["annuls"];
    assert_eq!((&annuls["change"], &annuls["reason"]), (&by_game["change"], &json!("Moved for both")));
    assert_eq!((by_annulment.get("weight"), by_annulment.get("expected")), (None, None));
    assert_eq!((&by_game["annulledBy"], by_game.get("annuls")), (&json!(2), None));
    // Others, who may not see the game, do not get the reason.
    let (_, list) = NOBODY.get(&server, &format!("people/{name}/ratings/chess/live")).await;
    assert_eq!(list["changes"][0]["annuls"].get("reason"), None, "{list}");
    let change = list["changes"][0]["annuls"]["change"].as_f64().unwrap();
    assert!(change.fract().abs() < f64::EPSILON, "{list}");
    let (_, ratings) = NOBODY.get(&server, &format!("people/{name}/ratings")).await;
    assert_eq!((&ratings["ratings"][0]["games"], &ratings["ratings"][0]["rating"]), (&json!(0), &json!(1500.0)));
    let series = ratings["ratings"][0]["series"].as_array().unwrap();
    assert_eq!((series[0].get("annulment"), &series[1]["annulment"]), (None, &json!(true)));
}

#[tokio::test]
async fn a_game_that_does_not_count_is_not_annulled() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let (game, ..) = server.game(live()).await;
    assert_eq!(kind(&annul(&server, &ada, &game, "x").await), refused(409, "not-now"));
    for unknown in ["aaaaaaaa", "x"] {
        assert_eq!(kind(&annul(&server, &ada, unknown, "x").await), refused(404, "not-found"));
    }
}
