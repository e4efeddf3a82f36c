//! Tests of authenticator apps and recovery codes.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_store::testing::Postgres;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use totp_rs::{Builder, Secret};

use super::{NOBODY, PASSWORD, begun, kind, refused, server_as};
use crate::client::{Guest, TestServer};

/// The code of an app, some steps of 30 seconds from now.
pub fn code(secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build_noncompliant();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    totp.generate(now.saturating_add_signed(30 * steps)).to_string()
}

/// A member with an authenticator app.
pub struct Secured {
    pub member: Guest,
    pub secret: String,
    pub recovery: Vec<String>,
}

/// Signs a member up and sets up an authenticator app, with the code of the step before the current one.
pub async fn secured(server: &TestServer, name: &str) -> Secured {
    let member = begun(NOBODY.sign_up(server, name).await);
    let (status, new) = member.post(server, "account/totp", &json!({ "password": PASSWORD })).await;
    assert_eq!(status, StatusCode::OK, "{new}");
    let secret = new["secret"].as_str().unwrap().to_owned();
    assert!(new["uri"].as_str().unwrap().contains(&format!("?secret={secret}&issuer=")), "{new}");
    assert_eq!(member.get(server, "account").await.1["totp"], false, "it is not confirmed yet");
    let (status, on) = member.post(server, "account/totp/confirm", &json!({ "code": code(&secret, -1) })).await;
    assert_eq!(status, StatusCode::CREATED, "{on}");
    assert_eq!(kind(&member.get(server, "account").await), refused(401, "no-session"), "all sessions end");
    let member = begun((status, on["session"].clone()));
    let codes = on["recoveryCodes"].as_array().unwrap();
    let recovery = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    Secured { member, secret, recovery }
}

async fn sign_in(server: &TestServer, name: &str, code: &str) -> (StatusCode, Value) {
    NOBODY.post(server, "session", &json!({ "name": name, "password": PASSWORD, "code": code })).await
}

#[tokio::test]
async fn a_member_with_an_app_needs_a_code_of_it_and_each_works_once() {
    let server = TestServer::open().await;
    let Secured { member, secret, recovery } = secured(&server, "Ada").await;
    assert_eq!(recovery.len(), 10);
    let account = member.get(&server, "account").await.1;
    assert_eq!((&account["totp"], &account["recoveryCodes"]), (&json!(true), &json!(10)));
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", "wrong password").await), refused(401, "wrong-credentials"));
    let needed = NOBODY.sign_in(&server, "Ada", PASSWORD).await;
    assert_eq!((kind(&needed), &needed.1["at"]), (refused(401, "code-needed"), &json!("code")));
    assert_eq!(kind(&sign_in(&server, "Ada", "000000x").await), refused(401, "wrong-code"));
    assert_eq!(
        kind(&sign_in(&server, "Ada", &code(&secret, -1)).await),
        refused(401, "wrong-code"),
        "it set the app up"
    );
    let now = code(&secret, 0);
    begun(sign_in(&server, "Ada", &format!("{} {}", &now[..3], &now[3..])).await);
    assert_eq!(kind(&sign_in(&server, "Ada", &now).await), refused(401, "wrong-code"), "a code works once");
    let again = member.post(&server, "account/totp", &json!({ "password": PASSWORD })).await;
    assert_eq!(kind(&again), refused(409, "totp-on"));
}

#[tokio::test]
async fn a_recovery_code_replaces_one_factor_once() {
    let server = TestServer::open().await;
    let Secured { recovery, .. } = secured(&server, "Ada").await;
    let ada = begun(sign_in(&server, "Ada", &recovery[0].to_uppercase().replace('-', " ")).await);
    assert_eq!(ada.get(&server, "account").await.1["recoveryCodes"], 9);
    assert_eq!(kind(&sign_in(&server, "Ada", &recovery[0]).await), refused(401, "wrong-code"));
    let remove = json!({ "password": PASSWORD, "code": recovery[1] });
    let ada = begun(ada.send(&server, Method::DELETE, "account/totp", &remove).await);
    let account = ada.get(&server, "account").await.1;
    assert_eq!((&account["totp"], &account["recoveryCodes"]), (&json!(false), &json!(0)));
    let off = ada.send(&server, Method::DELETE, "account/totp", &remove).await;
    assert_eq!(kind(&off), refused(409, "totp-off"));
    let unasked = ada.post(&server, "account/totp/confirm", &json!({ "code": "000000" })).await;
    assert_eq!(kind(&unasked), refused(409, "totp-off"));
}

#[tokio::test]
async fn a_recovery_code_at_two_devices_at_once_works_at_one() {
    // Each device has an address of its own, because one client has one place in the queue.
    let sign_up = Some(faraday_wire::live::SignUpMode::Open);
    let peer = faraday_server::Peer::Proxies(std::num::NonZeroUsize::MIN);
    let server = server_as(Config { peer, sign_up, ..Config::default() }).await;
    let Secured { recovery, .. } = secured(&server, "Ada").await;
    let body = json!({ "name": "Ada", "password": PASSWORD, "code": recovery[0] });
    let devices = (1..=6).map(|device| {
        let (server, body) = (&server, &body);
        async move {
            let address = format!("10.0.0.{device}");
            let headers = [("x-forwarded-for", address.as_str())];
            super::send(server, Method::POST, "session", &headers, body).await.status().as_u16()
        }
    });
    let mut statuses = join_all(devices).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 401, 401, 401, 401, 401]);
}

#[tokio::test]
async fn a_code_that_one_node_has_taken_is_refused_by_every_other() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = [TestServer::join(&location).await, TestServer::join(&location).await];
    let Secured { secret, .. } = secured(&one, "Ada").await;
    let now = code(&secret, 0);
    let mut answers = join_all([&one, &other].map(|node| sign_in(node, "Ada", &now))).await;
    answers.sort_by_key(|(status, _)| status.as_u16());
    assert_eq!(answers[0].0, StatusCode::CREATED, "{answers:?}");
    assert_eq!(kind(&answers[1]), refused(401, "wrong-code"));
    for node in [&one, &other] {
        assert_eq!(kind(&sign_in(node, "Ada", &now).await), refused(401, "wrong-code"));
    }
}

#[tokio::test]
async fn ten_wrong_codes_are_followed_by_an_hour_of_rest() {
    // Guesses come from many networks, so that the limit of one network does not end them first.
    let sign_up = Some(faraday_wire::live::SignUpMode::Open);
    let peer = faraday_server::Peer::Proxies(std::num::NonZeroUsize::MIN);
    let server = server_as(Config { peer, sign_up, ..Config::default() }).await;
    let Secured { secret, recovery, .. } = secured(&server, "Ada").await;
    let sign_in_from = async |network: usize, code: &str| {
        let address = format!("10.0.0.{network}");
        let body = json!({ "name": "Ada", "password": PASSWORD, "code": code });
        let answer = super::send(&server, Method::POST, "session", &[("x-forwarded-for", &address)], &body).await;
        (StatusCode::from_u16(answer.status().as_u16()).unwrap(), answer.json::<Value>().await.unwrap())
    };
    for network in 1..=10 {
        assert_eq!(kind(&sign_in_from(network, "12345x").await), refused(401, "wrong-code"), "{network}");
    }
    let right = code(&secret, 0);
    let resting = sign_in_from(11, &right).await;
    assert_eq!(kind(&resting), refused(429, "too-many-requests"), "also a right code");
    assert_eq!(resting.1["detail"], "too many wrong codes: try again in 60 minutes, or use a recovery code");
    assert_eq!(sign_in_from(12, &recovery[0]).await.0, StatusCode::CREATED);
    // An hour later.
    let mut database =
        SqliteConnectOptions::new().filename(server.folder.path().join("games.db")).connect().await.unwrap();
    let sql = "UPDATE credential SET failed_at = failed_at - 3600000 WHERE failed_at IS NOT NULL";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    assert_eq!(sign_in_from(13, &right).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn ten_wrong_codes_end_the_setup_of_an_app() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let begin = async || {
        let (_, new) = ada.post(&server, "account/totp", &json!({ "password": PASSWORD })).await;
        new["secret"].as_str().unwrap().to_owned()
    };
    let confirm = async |code: &str| ada.post(&server, "account/totp/confirm", &json!({ "code": code })).await;
    let first = begin().await;
    for number in 1..=10 {
        assert_eq!(kind(&confirm("12345x").await), refused(401, "wrong-code"), "{number}");
    }
    assert_eq!(kind(&confirm(&code(&first, 0)).await), refused(409, "totp-off"), "also a right code");
    assert_eq!(confirm(&code(&begin().await, 0)).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn new_recovery_codes_replace_the_earlier_ones() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let replace = async || {
        let (status, new) = ada.post(&server, "account/recovery-codes", &json!({ "password": PASSWORD })).await;
        assert_eq!(status, StatusCode::CREATED, "{new}");
        new["recoveryCodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|code| code.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let (first, second) = (replace().await, replace().await);
    let recover = async |recovery: &str, password: &str| {
        let body = json!({ "name": "ADA", "recovery": recovery, "password": password });
        NOBODY.post(&server, "session/recover", &body).await
    };
    let new = "acht alte Uhren";
    for wrong in [first[0].as_str(), "x", "aaaaa-aaaaa"] {
        assert_eq!(kind(&recover(wrong, new).await), refused(401, "wrong-credentials"), "{wrong}");
    }
    assert_eq!(kind(&recover(&second[0], "password").await), refused(422, "bad-password"));
    let again = begun(recover(&second[0], new).await);
    assert_eq!(kind(&ada.get(&server, "account").await), refused(401, "no-session"), "all sessions end");
    assert_eq!(again.get(&server, "account").await.1["recoveryCodes"], 9);
    assert_eq!(kind(&recover(&second[0], new).await), refused(401, "wrong-credentials"), "it works once");
    begun(NOBODY.sign_in(&server, "Ada", new).await);
}

#[tokio::test]
async fn a_recovery_code_does_not_replace_both_factors() {
    let server = TestServer::open().await;
    let Secured { secret, recovery, .. } = secured(&server, "Ada").await;
    let recover = async |code: Value| {
        let body = json!({ "name": "Ada", "recovery": recovery[0], "password": "acht alte Uhren", "code": code });
        NOBODY.post(&server, "session/recover", &body).await
    };
    assert_eq!(kind(&recover(Value::Null).await), refused(401, "code-needed"));
    assert_eq!(kind(&recover(json!(recovery[1])).await), refused(401, "wrong-code"), "another recovery code");
    let ada = begun(recover(json!(code(&secret, 0))).await);
    assert_eq!(ada.get(&server, "account").await.1["totp"], true);
}

#[tokio::test]
async fn a_guest_who_recovers_an_account_decides_about_the_games() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let (_, new) = ada.post(&server, "account/recovery-codes", &json!({ "password": PASSWORD })).await;
    let codes: Vec<String> = serde_json::from_value(new["recoveryCodes"].clone()).unwrap();
    let (game, white, _) = server.game(super::live()).await;
    let recover = async |keep_games: Value| {
        let body =
            json!({ "name": "Ada", "recovery": codes[0], "password": "acht alte Uhren", "keepGames": keep_games });
        white.post(&server, "session/recover", &body).await
    };
    let undecided = recover(Value::Null).await;
    assert_eq!((kind(&undecided), &undecided.1["remaining"]), (refused(409, "merge-undecided"), &json!(1)));
    assert_eq!(ada.get(&server, "account").await.0, StatusCode::OK, "nothing has changed");
    let ada = begun(recover(json!(true)).await);
    assert_eq!(kind(&white.get(&server, "session").await), refused(401, "no-session"));
    assert_eq!(ada.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
}
