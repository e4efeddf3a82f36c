//! Tests of every WebSocket protocol version with games by every version of the rules.

use axum::http::StatusCode;
use faraday_wire::live::Message;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Guest, Socket, TestServer};
use crate::leave::{game_when, kind_of_last};
use crate::lists::execute;

/// The frames of protocol 1, which never change.
const SEALED: &str = include_str!("../../../wire/tests/live/frames.jsonl");

const BYE: &str = r#"{"kind":"bye","why":"protocol","backMs":3000}"#;

fn days() -> Value {
    json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })
}

/// Opens a connection with a protocol version, and returns it with its first frame.
async fn greeted(server: &TestServer, who: &Guest, protocol: u32) -> (Socket, String) {
    let mut socket = Socket::connect(server, &who.token).await;
    socket.send(&Message::Hello { protocol }).await;
    let greeting = socket.text().await;
    (socket, greeting)
}

/// Returns the text of the first frame after a `watch`.
async fn watched(socket: &mut Socket, game: &str) -> String {
    socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
    socket.text().await
}

/// Returns the text of the next frame that is not about presence.
async fn text(socket: &mut Socket) -> String {
    loop {
        let text = socket.text().await;
        if ![r#"{"kind":"here""#, r#"{"kind":"notice""#].iter().any(|start| text.starts_with(start)) {
            return text;
        }
    }
}

/// Replaces ids by names, and each time by `TIME`.
fn masked(text: &str, names: &[(&str, &str)]) -> String {
    let text = names.iter().fold(text.to_owned(), |text, (id, name)| text.replace(id, name));
    let is_digit = |letter: char| letter.is_ascii_digit();
    let parts = text.split_inclusive(|letter| !is_digit(letter));
    parts
        .map(
            |part| {
                if part.len() == 14 { format!("TIME{}", part.trim_start_matches(is_digit)) } else { part.to_owned() }
            },
        )
        .collect()
}

async fn person(server: &TestServer, who: &Guest) -> String {
    let (_, session) = who.get(server, "session").await;
    assert_eq!(session["who"]["person"], session["who"]["guest"], "{session}");
    session["who"]["person"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn both_protocols_are_served_in_one_game() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(days()).await;
    let [ada, bob] = [person(&server, &white).await, person(&server, &black).await];
    let names = [(game.as_str(), "GAME"), (&ada, "ADA"), (&bob, "BOB")];
    let (mut one, greeting) = greeted(&server, &white, 1).await;
    let sealed = SEALED.lines().nth(2).unwrap();
    let sealed = masked(sealed, &[("CMc0KHbt", "GAME"), ("MUw6p7fgYCnW", "ADA"), (r#""Ada""#, r#""White""#)]);
    assert_eq!(masked(&greeting, &names), sealed);
    let (mut two, greeting) = greeted(&server, &black, 2).await;
    assert_eq!(
        masked(&greeting, &names),
        r#"{"kind":"welcome","protocol":2,"you":{"guest":"BOB","person":"BOB","name":"Black"},"now":TIME,"games":[{"game":"GAME","side":"black","yourTurn":false,"deadline":TIME}]}"#
    );
    let persons = [("", ""), (r#""person":"ADA","#, r#""person":"BOB","#)];
    for ((socket, side), (ada, bob)) in [(&mut one, "white"), (&mut two, "black")].into_iter().zip(persons) {
        let frame = masked(&watched(socket, &game).await, &names);
        let (before, after) = frame.split_once(r#","here""#).unwrap();
        assert!(after.starts_with(":["), "{frame}");
        assert_eq!(
            before,
            format!(
                r#"{{"kind":"game","game":"GAME","variant":"chess","rules":"1","terms":{{"days":3,"rated":false}},"startedAt":TIME,"seats":{{"white":{{"guest":"ADA",{ada}"name":"White"}},"black":{{"guest":"BOB",{bob}"name":"Black"}}}},"side":"{side}","seq":0,"acts":[],"left":null,"runs":{{"side":"white","since":TIME}},"deadline":TIME,"offers":[]"#
            )
        );
    }
    let (id, uci) = ("8f2c1d7a4b6e9033".to_owned(), "e2e4".to_owned());
    one.send(&Message::Move { id, game: game.clone(), seen: Some(0), ply: 0, uci, draw: false }).await;
    let act = text(&mut one).await;
    assert_eq!(text(&mut two).await, act);
    assert_eq!(
        masked(&act, &names),
        r#"{"kind":"act","game":"GAME","seq":1,"at":TIME,"side":"white","left":null,"fact":{"kind":"moved","ply":0,"uci":"e2e4","spentMs":0,"lagMs":0}}"#
    );
    assert_eq!(text(&mut one).await, r#"{"kind":"ack","id":"8f2c1d7a4b6e9033","seq":1}"#);
}

#[tokio::test]
async fn the_person_is_in_the_session_a_guest_begins() {
    let server = TestServer::open().await;
    let nobody = Guest { token: String::new() };
    let (status, session) = nobody.post(&server, "session/guest", &json!({ "name": "Ada" })).await;
    assert_eq!(status, StatusCode::CREATED);
    assert!(session["who"]["guest"].is_string() && session["who"]["person"] == session["who"]["guest"], "{session}");
}

#[tokio::test]
async fn an_unknown_protocol_is_sent_away_with_those_that_are_served() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    for protocol in [0, 3, 99] {
        let (socket, farewell) = greeted(&server, &ada, protocol).await;
        assert_eq!(farewell, BYE);
        let close = socket.closed().await.unwrap();
        assert_eq!(close.code, CloseCode::Normal);
        assert!(close.reason.contains("protocols 1 and 2"), "{}", close.reason);
    }
}

#[tokio::test]
async fn a_game_by_rules_2_is_shown_to_protocol_2_and_by_http() {
    let server = TestServer::open().await;
    let (game, white, black) =
        server.game(json!({ "variant": "chess", "terms": { "clock": { "baseMs": 600_000 } }, "side": "white" })).await;
    white.play(&server, &game, 0, "e2e4").await;
    black.play(&server, &game, 1, "e7e5").await;
    let folder = server.close().await;
    execute(&folder.path().join("games.db"), "UPDATE game SET rules = '2'").await;
    let server = TestServer::open_in(folder).await;
    let address = format!("games/{game}");
    let (status, told) = white.get(&server, &address).await;
    assert_eq!((status, &told["rules"], &told["seq"]), (StatusCode::OK, &json!("2"), &json!(2)), "{told}");
    assert_eq!(white.get(&server, "games?state=running").await.1["games"][0]["plies"], 2);
    let pgn =
        reqwest::get(format!("http://{}/api/v1/{address}.pgn", server.address)).await.unwrap().text().await.unwrap();
    assert!(pgn.contains(r#"[FaradayRules "2"]"#) && pgn.contains("1. e4"), "{pgn}");
    let (mut two, _) = greeted(&server, &black, 2).await;
    assert!(watched(&mut two, &game).await.contains(r#""rules":"2""#));
    let (mut one, greeting) = greeted(&server, &white, 1).await;
    assert!(greeting.contains(&game), "{greeting}");
    assert_eq!(watched(&mut one, &game).await, BYE);
    let close = one.closed().await.unwrap();
    assert!(close.code == CloseCode::Normal && close.reason.contains("need protocol 2"), "{}", close.reason);
    assert_eq!(white.play(&server, &game, 2, "d2d4").await.0, StatusCode::OK);
    let mut act = text(&mut two).await;
    // After a slow restart, the time that it took is credited first.
    if act.contains(r#""why":"outage""#) {
        act = text(&mut two).await;
    }
    assert!(act.contains(r#""uci":"d2d4""#), "{act}");
    // The journal of a game by version 2 of the rules is readable after a restart.
    let server = server.reopen().await;
    assert_eq!(white.get(&server, "games?state=running").await.1["games"][0]["plies"], 3);
}

#[tokio::test]
async fn a_game_with_leave_is_shown_to_protocol_2() {
    let server = TestServer::open().await;
    let (game, white, black) =
        server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    let (mut one, _) = greeted(&server, &black, 1).await;
    assert!(watched(&mut one, &game).await.contains(r#""rules":"1""#));
    white.post(&server, "leave", &json!({ "days": 1 })).await;
    game_when(&server, &black, &game, |told| kind_of_last(told) == "leave").await;
    let (mut two, _) = greeted(&server, &black, 2).await;
    assert!(watched(&mut two, &game).await.contains(r#""kind":"leave""#));
    let (mut one, _) = greeted(&server, &black, 1).await;
    assert_eq!(watched(&mut one, &game).await, BYE);
}
