//! Tests of several nodes that share a PostgreSQL database without a bus, as if all messages were lost.

use std::time::Duration;

use axum::http::StatusCode;
use faraday_store::Location;
use faraday_store::testing::Postgres;
use faraday_wire::live::{Frame, Message, Presence};
use serde_json::{Value, json};

use crate::client::{Guest, Socket, TestServer};

fn clock() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" })
}

async fn two_nodes() -> [TestServer; 2] {
    two_nodes_of(&Postgres::shared().unwrap().database().await).await
}

async fn two_nodes_of(location: &Location) -> [TestServer; 2] {
    [TestServer::join(location).await, TestServer::join(location).await]
}

async fn watching(who: &Guest, server: &TestServer, game: &str) -> (Socket, u64) {
    let mut socket = who.connect(server).await;
    socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
    let Frame::Game { game, .. } = socket.next_event().await else { panic!("no game") };
    (socket, game.seq)
}

fn facts(game: &Value) -> Vec<String> {
    let kind = |act: &Value| act["fact"]["kind"].as_str().unwrap().to_owned();
    game["acts"].as_array().unwrap().iter().map(kind).collect()
}

#[tokio::test]
async fn what_one_node_has_acknowledged_every_other_tells() {
    let [one, other] = two_nodes().await;
    let (game, white, black) = one.game(clock()).await;
    let address = format!("games/{game}");
    assert_eq!(facts(&white.get(&other, &address).await.1), Vec::<String>::new());
    for (ply, (who, uci)) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "d2d4")].into_iter().enumerate() {
        assert_eq!(who.play(&one, &game, ply, uci).await.0, StatusCode::OK);
        assert_eq!(facts(&white.get(&other, &address).await.1).len(), ply + 1);
    }
    // A new subscriber on the node that has missed everything gets it at once, not at the next comparison of journals.
    assert_eq!(white.play(&one, &game, 2, "d2d4").await, (StatusCode::OK, json!({ "seq": 3 })));
    assert_eq!(black.play(&one, &game, 3, "d7d6").await.0, StatusCode::OK);
    let (mut socket, seq) = watching(&white, &other, &game).await;
    if seq < 4 {
        let Frame::Act(act) = socket.next_event().await else { panic!("no act") };
        assert_eq!(act.act.seq, 4);
    }
}

#[tokio::test]
async fn who_comes_back_from_a_node_that_died_has_the_time_back() {
    let [one, other] = two_nodes().await;
    let (game, white, black) = one.game(clock()).await;
    let (first, _) = watching(&black, &one, &game).await;
    for (ply, (who, uci)) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "d2d4")].into_iter().enumerate() {
        assert_eq!(who.play(&one, &game, ply, uci).await.0, StatusCode::OK);
    }
    // The first node has the state of the seat from before the player went to the other node.
    let (_second, _) = watching(&black, &other, &game).await;
    drop(first);
    tokio::time::sleep(Duration::from_millis(300)).await;
    other.kill();
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert_eq!(black.play(&one, &game, 3, "d7d6").await.0, StatusCode::OK);
    let told = white.get(&one, &format!("games/{game}")).await.1;
    assert_eq!(facts(&told), ["moved", "moved", "moved", "timed", "moved"], "{told}");
    assert_eq!(told["acts"][3]["fact"]["why"], "outage");
    let more = told["acts"][3]["fact"]["ms"].as_u64().unwrap();
    assert!((6_000..12_000).contains(&more), "{more}");
}

#[tokio::test]
async fn who_plays_on_another_node_is_here_though_no_bus_says_so() {
    let [one, other] = two_nodes().await;
    let (game, white, black) = one.game(clock()).await;
    let (mut watches, _) = watching(&white, &one, &game).await;
    let (plays, _) = watching(&black, &other, &game).await;
    until(&mut watches, |black| black.is_present).await;
    drop(plays);
    until(&mut watches, |black| !black.is_present).await;
}

/// Waits until the reported presence of Black fulfills a condition.
async fn until(socket: &mut Socket, is_so: impl Fn(&Presence) -> bool) {
    let told = async {
        loop {
            if let Frame::Here { black, .. } = socket.frame().await
                && is_so(&black)
            {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), told).await.expect("it is never told");
}

#[tokio::test]
async fn who_sends_a_move_again_on_another_node_has_its_act_before_its_acknowledgement() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = two_nodes_of(&location).await;
    let (game, white, black) = one.game(clock()).await;
    // The other node has the game from before the first move.
    assert_eq!(white.get(&other, &format!("games/{game}")).await.0, StatusCode::OK);
    let mut second = white.connect(&other).await;
    for (ply, (who, uci)) in [(&white, "e2e4"), (&black, "e7e5")].into_iter().enumerate() {
        assert_eq!(who.play(&one, &game, ply, uci).await.0, StatusCode::OK);
    }
    let sent = Message::Move {
        id: "0123456789abcdef".to_owned(),
        game: game.clone(),
        seen: Some(2),
        ply: 2,
        uci: "d2d4".to_owned(),
        draw: false,
    };
    let (mut first, _) = watching(&white, &one, &game).await;
    first.send(&sent).await;
    assert!(matches!(first.next_event().await, Frame::Act(_)));
    assert!(matches!(first.next_event().await, Frame::Ack { seq: Some(3), .. }));
    // Both messages arrive before the game can be read.
    let held = Postgres::hold(&location, "game").await;
    second.send(&Message::Watch { game: game.clone(), seen: Some(2) }).await;
    second.send(&sent).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(held);
    let mut last = 2;
    loop {
        match second.next_event().await {
            Frame::Game { game, .. } => last = game.seq,
            Frame::Act(act) => last = act.act.seq,
            Frame::Ack { seq, .. } => {
                assert_eq!((seq, last), (Some(3), 3));
                return;
            }
            frame => panic!("{frame:?}"),
        }
    }
}

#[tokio::test]
async fn a_node_that_restarts_makes_none_of_its_players_absent() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = two_nodes_of(&location).await;
    let (game, white, black) = one.game(clock()).await;
    assert_eq!(white.play(&other, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(black.play(&one, &game, 1, "e7e5").await.0, StatusCode::OK);
    let (_page, _) = watching(&white, &other, &game).await;
    let (mut watches, _) = watching(&black, &one, &game).await;
    other.end().await;
    let other = TestServer::join(&location).await;
    for node in [&one, &other] {
        let (status, problem) = black.post(node, &format!("games/{game}/claim-win"), &Value::Null).await;
        assert_eq!(status, StatusCode::CONFLICT, "{problem}");
    }
    // White has the full time to return, counted from the detection of the node's end.
    let gone_in_ms = async {
        loop {
            if let Frame::Here { white, .. } = watches.frame().await
                && let Some(ms) = white.gone_in_ms
            {
                return ms;
            }
        }
    };
    let told = tokio::time::timeout(Duration::from_secs(20), gone_in_ms).await.expect("it is never told");
    assert!(told > 13_000, "{told}");
    let (_page, _) = watching(&white, &other, &game).await;
    let is_back = async { while !matches!(watches.frame().await, Frame::Here { white, .. } if white.is_present) {} };
    tokio::time::timeout(Duration::from_secs(20), is_back).await.expect("White is never back");
}
