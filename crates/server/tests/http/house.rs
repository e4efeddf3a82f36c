//! Tests of games against the house over HTTP: beginnings, moves, answers to offers, and refusals.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use faraday_server::{Limits, Location};
use faraday_variants::{catalog, find};
use faraday_wire::live::{Frame, Message};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::client::{Guest, TestServer};
use crate::people::member;
use crate::smtp::until;

fn clock() -> Value {
    json!({ "clock": { "baseMs": 300_000, "incrementMs": 3000 } })
}

fn kind((status, problem): &(StatusCode, Value)) -> (u16, &str, &str) {
    let text = |name: &str| problem[name].as_str().unwrap_or_default();
    (status.as_u16(), text("kind"), text("at"))
}

async fn ask(server: &TestServer, who: &Guest, body: &Value) -> (StatusCode, Value) {
    who.post(server, "house/games", body).await
}

/// Begins a game. Returns its id.
async fn begin(server: &TestServer, who: &Guest, body: &Value) -> String {
    let (status, joined) = ask(server, who, body).await;
    assert_eq!(status, StatusCode::CREATED, "{joined}");
    joined["game"].as_str().unwrap().to_owned()
}

async fn game(server: &TestServer, who: &Guest, id: &str) -> Value {
    who.get(server, &format!("games/{id}")).await.1
}

/// Waits until a game has a number of log entries. Returns the game.
async fn entries(server: &TestServer, who: &Guest, id: &str, count: usize) -> Value {
    let asked = Instant::now();
    loop {
        let game = game(server, who, id).await;
        if game["acts"].as_array().unwrap().len() >= count {
            return game;
        }
        assert!(asked.elapsed() < Duration::from_secs(20), "{game}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn fact(game: &Value, number: usize) -> &Value {
    &game["acts"][number]["fact"]
}

#[tokio::test]
async fn the_house_moves_first_and_replies_in_every_variant() {
    let server = TestServer::open().await;
    for (number, entry) in catalog().iter().enumerate() {
        // A guest plays one game against the house at a time.
        let ada = server.guest("Ada").await;
        let level = number % 10 + 1;
        let terms = [clock(), json!({ "days": 3 }), json!({ "reserve": 10 })][number % 3].clone();
        let begun = |side: &str| json!({ "variant": entry.id, "terms": terms, "level": level, "side": side });
        let id = begin(&server, &ada, &begun("black")).await;
        let shown = entries(&server, &ada, &id, 1).await;
        assert_eq!((&shown["acts"][0]["side"], &fact(&shown, 0)["ply"]), (&json!("white"), &json!(0)), "{}", entry.id);
        let uci = fact(&shown, 0)["uci"].as_str().unwrap();
        let mut played = entry.game(None).unwrap();
        played.play((entry.parse_uci)(uci).unwrap()).unwrap();
        let reply = played.uci(played.legal()[0]);
        assert_eq!(ada.play(&server, &id, 1, &reply).await.0, StatusCode::OK);
        let shown = entries(&server, &ada, &id, 3).await;
        assert_eq!((&shown["acts"][2]["side"], &fact(&shown, 2)["ply"]), (&json!("white"), &json!(2)), "{}", entry.id);
    }
}

#[tokio::test]
async fn the_house_is_listed_and_shown_with_its_levels() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let (status, house) = ada.get(&server, "house").await;
    assert_eq!(status, StatusCode::OK);
    let levels = house["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 10);
    let player = json!({ "person": "House0000003", "name": "House 3", "house": 3 });
    assert_eq!((&levels[2]["level"], &levels[2]["player"]), (&json!(3), &player));
    let rated: Vec<bool> = levels.iter().map(|level| level["rated"] == true).collect();
    assert_eq!(rated, [true, true, true, true, true, true, true, true, true, false]);
    let body = json!({ "variant": "chess", "terms": clock(), "level": 3, "side": "white" });
    let mut socket = ada.connect(&server).await;
    let id = begin(&server, &ada, &body).await;
    let Frame::Started { game: started, challenge: None, rematch_of: None, .. } = socket.next_event().await else {
        panic!("no frame")
    };
    assert_eq!(started, id);
    let shown = game(&server, &ada, &id).await;
    assert_eq!((&shown["seats"]["black"], &shown["side"]), (&player, &json!("white")));
    assert!(shown["seats"]["white"].get("house").is_none());
    socket.send(&Message::Watch { game: id.clone(), seen: None }).await;
    let Frame::Game { presence, .. } = socket.next_event().await else { panic!("no frame") };
    assert!(presence[1], "the house is never away");
    let (_, list) = ada.get(&server, "games").await;
    assert_eq!(list["games"][0]["seats"]["black"], player, "{list}");
    let (status, _) = ada.get(&server, "people/House 3").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_game_that_the_house_does_not_play_is_refused() {
    let server = TestServer::open().await;
    let (eve, ada) = (server.guest("Eve").await, member(&server, "Ada").await);
    let body = |level: Value, terms: Value| json!({ "variant": "chess", "terms": terms, "level": level });
    let rated = json!({ "clock": { "baseMs": 300_000 }, "rated": true });
    for (who, body, expected) in [
        (&eve, body(json!(0), clock()), (422, "bad-terms", "level")),
        (&eve, body(json!(11), clock()), (422, "bad-terms", "level")),
        (&eve, json!({ "variant": "ludo", "terms": clock(), "level": 1 }), (422, "unknown-variant", "variant")),
        (&eve, body(json!(1), json!({})), (422, "bad-terms", "terms")),
        (&eve, body(json!(1), json!({ "days": 4 })), (422, "bad-terms", "terms")),
        (&eve, body(json!(1), rated.clone()), (404, "no-account", "terms/rated")),
        (&ada, body(json!(10), rated.clone()), (422, "bad-terms", "terms/rated")),
        (&ada, json!({ "variant": "chess", "terms": rated, "level": 1, "side": "white" }), (422, "bad-terms", "side")),
    ] {
        let refused = ask(&server, who, &body).await;
        assert_eq!(kind(&refused), expected, "{body}");
    }
    for body in [body(json!("1"), clock()), json!({ "variant": "chess", "terms": clock(), "level": 1, "fen": "" })] {
        assert_eq!(ask(&server, &eve, &body).await.0, StatusCode::BAD_REQUEST, "{body}");
    }
    let stranger = Guest { token: String::new() };
    assert_eq!(ask(&server, &stranger, &body(json!(1), clock())).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn games_against_the_house_count_for_the_quota() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let limits = Limits { games_per_guest: 1, ..Limits::default() };
    let server = TestServer::open_on(folder, location, limits).await;
    let ada = server.guest("Ada").await;
    let body = json!({ "variant": "chess", "terms": { "days": 3 }, "level": 1 });
    begin(&server, &ada, &body).await;
    assert_eq!(kind(&ask(&server, &ada, &body).await).1, "quota-reached");
    let ben = server.guest("Ben").await;
    begin(&server, &ben, &body).await;
}

#[tokio::test]
async fn a_player_has_few_games_against_the_house() {
    let server = TestServer::open().await;
    let (eve, ada) = (server.guest("Eve").await, member(&server, "Ada").await);
    let live = json!({ "variant": "chess", "terms": clock(), "level": 1, "side": "white" });
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "level": 1, "side": "white" });
    let refused = |answer: &(StatusCode, Value), detail: &str| {
        assert_eq!(kind(answer), (409, "quota-reached", ""));
        assert_eq!(answer.1["detail"], detail, "{}", answer.1);
    };
    let of_guest = "a guest plays at most 1 game against the house at a time: finish one first";
    let first = begin(&server, &eve, &live).await;
    refused(&ask(&server, &eve, &days).await, of_guest);
    assert_eq!(eve.post(&server, &format!("games/{first}/abort"), &Value::Null).await.0, StatusCode::OK);
    begin(&server, &eve, &days).await;
    refused(&eve.post(&server, &format!("games/{first}/rematch"), &Value::Null).await, of_guest);
    let games = [begin(&server, &ada, &live).await, begin(&server, &ada, &live).await];
    begin(&server, &ada, &live).await;
    let of_member = "a member plays at most 3 games with a clock against the house at a time: finish one first";
    refused(&ask(&server, &ada, &live).await, of_member);
    begin(&server, &ada, &days).await;
    assert_eq!(ada.post(&server, &format!("games/{}/abort", games[0]), &Value::Null).await.0, StatusCode::OK);
    let rematch = format!("games/{}/rematch", games[0]);
    let (status, again) = ada.post(&server, &rematch, &Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{again}");
    assert_eq!(ada.post(&server, &rematch, &Value::Null).await.1["game"], again["game"]);
    assert_eq!(ada.post(&server, &format!("games/{}/abort", games[1]), &Value::Null).await.0, StatusCode::OK);
    begin(&server, &ada, &live).await;
    refused(&ada.post(&server, &format!("games/{}/rematch", games[1]), &Value::Null).await, of_member);
}

#[tokio::test]
async fn the_house_takes_back_and_answers_draw_offers() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let body = json!({ "variant": "chess", "terms": { "days": 3 }, "level": 5, "side": "white" });
    let id = begin(&server, &ada, &body).await;
    assert_eq!(ada.play(&server, &id, 0, "e2e4").await.0, StatusCode::OK);
    entries(&server, &ada, &id, 2).await;
    assert_eq!(ada.post(&server, &format!("games/{id}/takeback"), &Value::Null).await.0, StatusCode::OK);
    let shown = entries(&server, &ada, &id, 4).await;
    assert_eq!((&fact(&shown, 3)["kind"], &fact(&shown, 3)["ply"]), (&json!("takenBack"), &json!(0)), "{shown}");
    // At the start, White is not far enough ahead.
    assert_eq!(ada.post(&server, &format!("games/{id}/draw"), &Value::Null).await.0, StatusCode::OK);
    let shown = entries(&server, &ada, &id, 6).await;
    assert_eq!((&fact(&shown, 5)["kind"], &fact(&shown, 5)["yes"]), (&json!("answered"), &json!(false)), "{shown}");
    assert_eq!(ada.play(&server, &id, 0, "d2d4").await.0, StatusCode::OK);
    let shown = entries(&server, &ada, &id, 8).await;
    assert_eq!(fact(&shown, 7)["ply"], 1, "{shown}");
}

#[tokio::test]
async fn a_rematch_of_the_house_begins_at_once_with_other_sides() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let body = json!({ "variant": "chess", "terms": clock(), "level": 2, "side": "white" });
    let id = begin(&server, &ada, &body).await;
    assert_eq!(ada.play(&server, &id, 0, "e2e4").await.0, StatusCode::OK);
    entries(&server, &ada, &id, 2).await;
    assert_eq!(ada.post(&server, &format!("games/{id}/resign"), &Value::Null).await.0, StatusCode::OK);
    let rematch = async || ada.post(&server, &format!("games/{id}/rematch"), &Value::Null).await.1;
    let begun = rematch().await;
    let next = begun["game"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let shown = entries(&server, &ada, &next, 1).await;
    assert_eq!((&shown["side"], &shown["rematchOf"]), (&json!("black"), &json!(id)));
    assert_eq!(shown["seats"]["white"]["house"], 2);
    assert_eq!(rematch().await["game"], json!(next));
    assert_eq!(game(&server, &ada, &id).await["rematch"], json!(next));
    assert_eq!(ada.get(&server, "notices").await.1["unread"], 0);
}

#[tokio::test]
async fn the_house_moves_after_a_restart_of_the_server() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let body = json!({ "variant": "chess", "terms": clock(), "level": 10, "side": "white" });
    let id = begin(&server, &ada, &body).await;
    assert_eq!(ada.play(&server, &id, 0, "e2e4").await.0, StatusCode::OK);
    let server = server.reopen().await;
    // The time of the restart is added first, unless the house has moved before.
    let shown = entries(&server, &ada, &id, 2).await;
    let seq = if fact(&shown, 1)["kind"] == "timed" { 3 } else { 2 };
    let shown = entries(&server, &ada, &id, seq).await;
    let reply = fact(&shown, seq - 1);
    assert_eq!((&reply["kind"], &reply["ply"]), (&json!("moved"), &json!(1)), "{shown}");
}

#[tokio::test]
async fn a_rated_game_against_the_house_changes_the_rating_of_the_member() {
    let server = TestServer::open().await;
    let ada = member(&server, "Ada").await;
    let terms = json!({ "clock": { "baseMs": 300_000 }, "rated": true });
    let body = json!({ "variant": "chess", "terms": terms, "level": 4 });
    let (status, joined) = ask(&server, &ada, &body).await;
    assert_eq!(status, StatusCode::CREATED, "{joined}");
    let (id, is_white) = (joined["game"].as_str().unwrap(), joined["side"] == "white");
    let own = if is_white { "white" } else { "black" };
    let rating = async || ada.get(&server, &format!("games/{id}/rating")).await.1;
    let before = rating().await;
    assert_eq!(before[own]["before"]["rating"], 1500.0, "{before}");
    assert!(before.get(if is_white { "black" } else { "white" }).is_none(), "{before}");
    resign_after(&server, &ada, id, 4).await;
    let after = rating().await;
    assert_eq!(after["decision"], "counted", "{after}");
    assert!(after[own]["after"]["rating"].as_f64().unwrap() < 1500.0, "{after}");
    assert!(after.get(if is_white { "black" } else { "white" }).is_none(), "{after}");
    let (_, changes) = ada.get(&server, "people/ada/ratings/chess/live").await;
    let opponent = &changes["changes"][0]["opponent"];
    let level = find("chess").unwrap().ladder.ratings[3];
    assert_eq!((&opponent["rating"], &opponent["deviation"]), (&json!(f64::from(level)), &json!(45.0)), "{changes}");
    assert_eq!(opponent["player"]["house"], 4, "{changes}");
}

/// Plays a game of chess against the house and resigns it after a number of plies. Four are enough for it to count.
async fn resign_after(server: &TestServer, who: &Guest, id: &str, plies: usize) {
    let is_white = game(server, who, id).await["side"] == "white";
    let mut played = find("chess").unwrap().game(None).unwrap();
    for ply in 0..plies {
        if ply.is_multiple_of(2) == is_white {
            let uci = played.uci(played.legal()[0]);
            assert_eq!(who.play(server, id, ply, &uci).await.0, StatusCode::OK);
        }
        let shown = entries(server, who, id, ply + 1).await;
        let uci = fact(&shown, ply)["uci"].as_str().unwrap().to_owned();
        played.play((find("chess").unwrap().parse_uci)(&uci).unwrap()).unwrap();
    }
    assert_eq!(who.post(server, &format!("games/{id}/resign"), &Value::Null).await.0, StatusCode::OK);
    until(async || who.get(server, &format!("games/{id}/rating")).await.1.get("decision").is_some()).await;
}

#[tokio::test]
async fn the_side_against_the_house_is_not_drawn_again_and_then_balanced() {
    let server = TestServer::open().await;
    let ada = member(&server, "Ada").await;
    let terms = json!({ "clock": { "baseMs": 300_000 }, "rated": true });
    let begun = async |level: usize| {
        let body = json!({ "variant": "chess", "terms": terms, "level": level });
        let (status, joined) = ask(&server, &ada, &body).await;
        assert_eq!(status, StatusCode::CREATED, "{joined}");
        (joined["game"].as_str().unwrap().to_owned(), joined["side"].as_str().unwrap().to_owned())
    };
    let rematch = async |id: &str| {
        let (status, next) = ada.post(&server, &format!("games/{id}/rematch"), &Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{next}");
        let id = next["game"].as_str().unwrap().to_owned();
        let side = game(&server, &ada, &id).await["side"].as_str().unwrap().to_owned();
        (id, side)
    };
    let (mut id, first) = begun(1).await;
    for level in 1..9 {
        assert_eq!(ada.post(&server, &format!("games/{id}/abort"), &Value::Null).await.0, StatusCode::OK);
        let (next, side) = begun(level).await;
        assert_eq!(side, first, "level {level}");
        id = next;
    }
    resign_after(&server, &ada, &id, 2).await;
    let (short, side) = rematch(&id).await;
    assert_eq!(side, first, "a game of two plies does not count");
    resign_after(&server, &ada, &short, 4).await;
    let (next, side) = begun(2).await;
    assert_ne!(side, first, "the game counts");
    resign_after(&server, &ada, &next, 4).await;
    assert_eq!(rematch(&next).await.1, first, "sides change in a rematch");
}

#[tokio::test]
async fn the_house_moves_although_a_node_of_an_earlier_version_stored_no_job() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let body = json!({ "variant": "chess", "terms": { "days": 3 }, "level": 1, "side": "white" });
    let id = begin(&server, &ada, &body).await;
    let mut database =
        SqliteConnectOptions::new().filename(server.folder.path().join("games.db")).connect().await.unwrap();
    // An earlier version stores a move without the job.
    let sql = "CREATE TRIGGER no_house AFTER INSERT ON due WHEN NEW.kind = 'house'
        BEGIN DELETE FROM due WHERE kind = 'house'; END";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    assert_eq!(ada.play(&server, &id, 0, "e2e4").await.0, StatusCode::OK);
    sqlx::query("DROP TRIGGER no_house").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    assert_eq!(fact(&entries(&server, &ada, &id, 2).await, 1)["ply"], 1);
}
