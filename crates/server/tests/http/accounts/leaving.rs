//! Leaving: the erasure of an account with its week of grace, the export of a person's data, and connections that end
//! when another process disables an account.

use std::path::Path;

use axum::http::StatusCode;
use faraday_store::testing::Postgres;
use faraday_store::{Options, Store};
use faraday_wire::live::{ByeReason, Frame, Message};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::links::beside;
use super::second_factor::{Secured, secured};
use super::{NOBODY, PASSWORD, begun, kind, live, refused, send};
use crate::client::{Guest, TestServer};
use crate::smtp::until;
use crate::support::soon;

async fn close_account(server: &TestServer, who: &Guest) -> (StatusCode, Value) {
    who.send(server, Method::DELETE, "account", &json!({ "password": PASSWORD })).await
}

/// Lets the week of grace end.
async fn a_week_later(folder: &Path) {
    let mut database = SqliteConnectOptions::new().filename(folder.join("games.db")).connect().await.unwrap();
    sqlx::query("UPDATE person SET erase_at = 1 WHERE erase_at IS NOT NULL").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

async fn exported(store: &Store) -> String {
    let mut export = store.export();
    let mut lines = String::new();
    while let Some(line) = export.next().await.unwrap() {
        lines += &(line + "\n");
    }
    lines
}

#[tokio::test]
async fn a_member_who_leaves_resigns_all_games_and_can_come_back_within_a_week() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(live()).await;
    let ada = begun(white.sign_up(&server, "Lovelace").await);
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (_, made) = ada.post(&server, "challenges", &days).await;
    let open = made["id"].as_str().unwrap().to_owned();
    let (_, made) = ada.post(&server, "challenges", &days).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, accepted) = black.post(&server, &accept, &Value::Null).await;
    let slow = accepted["game"].as_str().unwrap().to_owned();
    let mut socket = ada.connect(&server).await;

    let wrong = ada.send(&server, Method::DELETE, "account", &json!({ "password": "wrong password" })).await;
    assert_eq!(kind(&wrong), refused(401, "wrong-credentials"));
    let (status, closed) = close_account(&server, &ada).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{closed}");
    let in_ms = closed["eraseAt"]
        .as_u64()
        .unwrap()
        .saturating_sub(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64);
    assert!((6 * 86_400_000..=7 * 86_400_000).contains(&in_ms), "{in_ms}");
    let bye = async { while !matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }) {} };
    soon(bye).await;
    assert_eq!(kind(&ada.get(&server, "session").await), refused(401, "no-session"));
    for id in [&game, &slow] {
        let address = format!("games/{id}");
        until(async || black.get(&server, &address).await.1["ended"] != Value::Null).await;
        let ended = black.get(&server, &address).await.1["ended"].clone();
        assert_eq!(ended, json!({ "result": "black", "winner": "black", "reason": "resigned" }), "{id}");
    }
    let accept = format!("challenges/{open}/accept");
    assert_eq!(kind(&black.post(&server, &accept, &Value::Null).await), refused(410, "challenge-over"));

    let asked = NOBODY.sign_in(&server, "Lovelace", PASSWORD).await;
    assert_eq!(kind(&asked), refused(409, "erasure-pending"));
    assert_eq!(asked.1["detail"], "this account is closed, and is erased within 7 days: `keepAccount` keeps it");
    let not = json!({ "name": "Lovelace", "password": PASSWORD, "keepAccount": false });
    assert_eq!(kind(&NOBODY.post(&server, "session", &not).await), refused(409, "erasure-pending"));
    assert_eq!(kind(&NOBODY.sign_in(&server, "Lovelace", "wrong password").await), refused(401, "wrong-credentials"));
    let keep = json!({ "name": "Lovelace", "password": PASSWORD, "keepAccount": true });
    let back = begun(NOBODY.post(&server, "session", &keep).await);
    assert_eq!(back.get(&server, "account").await.0, StatusCode::OK);
    assert_eq!(kind(&ada.get(&server, "session").await), refused(401, "no-session"), "an earlier session stays ended");
    begun(NOBODY.sign_in(&server, "Lovelace", PASSWORD).await);
    assert_eq!(back.get(&server, "games").await.1["games"], json!([]), "the games stay resigned");
}

#[tokio::test]
async fn nothing_but_games_is_left_of_a_member_after_the_week() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(live()).await;
    white.play(&server, &game, 0, "e2e4").await;
    let ada = begun(white.sign_up(&server, "Lovelace").await);
    let folder = server.folder.path().to_owned();
    let mut database = SqliteConnectOptions::new().filename(folder.join("games.db")).connect().await.unwrap();
    let sql = "INSERT INTO email (person, address, verified_at, digest, failures)
        SELECT id, 'countess@example.org', 1, 1, 0 FROM person WHERE name = 'Lovelace'";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    let sql = "INSERT INTO device (endpoint, id, person, session, p256dh, auth, agent, made_at)
        SELECT 'https://push.example/of-the-countess', 'device000000', person, hash, 'p', 'a', 'phone', 1 FROM session
        WHERE person = (SELECT id FROM person WHERE name = 'Lovelace') LIMIT 1";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let store = beside(&server).await;
    let traces = ["lovelace", "countess@example.org", "https://push.example/of-the-countess"];
    let before = exported(&store).await.to_lowercase();
    assert!(traces.iter().all(|trace| before.contains(trace)), "{before}");
    assert_eq!(close_account(&server, &ada).await.0, StatusCode::ACCEPTED);
    a_week_later(&folder).await;
    let address = format!("games/{game}");
    until(async || black.get(&server, &address).await.1["seats"]["white"]["name"] == "deleted").await;
    let after = exported(&store).await;
    store.close().await;
    let found: Vec<&str> =
        after.lines().filter(|line| traces.iter().any(|trace| line.to_lowercase().contains(trace))).collect();
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(kind(&NOBODY.sign_in(&server, "Lovelace", PASSWORD).await), refused(401, "wrong-credentials"));
    assert_eq!(kind(&NOBODY.sign_up(&server, "LOVELACE").await), refused(409, "name-taken"));
    let pgn = NOBODY.get_text(&server, &format!("games/{game}.pgn")).await;
    assert!(pgn.contains("[White \"deleted\"]") && pgn.contains("1. e4"), "{pgn}");
}

#[tokio::test]
async fn leaving_needs_all_factors_and_no_other_site() {
    let server = TestServer::open().await;
    let Secured { member, recovery, .. } = secured(&server, "Ada").await;
    assert_eq!(kind(&close_account(&server, &member).await), refused(401, "code-needed"));
    let body = json!({ "password": PASSWORD, "code": "000000x" });
    assert_eq!(kind(&member.send(&server, Method::DELETE, "account", &body).await), refused(401, "wrong-code"));
    let body = json!({ "password": PASSWORD, "code": recovery[0] });
    let cookie = format!("faraday-session={}", member.token);
    let headers = [("origin", "http://evil.example"), ("cookie", cookie.as_str())];
    assert_eq!(send(&server, Method::DELETE, "account", &headers, &body).await.status().as_u16(), 403);
    assert_eq!(member.send(&server, Method::DELETE, "account", &body).await.0, StatusCode::ACCEPTED);
    let guest = server.guest("Bo").await;
    assert_eq!(kind(&close_account(&server, &guest).await), refused(404, "no-account"));
    assert_eq!(kind(&close_account(&server, &NOBODY).await), refused(401, "no-session"));
}

#[tokio::test]
async fn an_export_has_all_of_a_person_and_no_secret() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(live()).await;
    white.play(&server, &game, 0, "e2e4").await;
    let Secured { member: other, .. } = secured(&server, "Bo_Other").await;
    let ada = begun(white.sign_up(&server, "Lovelace").await);
    let by_name = json!({ "variant": "chess", "terms": { "days": 3 }, "to": "Lovelace" });
    assert_eq!(other.post(&server, "challenges", &by_name).await.0, StatusCode::CREATED);
    let block = ada.send(&server, Method::PUT, "people/Bo_Other/block", &Value::Null).await;
    assert_eq!(block.0, StatusCode::NO_CONTENT);
    let (_, codes) = ada.post(&server, "account/recovery-codes", &json!({ "password": PASSWORD })).await;
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (_, made) = black.post(&server, "challenges", &days).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, slow) = ada.post(&server, &accept, &Value::Null).await;
    let slow = slow["game"].as_str().unwrap();
    let deep = json!({ "expected": "g1f3", "answer": "b8c6" });
    let plan = json!({ "after": 0, "branches": [{ "expected": "e2e4", "answer": "e7e5", "then": [deep] }] });
    let planned = ada.send(&server, Method::PUT, &format!("games/{slow}/plan"), &plan).await;
    assert_eq!(planned.0, StatusCode::NO_CONTENT, "{planned:?}");
    let cookie = format!("faraday-session={}", ada.token);
    let answer = send(&server, Method::GET, "account/export", &[("cookie", &cookie)], &Value::Null).await;
    let file = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    let date = jiff::Timestamp::now().strftime("%Y-%m-").to_string();
    assert!(file.starts_with(&format!("attachment; filename=\"faraday-Lovelace-{date}")), "{file}");
    let text = answer.text().await.unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
    assert_eq!(kinds("person")[0]["name"], "Lovelace");
    for (one, column) in [("person", "created_at"), ("session", "seen_at"), ("challenge", "made_at"), ("notice", "at")]
    {
        let time = kinds(one)[0][column].as_str().unwrap_or_else(|| panic!("{one} {column}: {text}"));
        assert!(time.starts_with(&date) && time.ends_with('Z') && time.parse::<jiff::Timestamp>().is_ok(), "{time}");
    }
    assert_eq!((kinds("session").len(), kinds("credential").len()), (1, 11));
    assert_eq!((kinds("challenge").len(), kinds("block").len()), (3, 1), "{text}");
    let games = kinds("game");
    let of = |id: &str| games.iter().find(|game| game["id"] == id).unwrap();
    assert_eq!((games.len(), &of(slow)["plan"], of(&game).get("plan")), (2, &plan, None));
    let exported = of(&game);
    assert_eq!((&exported["id"], &exported["variant"]), (&json!(game), &json!("chess")));
    let pgn = exported["pgn"].as_str().unwrap();
    assert!(pgn.contains("[White \"Lovelace\"]") && pgn.contains("1. e4"), "{pgn}");
    for secret in [&ada.token, PASSWORD, "argon2", "hash", "Bo_Other", &other.token] {
        assert!(!text.contains(secret), "{secret}");
    }
    for code in codes["recoveryCodes"].as_array().unwrap() {
        assert!(!text.contains(code.as_str().unwrap()));
    }
    // A guest has data as well, but not that of the opponent.
    let text = black.get_text(&server, "account/export").await;
    assert!(text.contains("\"name\":\"Black\"") && text.contains(&game), "{text}");
    assert!(text.contains(slow) && !text.contains("e7e5"), "conditional moves are a secret from the opponent: {text}");
    assert_eq!(kind(&NOBODY.get(&server, "account/export").await), refused(401, "no-session"));
    for _ in 0..5 {
        black.get_text(&server, "account/export").await;
    }
    let (status, problem) = black.get(&server, "account/export").await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(problem["detail"], "you have exported your data too often: try again in 10 minutes");
}

#[tokio::test]
async fn a_member_whom_another_process_disables_is_disconnected_on_every_node() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = [TestServer::join(&location).await, TestServer::join(&location).await];
    let ada = begun(NOBODY.sign_up(&one, "Ada").await);
    let bo = begun(NOBODY.sign_up(&one, "Bo").await);
    let mut sockets = [ada.connect(&one).await, ada.connect(&other).await];
    let mut stays = bo.connect(&one).await;
    let store = Store::open_beside(&location, &Options::default()).await.unwrap();
    let now = store.now().await.unwrap();
    store.disable("ada", Some(now)).await.unwrap();
    store.close().await;
    for socket in &mut sockets {
        assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    }
    stays.send(&Message::Ping { n: 1, seen: std::collections::BTreeMap::new() }).await;
    assert!(matches!(stays.next_event().await, Frame::Pong { .. }));
}

#[tokio::test]
async fn the_command_line_erases_while_a_site_runs() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let mut socket = ada.connect(&server).await;
    let store = beside(&server).await;
    let now = store.now().await.unwrap();
    let who = store.member_named("ada").await.unwrap().unwrap().who;
    store.begin_erasure(who, vec![], [now, now]).await.unwrap();
    assert!(store.erase(who, now).await.unwrap());
    store.close().await;
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    assert_eq!(kind(&ada.get(&server, "session").await), refused(401, "no-session"));
}
