//! Tests of online games over the WebSocket.

use faraday_server::{Limits, Location};
use faraday_wire::ProblemKind;
use faraday_wire::live::{ByeReason, Fact, Frame, GameAction, GameReason, Message};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Packet;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Guest, Socket, TestServer};
use crate::support::soon;

fn clock(variant: &str) -> Value {
    json!({ "variant": variant, "terms": { "clock": { "baseMs": 60_000, "incrementMs": 1000 } }, "side": "white" })
}

fn watch(game: &str, seen: Option<u64>) -> Message {
    Message::Watch { game: game.to_owned(), seen }
}

fn to_move(game: &str, id: &str, ply: usize, uci: &str) -> Message {
    let (id, game, uci) = (format!("{id:0>16}"), game.to_owned(), uci.to_owned());
    Message::Move { id, game, seen: None, ply, uci, draw: false }
}

async fn watching(who: &Guest, server: &TestServer, game: &str) -> Socket {
    let mut socket = who.connect(server).await;
    socket.send(&watch(game, None)).await;
    let frame = socket.next_event().await;
    assert!(matches!(&frame, Frame::Game { .. }), "{frame:?}");
    socket
}

#[tokio::test]
async fn a_move_is_told_to_all_who_watch_and_then_acknowledged() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(clock("magnetic")).await;
    let mut mover = watching(&white, &server, &game).await;
    let mut other = watching(&black, &server, &game).await;
    let nobody = Guest { token: String::new() };
    let mut spectator = watching(&nobody, &server, &game).await;
    mover.send(&to_move(&game, "a", 0, "e2e4")).await;
    for socket in [&mut mover, &mut other, &mut spectator] {
        let Frame::Act(act) = socket.next_event().await else { panic!() };
        assert_eq!((act.game.as_str(), act.act.seq), (game.as_str(), 1));
        assert!(matches!(act.act.fact, Fact::Moved { ply: 0, .. }), "{act:?}");
    }
    let ack = Frame::Ack { id: format!("{:0>16}", "a"), seq: Some(1) };
    assert_eq!(mover.next_event().await, ack);
    // A repeated request, even on another connection, is acknowledged but not played again.
    mover.send(&to_move(&game, "a", 0, "e2e4")).await;
    assert_eq!(mover.next_event().await, ack);
    let mut second = watching(&white, &server, &game).await;
    second.send(&to_move(&game, "a", 0, "e2e4")).await;
    assert_eq!(second.next_event().await, ack);
    // A client that returns gets the missed log entries and nothing else.
    second.send(&watch(&game, Some(1))).await;
    let Frame::Game { game: told, .. } = second.next_event().await else { panic!() };
    assert_eq!((told.seq, told.acts.len()), (1, 0));
}

#[tokio::test]
async fn who_is_here_is_told_and_the_game_ends_once() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(clock("future")).await;
    let mut first = watching(&white, &server, &game).await;
    let second = watching(&black, &server, &game).await;
    let here = async |socket: &mut Socket| loop {
        if let Frame::Here { white, black, .. } = socket.frame().await {
            return [white.is_present, black.is_present];
        }
    };
    while here(&mut first).await != [true, true] {}
    drop(second);
    while here(&mut first).await != [true, false] {}
    let resign = |id: char| Message::Act {
        id: id.to_string().repeat(16),
        game: game.clone(),
        seen: None,
        action: GameAction::Resign,
        to: None,
    };
    first.send(&resign('r')).await;
    let Frame::Act(act) = first.next_event().await else { panic!() };
    assert_eq!(act.act.ended.map(|ended| ended.reason), Some(GameReason::Resigned));
    assert!(matches!(first.next_event().await, Frame::Ack { seq: Some(1), .. }));
    first.send(&resign('s')).await;
    let Frame::Refused { problem, .. } = first.next_event().await else { panic!() };
    assert_eq!((problem.status, problem.kind), (409, ProblemKind::GameOver));
}

#[tokio::test]
async fn an_illegal_move_is_refused_with_its_rule() {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(clock("forcefield")).await;
    let mut socket = watching(&white, &server, &game).await;
    socket.send(&to_move(&game, "x", 0, "a1a5")).await;
    let Frame::Refused { id, problem, .. } = socket.next_event().await else { panic!() };
    assert_eq!(id.as_deref(), Some("000000000000000x"));
    assert_eq!((problem.status, problem.kind), (422, ProblemKind::BadMove));
    assert!(problem.rule.is_some() && !problem.detail.is_empty(), "{problem:?}");
}

#[tokio::test]
async fn what_is_no_message_gets_one_clear_answer() {
    let server = TestServer::open().await;
    let guest = server.guest("Ada").await;
    let closes = async |packet: Packet| {
        let mut socket = guest.connect(&server).await;
        socket.send_packet(packet).await;
        socket.closed().await.map(|frame| (frame.code, frame.reason.to_string()))
    };
    let (code, reason) = closes(Packet::text("what")).await.unwrap();
    assert_eq!((code, reason.is_empty()), (CloseCode::Unsupported, false));
    assert_eq!(closes(Packet::binary(vec![1, 2])).await.unwrap().0, CloseCode::Unsupported);
    assert_eq!(closes(Packet::text("x".repeat(5000))).await.unwrap().0, CloseCode::Size);

    let mut socket = guest.connect(&server).await;
    for (text, kind) in [
        (r#"{"kind":"dance","id":"0123456789abcdef"}"#, "unknown-message"),
        (r#"{"kind":"watch"}"#, "bad-request"),
        (r#"{"kind":"watch","game":"nothing1"}"#, "not-found"),
        (r#"{"kind":"watch","game":"../../etc"}"#, "not-found"),
        (r#"{"kind":"act","id":"short","game":"nothing1","do":"resign"}"#, "bad-request"),
        (r#"{"kind":"act","id":"0123456789abcdef","game":"nothing1","do":"resign"}"#, "not-found"),
    ] {
        socket.send_packet(Packet::text(text)).await;
        let Frame::Refused { problem, .. } = socket.next_event().await else { panic!("{text}") };
        assert_eq!(problem.kind.to_string(), kind, "{text}");
    }

    let mut silent = Socket::connect(&server, &guest.token).await;
    silent.send(&watch("nothing1", None)).await;
    assert_eq!(silent.closed().await.unwrap().code, CloseCode::Policy);
}

#[tokio::test]
async fn who_floods_is_shown_the_door_and_nobody_else_notices() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(clock("chess")).await;
    let mut calm = watching(&white, &server, &game).await;
    let mut flood = black.connect(&server).await;
    for n in 0..200 {
        if flood.try_send(&Message::Ping { n, seen: std::collections::BTreeMap::new() }).await.is_err() {
            break;
        }
    }
    let bye = async { while !matches!(flood.next_event().await, Frame::Bye { reason: ByeReason::Limit, .. }) {} };
    soon(bye).await;
    assert_eq!(flood.closed().await.map(|frame| frame.code), Some(CloseCode::Policy));
    calm.send(&to_move(&game, "m", 0, "e2e4")).await;
    assert!(matches!(calm.next_event().await, Frame::Act(_)));
}

#[tokio::test]
async fn both_are_told_of_their_game_and_of_the_end_of_the_site() {
    let server = TestServer::open().await;
    let (maker, taker) = (server.guest("Maker").await, server.guest("Taker").await);
    let mut socket = maker.connect(&server).await;
    let (_, made) = maker.post(&server, "challenges", &clock("emulation")).await;
    let id = made["id"].as_str().unwrap();
    let (_, begun) = taker.post(&server, &format!("challenges/{id}/accept"), &Value::Null).await;
    let Frame::Started { game, challenge, .. } = socket.next_event().await else { panic!() };
    assert_eq!((json!(game), challenge.as_deref()), (begun["game"].clone(), Some(id)));
    let server = server.reopen();
    let (told, _) = tokio::join!(socket.next_event(), server);
    assert!(matches!(&told, Frame::Bye { reason: ByeReason::Restart, .. }), "{told:?}");
}

#[tokio::test]
async fn a_game_that_is_not_there_takes_no_place_among_those_that_are_watched() {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(clock("chess")).await;
    let mut socket = white.connect(&server).await;
    for number in 10..42 {
        socket.send(&watch(&format!("absent{number}"), None)).await;
        assert!(
            matches!(socket.next_event().await, Frame::Refused { problem, .. } if problem.kind == ProblemKind::NotFound)
        );
    }
    socket.send(&watch(&game, None)).await;
    assert!(matches!(socket.next_event().await, Frame::Game { .. }));
}

#[tokio::test]
async fn a_client_has_so_many_sockets_and_gets_back_the_place_of_one_that_ends() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let limits = Limits { sockets_per_client: 2, ..Limits::default() };
    let server = TestServer::open_on(folder, location, limits).await;
    let guest = server.guest("Ada").await;
    let (_one, two) = (guest.connect(&server).await, guest.connect(&server).await);
    let refused = Socket::try_connect(&server, &guest.token).await.map(drop).unwrap_err();
    assert!(refused.to_string().contains("429"), "{refused}");
    drop(two);
    let comes_back = async {
        while Socket::try_connect(&server, &guest.token).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    soon(Box::pin(comes_back)).await;
}

#[tokio::test]
async fn a_socket_that_says_nothing_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let limits = Limits { hello_time: std::time::Duration::from_millis(300), ..Limits::default() };
    let server = TestServer::open_on(folder, location, limits).await;
    let guest = server.guest("Ada").await;
    let mut greeted = guest.connect(&server).await;
    let silent = Socket::connect(&server, &guest.token).await;
    assert_eq!(silent.closed().await.map(|frame| frame.code), Some(CloseCode::Policy));
    greeted.send(&Message::Ping { n: 1, seen: std::collections::BTreeMap::new() }).await;
    assert!(matches!(greeted.next_event().await, Frame::Pong { n: 1, .. }));
}

#[tokio::test]
async fn sockets_without_a_session_make_way_and_leave_places_to_requests() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let limits = Limits { connections: 20, ..Limits::default() };
    let server = TestServer::open_on(folder, location, limits).await;
    let guest = server.guest("Ada").await;
    let nobody = Guest { token: String::new() };
    let mut crowd = Vec::new();
    for _ in 0..19 {
        crowd.push(nobody.connect(&server).await);
    }
    let mut player = guest.connect(&server).await;
    assert_eq!(crowd.remove(0).closed().await.map(|frame| frame.code), Some(CloseCode::Again));
    let (status, _) = guest.get(&server, "session").await;
    assert_eq!(status, 200);
    for mut socket in crowd {
        socket.send(&Message::Ping { n: 2, seen: std::collections::BTreeMap::new() }).await;
        assert!(matches!(socket.next_event().await, Frame::Pong { n: 2, .. }));
    }
    player.send(&Message::Ping { n: 1, seen: std::collections::BTreeMap::new() }).await;
    assert!(matches!(player.next_event().await, Frame::Pong { n: 1, .. }));
}

#[tokio::test]
async fn a_flood_of_pings_ends_its_connection() {
    let server = TestServer::open().await;
    let mut socket = server.guest("Ada").await.connect(&server).await;
    // The default limit is 80 KiB per second, and the burst is four times as much.
    let ping = || Packet::Ping(vec![0; 125].into());
    let mut sent = 0;
    while sent < 100_000 && socket.try_send_packet(ping()).await.is_ok() {
        sent += 1;
    }
    assert!((2_000..100_000).contains(&sent), "{sent} pings were taken");
}
