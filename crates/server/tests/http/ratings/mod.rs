//! Tests of rated games: their settlement, and the changes of ratings.

mod lists;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use faraday_wire::live::{Frame, GameRating, Message, RatingDecision};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::accounts::PASSWORD;
use crate::client::{Guest, Socket, TestServer};
use crate::people::member;
use crate::smtp::until;

const STRANGER: Guest = Guest { token: String::new() };

/// The shortest checkmate, by Black.
const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

fn clock() -> Value {
    json!({ "clock": { "baseMs": 600_000 }, "rated": true })
}

fn kind((status, problem): &(StatusCode, Value)) -> (u16, &str, &str, &str) {
    let text = |name: &str| problem[name].as_str().unwrap_or_default();
    (status.as_u16(), text("kind"), text("at"), text("rule"))
}

async fn post(server: &TestServer, who: &Guest, path: &str) -> (StatusCode, Value) {
    who.post(server, path, &Value::Null).await
}

/// Begins a game by a link. Returns its id, and the side of the player who accepts it.
async fn begin(server: &TestServer, maker: &Guest, taker: &Guest, terms: Value) -> (String, String) {
    let (status, made) = maker.post(server, "challenges", &json!({ "variant": "chess", "terms": terms })).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (status, begun) = post(server, taker, &accept).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let text = |name: &str| begun[name].as_str().unwrap().to_owned();
    (text("game"), text("side"))
}

/// Begins a rated game. Returns its id and the players, White first.
async fn rated<'a>(server: &TestServer, players: [&'a Guest; 2], terms: Value) -> (String, [&'a Guest; 2]) {
    let [maker, taker] = players;
    let (game, side) = begin(server, maker, taker, terms).await;
    (game, if side == "white" { [taker, maker] } else { [maker, taker] })
}

async fn play(server: &TestServer, game: &str, players: [&Guest; 2], moves: &[&str]) {
    for (ply, uci) in moves.iter().enumerate() {
        let (status, problem) = players[ply % 2].play(server, game, ply, uci).await;
        assert_eq!(status, StatusCode::OK, "{problem}");
    }
}

async fn rating(server: &TestServer, game: &str) -> Value {
    let (status, rating) = STRANGER.get(server, &format!("games/{game}/rating")).await;
    assert_eq!(status, StatusCode::OK, "{rating}");
    rating
}

/// Waits until a game is settled.
async fn settled(server: &TestServer, game: &str) -> Value {
    until(async || rating(server, game).await.get("decision").is_some()).await;
    rating(server, game).await
}

async fn watching(server: &TestServer, who: &Guest, game: &str, protocol: u32) -> Socket {
    let mut socket = who.connect_by(&server.address, protocol).await;
    socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
    assert!(matches!(socket.next_event().await, Frame::Game { .. }));
    socket
}

/// Returns the next frame about a rating.
async fn announced(socket: &mut Socket) -> GameRating {
    loop {
        if let Frame::Rated { rating } = socket.frame().await {
            return rating;
        }
    }
}

async fn execute(folder: &Path, sql: String) {
    let mut database = SqliteConnectOptions::new().filename(folder.join("games.db")).connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[tokio::test]
async fn a_rated_game_is_settled_and_everyone_who_watches_is_notified() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let (game, players) = rated(&server, [&ada, &ben], clock()).await;
    let start = json!({ "rating": 1500.0, "deviation": 350.0, "provisional": true });
    let before = json!({ "game": game, "rated": true, "white": { "before": start }, "black": { "before": start } });
    assert_eq!(rating(&server, &game).await, before);
    assert_eq!(STRANGER.get(&server, &format!("games/{game}")).await.1["terms"]["rated"], true);

    let mut sockets = [
        watching(&server, players[0], &game, 2).await,
        watching(&server, players[1], &game, 2).await,
        watching(&server, &STRANGER, &game, 2).await,
    ];
    let mut old = watching(&server, &ada, &game, 1).await;
    for (ply, uci) in MATE.into_iter().enumerate() {
        let id = format!("move-of-the-test{ply}");
        let sent = Message::Move { id, game: game.clone(), seen: None, ply, uci: uci.to_owned(), draw: false };
        sockets[ply % 2].send(&sent).await;
        while !matches!(sockets[ply % 2].frame().await, Frame::Ack { .. }) {}
    }
    let ended = Instant::now();
    let [white, black, spectator] = &mut sockets;
    let first = announced(white).await;
    assert!(ended.elapsed() < Duration::from_secs(1), "{:?}", ended.elapsed());
    assert_eq!(announced(black).await, first);
    assert_eq!(announced(spectator).await, first);
    assert_eq!(first.decision, Some(RatingDecision::Counted));
    assert_eq!(serde_json::to_value(&first).unwrap(), rating(&server, &game).await);
    let [lost, won] = [first.white.unwrap(), first.black.unwrap()].map(|seat| seat.change.unwrap());
    assert!((lost + won).abs() < 1e-9 && (150.0..200.0).contains(&won), "{first:?}");
    assert!(first.white.unwrap().after.unwrap().deviation < 300.0);

    // Programs that speak protocol 1 do not get frames that it lacks.
    old.send(&Message::Ping { n: 7, seen: BTreeMap::new() }).await;
    loop {
        match old.frame().await {
            Frame::Pong { n: 7, .. } => break,
            Frame::Rated { rating } => panic!("{rating:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_change_has_everything_from_which_it_was_computed() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    for _ in 0..3 {
        let (game, players) = rated(&server, [&ada, &ben], clock()).await;
        play(&server, &game, players, &MATE).await;
        settled(&server, &game).await;
    }
    let path = "people/aDA/ratings/chess/live";
    let (status, list) = ada.get(&server, path).await;
    assert_eq!((status, &list["name"], &list["more"]), (StatusCode::OK, &json!("Ada"), &Value::Null), "{list}");
    let changes = list["changes"].as_array().unwrap();
    assert_eq!(changes.iter().map(|change| change["n"].as_u64().unwrap()).collect::<Vec<_>>(), [3, 2, 1]);
    let unit = 173.717_8;
    for change in changes {
        let [before, after] = ["before", "after"].map(|name| number(&change[name]["rating"]));
        let [weight, expected, score] = ["weight", "expected", "score"].map(|name| number(&change[name]));
        let deviation = number(&change["before"]["deviation"]);
        let information = weight * weight * expected * (1.0 - expected) / (unit * unit);
        let variance = 1.0 / (1.0 / (deviation * deviation) + information);
        let computed = variance / unit * weight * (score - expected);
        assert!((computed - number(&change["change"])).abs() < 1e-6, "{computed}, {change}");
        assert!((after - before - computed).abs() < 1e-6, "{change}");
        assert!((number(&change["after"]["deviation"]) - variance.sqrt()).abs() < 1e-6, "{change}");
        assert_eq!(change["opponent"]["player"]["name"], "Ben");
        assert_eq!(change["score"] == 0.0, change["side"] == "white", "White is mated");
    }
    // The reader may not be allowed to see the game before.
    let rounded = |value: &Value| json!(number(value).round());
    assert_eq!(changes[0]["previous"]["rating"], rounded(&changes[1]["after"]["rating"]));
    assert_eq!(changes[0]["previous"]["at"].as_u64().unwrap() % 86_400_000, 43_200_000, "noon: {list}");
    assert!(changes[2].get("previous").is_none(), "{list}");
    let (_, page) = ada.get(&server, &format!("{path}?limit=2")).await;
    assert_eq!((page["changes"].as_array().unwrap().len(), &page["more"]), (2, &json!(2)));
    let (_, page) = ada.get(&server, &format!("{path}?limit=2&before=2")).await;
    assert_eq!((&page["changes"], &page["more"]), (&json!([changes[2]]), &Value::Null));

    let (_, shown) = STRANGER.get(&server, "people/Ada/ratings").await;
    let pool = &shown["ratings"][0];
    assert_eq!((&pool["variant"], &pool["pace"], &pool["games"]), (&json!("chess"), &json!("live"), &json!(3)));
    assert_eq!(pool["rating"], rounded(&changes[0]["after"]["rating"]), "{pool}");
    assert_eq!(pool["lastChange"], rounded(&changes[0]["change"]), "{pool}");
    assert_eq!(pool["provisional"], true);
    let points = pool["series"].as_array().unwrap();
    assert_eq!(points.iter().map(|point| point["n"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&points[2]["rating"], &points[2]["at"]), (&pool["rating"], &pool["playedAt"]));
    assert_eq!(pool["playedAt"].as_u64().unwrap() % 86_400_000, 43_200_000, "noon: {pool}");
    assert_eq!((&shown["club"][0]["games"], shown["club"].as_array().unwrap().len()), (&json!(3), 1));
    assert!((number(&shown["club"][0]["rating"]) - number(&pool["rating"])).abs() < 1e-6, "{shown}");
    let (_, empty) = ada.get(&server, "people/Ada/ratings/collision+scatter/days").await;
    assert_eq!((&empty["changes"], &empty["variant"]), (&json!([]), &json!("collision+scatter")));

    let export = reqwest::Client::new()
        .get(format!("http://{}/api/v1/account/export", server.address))
        .bearer_auth(&ada.token)
        .send()
        .await
        .unwrap();
    let export = export.text().await.unwrap();
    assert_eq!(export.lines().filter(|line| line.contains(r#""kind":"rating""#)).count(), 3, "{export}");
}

#[tokio::test]
async fn games_in_the_changes_of_a_rating_are_shown_as_in_lists_of_games() {
    let server = TestServer::open().await;
    let [ada, ben, eve] = [member(&server, "Ada").await, member(&server, "Ben").await, member(&server, "Eve").await];
    let (game, players) = rated(&server, [&ada, &ben], clock()).await;
    play(&server, &game, players, &MATE).await;
    settled(&server, &game).await;
    let shown = async |who: &Guest| who.get(&server, "people/Ada/ratings/chess/live").await.1["changes"][0].clone();
    for who in [&ada, &ben] {
        assert_eq!(shown(who).await["game"], game);
    }
    for who in [&eve, &STRANGER] {
        let change = shown(who).await;
        let hidden = ["game", "side", "opponent", "previous", "weight", "expected"];
        assert!(hidden.iter().all(|name| change.get(name).is_none()), "{change}");
        let exact = shown(&ada).await;
        assert_eq!((&change["n"], &change["score"]), (&exact["n"], &exact["score"]));
        for name in ["rating", "deviation"] {
            let [own, public] = [&exact, &change].map(|change| number(&change["after"][name]));
            assert!((public - own.round()).abs() < 1e-9 && (public - own).abs() > 1e-9, "{change}");
        }
        assert_eq!(change["at"].as_u64().unwrap() % 86_400_000, 43_200_000, "noon: {change}");
        assert_ne!(exact["at"].as_u64().unwrap() % 86_400_000, 43_200_000, "{exact}");
        // Anyone who has the id of a game may see it.
        let path = format!("people/Ada/ratings/chess/live?game={game}");
        assert_eq!(who.get(&server, &path).await.1["changes"], json!([exact]));
    }
    for other in ["aaaaaaaa", "x"] {
        let (status, body) = ada.get(&server, &format!("people/Ada/ratings/chess/live?game={other}")).await;
        assert!(status == StatusCode::NOT_FOUND || body["changes"] == json!([]), "{status} {body}");
    }
    for who in [&ada, &ben] {
        assert_eq!(shown(&STRANGER).await.get("game"), None);
        who.send(&server, Method::PATCH, "account", &json!({ "showsGames": true })).await;
    }
    assert_eq!(shown(&STRANGER).await["game"], game);
}

#[tokio::test]
async fn games_that_do_not_count_have_a_reason() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    for (moves, act, decision, rule) in [
        (&MATE[..1], "abort", "no-result", "T.7a"),
        (&MATE[..3], "resign", "too-short", "T.7a"),
        (&["e2e4", "e7e5", "g1f3", "b8c6"], "resign", "counted", "T.7a"),
    ] {
        let (game, players) = rated(&server, [&ada, &ben], clock()).await;
        play(&server, &game, players, moves).await;
        let (status, problem) = post(&server, players[0], &format!("games/{game}/{act}")).await;
        assert_eq!(status, StatusCode::OK, "{problem}");
        let rating = settled(&server, &game).await;
        assert_eq!((&rating["decision"], &rating["rule"]), (&json!(decision), &json!(rule)), "{act} {moves:?}");
        assert_eq!(rating.get("white").is_some(), decision == "counted", "{rating}");
    }
    let (casual, _) = begin(&server, &ada, &ben, json!({ "days": 3 })).await;
    assert_eq!(rating(&server, &casual).await, json!({ "game": casual, "rated": false }));
    let (game, players) = rated(&server, [&ada, &ben], json!({ "days": 3, "rated": true })).await;
    play(&server, &game, players, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let refused = post(&server, players[0], &format!("games/{game}/takeback")).await;
    assert_eq!((kind(&refused).1, &refused.1["reason"]), ("not-now", &json!("rated")));
    let (status, _) = ada.send(&server, Method::DELETE, "account", &json!({ "password": PASSWORD })).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let rating = settled(&server, &game).await;
    assert_eq!((&rating["decision"], &rating["rule"]), (&json!("account-closed"), &json!("T.7d")), "{rating}");
    assert_eq!(
        STRANGER.get(&server, "people/Ada/ratings").await.1,
        json!({ "name": "Ada", "club": [], "ratings": [] })
    );
    assert_eq!(STRANGER.get(&server, "people/Ada/ratings/chess/live").await.1["changes"], json!([]));
}

#[tokio::test]
async fn a_correspondence_game_lost_on_time_after_another_does_not_count() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let mut games = Vec::new();
    for _ in 0..2 {
        let (game, players) = rated(&server, [&ada, &ben], json!({ "days": 1, "rated": true })).await;
        // Ada is to move in both games, and each side has made two moves.
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"];
        play(&server, &game, players, if players[0].token == ada.token { &moves[..4] } else { &moves }).await;
        games.push(game);
    }
    let folder = server.close().await;
    // Everything was two days earlier, and one of the two games an hour more.
    let day = 24 * 3600 * 1000_i64;
    for (game, ago) in games.iter().zip([2 * day + 3_600_000, 2 * day]) {
        execute(
            folder.path(),
            format!(
                "UPDATE act SET at = at - {ago} WHERE game = '{game}';
                UPDATE game SET started_at = started_at - {ago}, wake_at = wake_at - {ago} WHERE id = '{game}';"
            ),
        )
        .await;
    }
    for table in ["session", "person"] {
        execute(folder.path(), format!("UPDATE {table} SET seen_at = seen_at - {}", 3 * day)).await;
    }
    let server = TestServer::open_in(folder).await;
    let mut decisions = Vec::new();
    for game in &games {
        let rating = settled(&server, game).await;
        decisions.push((rating["decision"].clone(), rating["rule"].clone()));
    }
    decisions.sort_by_key(|(decision, _)| decision.to_string());
    assert_eq!(decisions, [(json!("counted"), json!("T.7a")), (json!("timeout-row"), json!("T.7b"))]);
}

#[tokio::test]
async fn a_settlement_outlives_its_server() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let (game, players) = rated(&server, [&ada, &ben], clock()).await;
    play(&server, &game, players, &MATE).await;
    let before = settled(&server, &game).await;
    let folder = server.close().await;
    // As if a process had taken the job and died. The server may have closed before it deleted its own.
    let sql = format!(
        "UPDATE game SET rated_as = NULL WHERE id = '{game}'; DELETE FROM rating; DELETE FROM rating_event;
        DELETE FROM due WHERE kind = 'settle';
        INSERT INTO due (kind, key, not_before, tries, body, node, boot)
        VALUES ('settle', '{game}', 99999999999999, 1, '', 'node', 1);"
    );
    execute(folder.path(), sql).await;
    let server = TestServer::open_in(folder).await;
    assert_eq!(settled(&server, &game).await, before);
}

#[tokio::test]
async fn a_rematch_is_rated_and_sides_are_balanced() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let (game, players) = rated(&server, [&ada, &ben], clock()).await;
    play(&server, &game, players, &MATE).await;
    settled(&server, &game).await;
    let (next, others) = rated(&server, [&ada, &ben], clock()).await;
    assert_eq!(others[0].token, players[1].token, "Black of the first game had fewer Whites");
    play(&server, &next, others, &MATE).await;
    post(&server, &ada, &format!("games/{next}/rematch")).await;
    let (_, begun) = post(&server, &ben, &format!("games/{next}/rematch")).await;
    let rematch = begun["game"].as_str().unwrap();
    let (_, shown) = players[0].get(&server, &format!("games/{rematch}")).await;
    assert_eq!((&shown["terms"]["rated"], &shown["side"]), (&json!(true), &json!("white")), "{shown}");
    play(&server, rematch, players, &MATE).await;
    assert_eq!(settled(&server, rematch).await["decision"], "counted");
}
